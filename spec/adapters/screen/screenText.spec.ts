import { describe, expect, it } from 'vitest';
import { dedentLines, splitRows, trimRange, unframeText } from '#adapters/screen/screenText.ts';

describe('a text without its border', () => {
  it.each([
    ['│ Save? │', 'Save?'],
    ['┃ │ nested │ ┃', 'nested'],
    ['\u00a0 blanks only \t', 'blanks only'],
    ['│', ''],
    ['a │ b', 'a │ b'],
    ['│ open on the right', 'open on the right'],
  ])('%j is %j', (text, inner) => expect(unframeText(text)).toBe(inner));

  it('is the same range in the row', () => {
    expect(trimRange('  ab ')).toEqual({ start: 2, end: 4 });
    expect(trimRange('   ')).toEqual({ start: 0, end: 0 });
  });
});

describe('lines without their common indentation', () => {
  it.each([
    [
      ['    a', '      b', '', '    c  '],
      ['a', '  b', '', 'c'],
    ],
    [['', '  a', ''], ['a']],
    [['', '   '], []],
  ])('%j', (lines, kept) => expect(dedentLines(lines)).toEqual(kept));
});

describe('a screen in body and status', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`);

  it('has its last rows as status, without blank rows below them', () => {
    expect(splitRows([...rows(7), '', ''], 2)).toEqual({ body: rows(5), status: ['row 5', 'row 6'] });
  });

  it('is all body if it is small', () => {
    expect(splitRows(rows(4), 2)).toEqual({ body: rows(4), status: [] });
    expect(splitRows(rows(5), 2).status).toHaveLength(2);
  });
});
