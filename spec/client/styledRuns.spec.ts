/** The cells of a snapshot as runs with text and style. */
import { expect, it } from 'vitest';
import type { Snapshot } from '#client/api.ts';
import { runsOf } from '#client/styledRuns.ts';

const snapshot = (text: string, rows: unknown, styles?: unknown) =>
  ({ plain_text: text, cells: rows, styles }) as Snapshot;

it('fills the gaps between runs, and the rest of the row, in the default style', () => {
  const rows = [[[3, 2, 1]]];
  expect(runsOf(snapshot('ab cd ef', rows, [{}, { bold: true }]))).toEqual([
    [
      { col: 0, width: 3, style: {}, text: 'ab ' },
      { col: 3, width: 2, style: { bold: true }, text: 'cd' },
      { col: 5, width: 3, style: {}, text: ' ef' },
    ],
  ]);
});

it('pads styled blanks at the end of a row, which the text does not have', () => {
  expect(runsOf(snapshot('', [[[2, 3, 1]]], [{}, { inverse: true }]))).toEqual([
    [
      { col: 0, width: 2, style: {}, text: '  ' },
      { col: 2, width: 3, style: { inverse: true }, text: '   ' },
    ],
  ]);
});

it('takes the text of a run with wide characters from the run', () => {
  const rows = [
    [
      [0, 4, 0, '漢字'],
      [4, 1, 0, 'x'],
    ],
  ];
  expect(runsOf(snapshot('漢字x', rows))).toEqual([
    [
      { col: 0, width: 4, style: {}, text: '漢字' },
      { col: 4, width: 1, style: {}, text: 'x' },
    ],
  ]);
});

it('counts columns of a region from its first column', () => {
  expect(runsOf(snapshot('cdef', [[[12, 1, 0]]]), 10)).toEqual([
    [
      { col: 10, width: 2, style: {}, text: 'cd' },
      { col: 12, width: 1, style: {}, text: 'e' },
      { col: 13, width: 1, style: {}, text: 'f' },
    ],
  ]);
});

it('has no runs for a blank row', () => {
  expect(runsOf(snapshot('\nx', [[], []]))).toEqual([[], [{ col: 0, width: 1, style: {}, text: 'x' }]]);
});
