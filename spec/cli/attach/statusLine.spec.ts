/** The status line in the last row of the terminal, at different widths. */
import { describe, expect, it } from 'vitest';
import { formatStatus, keyHelp, type StatusLineState } from '#cli/attach/statusLine.ts';

const status: StatusLineState = {
  session: 's1',
  name: 'agent',
  readOnly: false,
  holder: null,
  holds: false,
  follows: false,
  fits: false,
  beyond: null,
  ended: undefined,
  notice: undefined,
};
const holder = { name: 'person-with-a-long-name', person: true, from: 'everyone' } as const;
const beyond = { above: 1234, below: 0, left: 3, right: 40 };

describe('the status line', () => {
  it('is as wide as the terminal, and contains no control sequences', () => {
    const name = 'x\x1b[2Jy';
    expect(formatStatus({ ...status, name }, 60)).toBe(
      ' s1 x [2Jy | everyone can type | ctrl+] d detaches, ? helps ',
    );
    expect(formatStatus({ ...status, name }, 30)).toBe(' s1 | ctrl+] ? helps          ');
    expect(formatStatus({ ...status, name: '日本' }, 8)).toBe(' s1     ');
    expect(formatStatus({ ...status, name: null }, 200)).toHaveLength(200);
    for (let cols = 1; cols < 60; cols++)
      expect(formatStatus({ ...status, notice: '日本 '.repeat(30) }, cols).length).toBeLessThanOrEqual(cols);
  });

  it.each([
    ['no client holds the input', {}, 'everyone can type'],
    ['a person holds it', { holder }, 'person-with-a-long-name has the input: ctrl+] t takes it'],
    [
      'a person holds it, and its size is asked for',
      { holder, follows: true },
      'person-with-a-long-name has the input',
    ],
    ['it is ours', { holder, holds: true, follows: true, fits: true }, 'ctrl+] g gives it back'],
    ['its program has ended', { ended: 'the program exited with status 0', follows: true }, 'status 0'],
  ])('shows in 80 columns how to get help when %s', (_, more, expected) => {
    const text = formatStatus({ ...status, ...more }, 80);
    expect(text).toHaveLength(80);
    expect(text).toContain(expected);
    expect(text).toMatch(/ctrl\+\](?: d detaches,)? \? helps/);
  });

  it('prefers the holder of the input to the help key in a narrow row', () => {
    expect(formatStatus({ ...status, holder }, 40).trim()).toBe('person-with-a-long-name has the input');
    expect(formatStatus(status, 30).trim()).toBe('s1 | ctrl+] ? helps');
  });

  it.each([100, 80, 60, 20])('shows in %i columns how to return from scrolling', (cols) => {
    const text = formatStatus({ ...status, beyond }, cols);
    expect(text).toContain('q returns');
    expect(text.includes('1234 above, 0 below')).toBe(cols >= 60);
  });

  it('shows the keys in 80 columns, and fewer of them in fewer columns', () => {
    expect(keyHelp.join(', ').length).toBeLessThanOrEqual(60);
    expect(formatStatus({ ...status, notice: keyHelp }, 80)).toContain(`s1 agent | ${keyHelp.join(', ')}`);
    expect(formatStatus({ ...status, notice: keyHelp }, 40).trim()).toBe(keyHelp.slice(0, 3).join(', '));
  });

  it('cuts a long text after a word', () => {
    const notice = 'another person is typing: press ctrl+] t again to take the input';
    expect(formatStatus({ ...status, notice }, 40).trim()).toBe('another person is typing: press…');
  });

  it('shows whether the session has the requested size', () => {
    expect(formatStatus({ ...status, follows: true }, 100)).toContain('| wants this size |');
    expect(formatStatus({ ...status, follows: true, fits: true }, 100)).toContain('| has this size |');
    expect(formatStatus({ ...status, fits: true }, 100)).not.toContain('size');
  });
});
