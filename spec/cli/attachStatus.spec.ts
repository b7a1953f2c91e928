/** The last row of the person's terminal, in the room that there is. */
import { describe, expect, it } from 'vitest';
import { keysHelp, type Status, statusText } from '../../src/cli/attach/statusLine.ts';

const status: Status = {
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
const holder = { name: 'somebody-with-a-name', person: true, from: 'everyone' } as const;
const beyond = { above: 1234, below: 0, left: 3, right: 40 };

describe('the status line', () => {
  it('is as wide as the terminal, and nothing in it does anything to it', () => {
    const name = 'x\x1b[2Jy';
    expect(statusText({ ...status, name }, 60)).toBe(
      ' s1 x [2Jy | everybody types | ctrl+] d detaches, ? helps   ',
    );
    expect(statusText({ ...status, name }, 30)).toBe(' s1 | ctrl+] ? helps          ');
    expect(statusText({ ...status, name: '日本' }, 8)).toBe(' s1     ');
    expect(statusText({ ...status, name: null }, 200)).toHaveLength(200);
    for (let cols = 1; cols < 60; cols++)
      expect(statusText({ ...status, notice: '日本 '.repeat(30) }, cols).length).toBeLessThanOrEqual(cols);
  });

  it.each([
    ['nobody holds it', {}, 'everybody types'],
    ['a person holds it', { holder }, 'somebody-with-a-name has the input: ctrl+] t takes it'],
    [
      'a person holds it, and its size is asked for',
      { holder, follows: true },
      'somebody-with-a-name has the input',
    ],
    ['it is ours', { holder, holds: true, follows: true, fits: true }, 'ctrl+] g gives it back'],
    ['its program has ended', { ended: 'the program has ended with 0', follows: true }, 'ended with 0'],
  ])('tells in 80 columns how to get help where %s', (_, more, told) => {
    const text = statusText({ ...status, ...more }, 80);
    expect(text).toHaveLength(80);
    expect(text).toContain(told);
    expect(text).toMatch(/ctrl\+\](?: d detaches,)? \? helps/);
  });

  it('tells in a narrow row who has the input rather than how to get help', () => {
    expect(statusText({ ...status, holder }, 40).trim()).toBe('somebody-with-a-name has the input');
    expect(statusText(status, 30).trim()).toBe('s1 | ctrl+] ? helps');
  });

  it.each([100, 80, 60, 20])('tells in %i columns how to come back from looking', (cols) => {
    const text = statusText({ ...status, beyond }, cols);
    expect(text).toContain('q comes back');
    expect(text.includes('1234 above, 0 below')).toBe(cols >= 60);
  });

  it('tells the keys in 80 columns, and fewer of them in fewer', () => {
    expect(keysHelp.join(', ').length).toBeLessThanOrEqual(60);
    expect(statusText({ ...status, notice: keysHelp }, 80)).toContain(`s1 agent | ${keysHelp.join(', ')}`);
    expect(statusText({ ...status, notice: keysHelp }, 40).trim()).toBe(keysHelp.slice(0, 4).join(', '));
  });

  it('cuts what is longer than the row behind a word', () => {
    const notice = 'somebody is a person and types: ctrl+] t once more takes the input';
    expect(statusText({ ...status, notice }, 40).trim()).toBe('somebody is a person and types:…');
  });

  it('says whether the session has the size that is asked for', () => {
    expect(statusText({ ...status, follows: true }, 100)).toContain('| asks for this size |');
    expect(statusText({ ...status, follows: true, fits: true }, 100)).toContain('| has this size |');
    expect(statusText({ ...status, fits: true }, 100)).not.toContain('size');
  });
});
