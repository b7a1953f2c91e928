/** Secrets next to one another: each is replaced once, in every way that a screen is told. */
import { describe, expect, it } from 'vitest';
import { behind } from '../../../src/core/redact/behind.ts';
import { createRedaction, defaultPolicy } from '../../../src/core/redact/policy.ts';
import { readScrollback } from '../../../src/core/screen/scrollback.ts';
import { takeSnapshot } from '../../../src/core/screen/snapshot.ts';
import { privateKey } from '../redact/samples.ts';
import { aScreen, hides } from './aScreen.ts';

const redaction = createRedaction(defaultPolicy);
const token = (letter: string) => `ghp_${letter.repeat(36)}`;
const three = ['A', 'B', 'C'].map(token);
const shown = '[REDACTED]';

/** The rows that say something, told in all the ways there are, which must agree. */
function told(bytes: string, cols = 80, by = redaction): string[] {
  const { screen, feed } = aScreen(40, cols);
  feed(bytes);
  const rows = (text: string) => text.split('\n').map((row) => row.trimEnd());
  const text = rows(screen.redactedText(by));
  const { cells } = takeSnapshot(screen, { redaction: by, cells: 'full' });
  const grid = (cells as { char: string }[][]).map((row) =>
    row
      .map(({ char }) => char)
      .join('')
      .trimEnd(),
  );
  expect(grid.slice(0, text.length)).toEqual(text);
  const squeezed = (row: string) => row.replaceAll(/ +/g, ' ');
  expect(rows(screen.redactedSlice(by, 0, screen.text().length)).map(squeezed)).toEqual(text.map(squeezed));
  feed('\x1b[40;1H', '\r\n'.repeat(40));
  const { lines } = readScrollback(screen, { start: 0, count: text.length, redaction: by });
  expect(lines.map((line) => line.trimEnd())).toEqual(text);
  screen.dispose();
  return text;
}

describe('secrets next to one another', () => {
  it('one below the other are replaced each', () => {
    expect(told(three.join('\r\n'))).toEqual([shown, shown, shown]);
    expect(redaction.text(three.join('\r\n'))).toBe([shown, shown, shown].join('\r\n'));
  });

  it('as wide as the screen, too', () => {
    expect(told(three.map((text, at) => `\x1b[${at + 1};1H${text}`).join(''), 40)).toEqual([
      shown,
      shown,
      shown,
    ]);
    const keys = three.map((text) => `sk-${text.slice(4)}x`);
    expect(told(keys.map((text, at) => `\x1b[${at + 1};1H${text}`).join(''), 40)).toEqual([
      shown,
      shown,
      shown,
    ]);
  });

  it('side by side in a table are replaced each', () => {
    const rows = [`│ ${three[0]} │ ${three[1]} │`, `│ ${three[2]} │ ${token('D')} │`];
    const cell = shown.padEnd(40);
    expect(told(rows.join('\r\n'), 100)).toEqual(rows.map(() => `│ ${cell} │ ${cell} │`));
  });

  it('are one if the terminal or a frame cut one into three rows', () => {
    const long = `ghp_${'x7'.repeat(40)}`;
    expect(told(`${long} end`, 30)).toEqual([shown, '', `${' '.repeat(24)} end`]);
    const framed = long.match(/.{28}/g)!.map((part) => `│ ${part} │`);
    const blank = `│ ${' '.repeat(28)} │`;
    expect(told(framed.join('\r\n'), 40)).toEqual([`│ ${shown.padEnd(28)} │`, blank, blank]);
  });

  it('are one if every row of what the terminal wrapped would be one', () => {
    expect(told(`${'7'.repeat(50)}\r\nend`, 20, hides(/7{5,}/, '*'))).toEqual(['*', '', '', 'end']);
  });

  it('a password above a key, and keys one below the other', () => {
    const key = privateKey(3);
    const blanks = key.slice(1).map(() => '');
    const password = `password: ${shown}`;
    expect(told([`password: hunter2hunter2`, ...key, 'after'].join('\r\n'))).toEqual([
      password,
      shown,
      ...blanks,
      'after',
    ]);
    expect(told([...key, ...key, 'after'].join('\r\n'), 80)).toEqual([
      shown,
      ...blanks,
      shown,
      ...blanks,
      'after',
    ]);
  });

  it('are replaced each by one redaction behind another', () => {
    const by = behind(redaction, hides(/mine\d{8}/, shown));
    const mine = ['mine12345678', 'mine87654321'];
    expect(told([three[0], mine.join(' '), mine[0], three[1]].join('\r\n'), 80, by)).toEqual([
      shown,
      `${shown.padEnd(12)} ${shown}`,
      shown,
      shown,
    ]);
  });

  it('are replaced in a slice that begins behind where the first one does', () => {
    const { screen, feed } = aScreen(10, 30);
    feed(`ghp_${'x7'.repeat(40)} end`);
    expect(screen.redactedSlice(redaction, 30, 89)).toBe('\n[REDACTED]\n en');
    expect(screen.redactedSlice(redaction, 31, 61)).toBe('[REDACTED]');
    screen.dispose();
  });
});
