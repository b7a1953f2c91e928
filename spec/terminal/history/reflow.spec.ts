/** A new width rewraps every line, including that of the cursor. The cursor stays after the same character. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { Screen } from '#terminal/screen.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { aServer, type MatcherSent } from '../../session/driven.ts';
import { freshScreen } from '../../viewers/screens.ts';

function resized(text: string, ...widths: readonly number[]) {
  const screen = freshScreen({ rows: 6, cols: 80 });
  screen.feed(Buffer.from(text));
  return widths.map((cols) => {
    screen.resize({ rows: 6, cols } as never);
    const { row, col } = screen.cursor;
    return { text: screen.text(), row, col };
  });
}

const question = 'Would you like to continue with this long question? [y/N] ';

describe('the line of the cursor', () => {
  it('is whole at any width', () => {
    expect(resized(`line one\r\n${question}`, 40, 20, 80)).toEqual([
      { text: 'line one\nWould you like to continue with this lon\ng question? [y/N]', row: 2, col: 18 },
      { text: 'line one\nWould you like to co\nntinue with this lon\ng question? [y/N]', row: 3, col: 18 },
      { text: `line one\n${question.trimEnd()}`, row: 1, col: 58 },
    ]);
  });

  it('keeps a cursor in its middle, and input there', () => {
    expect(resized('one two three four five six\x1b[1;9H', 10, 80)).toEqual([
      { text: 'one two th\nree four f\nive six', row: 0, col: 8 },
      { text: 'one two three four five six', row: 0, col: 8 },
    ]);
    expect(resized('one two three four five six\x1b[1;19H', 10)).toMatchObject([{ row: 1, col: 8 }]);
  });

  it('keeps wide characters whole', () => {
    expect(resized('a漢字漢字漢字', 8, 5, 80)).toEqual([
      { text: 'a漢字漢\n字漢字', row: 1, col: 6 },
      { text: 'a漢字\n漢字\n漢字', row: 2, col: 4 },
      { text: 'a漢字漢字漢字', row: 0, col: 13 },
    ]);
  });

  it('keeps the text after wide characters that fill a row', () => {
    const screen = freshScreen({ rows: 6, cols: 20 });
    screen.feed(Buffer.from(`${'漢'.repeat(12)}$ `));
    screen.resize({ rows: 6, cols: 40 } as never);
    screen.feed(Buffer.from('ls'));
    expect(screen.text()).toBe(`${'漢'.repeat(12)}$ ls`);
    const small = freshScreen({ rows: 6, cols: 4 });
    small.feed(Buffer.from('漢漢漢漢漢$'));
    small.resize({ rows: 6, cols: 5 } as never);
    small.feed(Buffer.from('@'));
    expect(small.text()).toBe('漢漢\n漢漢\n漢$@');
  });

  it('scrolls nothing off for a cursor on blanks', () => {
    const screen = freshScreen({ rows: 6, cols: 80 });
    screen.feed(Buffer.from('top\r\n2\r\n3\x1b[6;71H'));
    screen.resize({ rows: 6, cols: 40 } as never);
    screen.feed(Buffer.from('@'));
    expect(screen.text()).toBe(`top\n2\n3\n\n\n${' '.repeat(39)}@`);
  });

  it('wraps input after a line that fits a new width', () => {
    const screen = freshScreen({ rows: 6, cols: 80 });
    screen.feed(Buffer.from('0123456789'));
    screen.resize({ rows: 6, cols: 10 } as never);
    screen.feed(Buffer.from('ab'));
    expect(screen.text()).toBe('0123456789\nab');
  });

  it('is cut at the limit of rows, and the session continues', () => {
    const size = { rows: 6, cols: 80, pixelWidth: 0, pixelHeight: 0 };
    const scrollback = limits.maxScrollback;
    const screen = new Screen({ size, scrollback, clock: systemClock });
    screen.feed(Buffer.alloc(8_200_000, 'x'));
    screen.resize({ rows: 6, cols: 30 } as never);
    expect(
      screen
        .text()
        .split('\n')
        .every((row) => row.length <= 30),
    ).toBe(true);
    screen.feed(Buffer.from('\r\nnext'));
    expect(screen.text()).toContain('next');
  });

  it('moves into the scrollback when the screen is full', () => {
    const rows = ['1', '2', '3', '4', '5'].join('\r\n');
    const [narrow, wide] = resized(`${rows}\r\n${question}`, 20, 80);
    expect(narrow).toEqual({
      text: '3\n4\n5\nWould you like to co\nntinue with this lon\ng question? [y/N]',
      row: 5,
      col: 18,
    });
    expect(wide).toMatchObject({ col: 58 });
    expect(wide!.text).toContain(`5\n${question.trimEnd()}`);
  });

  it('is complete under an alternate screen', () => {
    const screen = freshScreen({ rows: 6, cols: 80 });
    screen.feed(Buffer.from(`${question}\x1b[?1049h other`));
    for (const cols of [30, 80]) screen.resize({ rows: 6, cols } as never);
    screen.feed(Buffer.from('\x1b[?1049l'));
    expect(screen.text()).toBe(question.trimEnd());
    expect(screen.cursor).toMatchObject({ row: 0, col: 58 });
  });
});

const shows = (value: string): MatcherSent => ({ type: 'contains_text', value });

withProgram('bash', 'a shell that draws its line anew shows it once', async () => {
  const { calls } = aServer();
  const env = { PS1: 'prompt-of-this-shell> ', HOME: '/nonexistent' };
  const args = ['--norc', '--noprofile'];
  const { session } = await calls.session.create({ program: 'bash', args, env, rows: 10, cols: 80 });
  await calls.session.wait({ session, matcher: shows('shell> ') });
  const typed = 'echo one two three four five six seven';
  const act = (value: string, matcher: MatcherSent) =>
    calls.session.act({ session, actions: [{ type: 'text', value }], matcher, evidence: 'text' });
  await act(typed, shows(typed));
  for (const cols of [30, 80]) {
    await calls.session.resize({ session, rows: 10, cols });
    await calls.session.wait({ session, matcher: { type: 'screen_stable', value: { min_ms: 300 } } });
  }
  const { plain_text } = (await act('\r', shows('\none two three'))) as { plain_text: string };
  expect(plain_text.match(/five six seven/g)).toHaveLength(2);
});
