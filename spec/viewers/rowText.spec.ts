import { describe, expect, it } from 'vitest';
import type { CellRun } from '#terminal/cells.ts';
import { isAsciiRun, renderRow, splitRun } from '#viewers/rowText.ts';

const run = (text: string, width = text.length, col = 0): CellRun => ({ text, width, col });

describe('a run', () => {
  it('of printable ASCII has a column for each character', () => {
    expect(isAsciiRun(run('plain text'))).toBe(true);
    expect(isAsciiRun(run('naïve'))).toBe(false);
    expect(isAsciiRun(run('a\x01'))).toBe(false);
    expect(isAsciiRun(run('ab', 3))).toBe(false);
  });

  it('is split into cells, wide characters into two columns', () => {
    expect(splitRun(run('a漢b', 4, 5))).toEqual([
      { text: 'a', col: 5, width: 1 },
      { text: '漢', col: 6, width: 2 },
      { text: 'b', col: 8, width: 1 },
    ]);
  });

  it('keeps marks on their letter', () => {
    expect(splitRun(run('e\u0301x', 2)).map(({ text }) => text)).toEqual(['e\u0301', 'x']);
  });

  it('shows half of an overwritten wide character as a blank', () => {
    expect(splitRun(run('漢b', 2))).toEqual([
      { text: ' ', col: 0, width: 1 },
      { text: 'b', col: 1, width: 1 },
    ]);
  });

  it('of one cluster that is narrower than its parts is one cell', () => {
    expect(splitRun(run('👩\u200d💻', 2))).toEqual([{ text: '👩\u200d💻', col: 0, width: 2 }]);
  });
});

describe('a row', () => {
  it('fills gaps between its runs with blanks, and ends after the last', () => {
    expect(renderRow([run('ab', 2, 1), run('c', 1, 5)])).toEqual({ text: ' ab  c', end: 6 });
    expect(renderRow([])).toEqual({ text: '', end: 0 });
  });

  it('sets the column after a character whose width differs between terminals', () => {
    expect(renderRow([run('é漢', 3)]).text).toBe('é漢');
    expect(renderRow([run('😀x', 3)]).text).toBe('😀\x1b[3Gx');
  });

  it('is rendered once', () => {
    const row = [run('once')];
    expect(renderRow(row)).toBe(renderRow(row));
  });
});
