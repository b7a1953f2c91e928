/** Adjacent secrets: each is replaced once, in every view of a screen. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { composeRedactions, createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { readScrollback, takeSnapshot } from '#terminal/screenReader.ts';
import { findSecrets, redactScreen, redactScreenSlice } from '#terminal/screenRedaction.ts';
import { privateKey } from '../redaction/samples.ts';
import { aScreen, hides } from './aScreen.ts';

const redaction = createRedaction(defaultPolicy);
const token = (letter: string) => `ghp_${letter.repeat(36)}`;
const three = ['A', 'B', 'C'].map(token);
const visible = '[REDACTED]';

/** The redacted rows that are not empty, after a check that all views of the screen agree. */
function redactedRows(bytes: string, cols = 80, by = redaction): string[] {
  const { screen, feed } = aScreen(40, cols);
  feed(bytes);
  const rows = (text: string) => text.split('\n').map((row) => row.trimEnd());
  const text = rows(redactScreen(screen, by).text);
  const { cells } = takeSnapshot(screen, { redaction: by, cells: 'full' });
  const grid = (cells as { char: string }[][]).map((row) =>
    row
      .map(({ char }) => char)
      .join('')
      .trimEnd(),
  );
  expect(grid.slice(0, text.length)).toEqual(text);
  const squeezed = (row: string) => row.replaceAll(/ +/g, ' ');
  expect(rows(redactScreenSlice(screen, by, 0, screen.text().length)).map(squeezed)).toEqual(
    text.map(squeezed),
  );
  feed('\x1b[40;1H', '\r\n'.repeat(40));
  const { lines } = readScrollback(screen, { start: 0, count: text.length, redaction: by });
  expect(lines.map((line) => line.trimEnd())).toEqual(text);
  screen.dispose();
  return text;
}

describe('secrets next to one another', () => {
  it('one below the other are replaced each', () => {
    expect(redactedRows(three.join('\r\n'))).toEqual([visible, visible, visible]);
    expect(redaction.text(three.join('\r\n'))).toBe([visible, visible, visible].join('\r\n'));
  });

  it('as wide as the screen, too', () => {
    expect(redactedRows(three.map((text, at) => `\x1b[${at + 1};1H${text}`).join(''), 40)).toEqual([
      visible,
      visible,
      visible,
    ]);
    const keys = three.map((text) => `sk-${text.slice(4)}x`);
    expect(redactedRows(keys.map((text, at) => `\x1b[${at + 1};1H${text}`).join(''), 40)).toEqual([
      visible,
      visible,
      visible,
    ]);
  });

  it('side by side in a table are replaced each', () => {
    const rows = [`│ ${three[0]} │ ${three[1]} │`, `│ ${three[2]} │ ${token('D')} │`];
    const cell = visible.padEnd(40);
    expect(redactedRows(rows.join('\r\n'), 100)).toEqual(rows.map(() => `│ ${cell} │ ${cell} │`));
  });

  it('are one if the terminal cut one into three rows; in a frame each row is hidden', () => {
    const long = `ghp_${'x7'.repeat(40)}`;
    expect(redactedRows(`${long} end`, 30)).toEqual([visible, '', `${' '.repeat(24)} end`]);
    const framed = long.match(/.{28}/g)!.map((part) => `│ ${part} │`);
    const hidden = `│ ${visible.padEnd(28)} │`;
    expect(redactedRows(framed.join('\r\n'), 40)).toEqual([hidden, hidden, hidden]);
  });

  it('are one if every wrapped row would be one', () => {
    expect(redactedRows(`${'7'.repeat(50)}\r\nend`, 20, hides(/7{5,}/, '*'))).toEqual(['*', '', '', 'end']);
  });

  it('a password above a key, and keys one below the other', () => {
    const key = privateKey(3);
    const blanks = key.slice(1).map(() => '');
    const password = `password: ${visible}`;
    expect(redactedRows([`password: hunter2hunter2`, ...key, 'after'].join('\r\n'))).toEqual([
      password,
      visible,
      ...blanks,
      'after',
    ]);
    expect(redactedRows([...key, ...key, 'after'].join('\r\n'), 80)).toEqual([
      visible,
      ...blanks,
      visible,
      ...blanks,
      'after',
    ]);
  });

  it('are replaced by several composed redactions', () => {
    const by = composeRedactions(redaction, hides(/mine\d{8}/, visible));
    const mine = ['mine12345678', 'mine87654321'];
    expect(redactedRows([three[0], mine.join(' '), mine[0], three[1]].join('\r\n'), 80, by)).toEqual([
      visible,
      `${visible.padEnd(12)} ${visible}`,
      visible,
      visible,
    ]);
  });

  it('are replaced in a slice that begins after the start of the first one', () => {
    const { screen, feed } = aScreen(10, 30);
    feed(`ghp_${'x7'.repeat(40)} end`);
    expect(redactScreenSlice(screen, redaction, 30, 89)).toBe('\n[REDACTED]\n en');
    expect(redactScreenSlice(screen, redaction, 31, 61)).toBe('[REDACTED]');
    screen.dispose();
  });
});

it('searches a bounded number of rows for the rest of a key', () => {
  const rows = new Set<number>();
  const row = (index: number) => {
    rows.add(index);
    return { text: 'xx', wrapped: true, full: true };
  };
  const above = 100_000;
  findSecrets({ first: above, count: 24, before: above, after: 0, row }, redaction);
  expect(rows.size).toBe(24 + limits.contextKeyRows);
});
