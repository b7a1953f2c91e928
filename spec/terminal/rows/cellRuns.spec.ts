import { describe, expect, it } from 'vitest';
import type { CellFormat } from '#terminal/screenReader.ts';
import { aScreen } from '../aScreen.ts';
import { chars, runs, snap } from '../snapshots.ts';

const styles: readonly [sgr: string, style: object][] = [
  ['1', { bold: true }],
  ['2', { faint: true }],
  ['3', { italic: true }],
  ['4', { underline: 'single' }],
  ['4:2', { underline: 'double' }],
  ['4:3', { underline: 'curly' }],
  ['4:4', { underline: 'dotted' }],
  ['4:5', { underline: 'dashed' }],
  ['4;58:5:9', { underline: 'single', underline_color: 9 }],
  ['4;58:2::1:2:3', { underline: 'single', underline_color: '#010203' }],
  ['5', { blink: true }],
  ['7', { inverse: true }],
  ['8', { invisible: true }],
  ['9', { strikethrough: true }],
  ['53', { overline: true }],
  ['31', { fg: 1 }],
  ['90', { fg: 8 }],
  ['38;5;200', { fg: 200 }],
  ['38;2;255;0;16', { fg: '#ff0010' }],
  ['38;2;0;0;0', { fg: '#000000' }],
  ['44', { bg: 4 }],
  ['48:5:17', { bg: 17 }],
  ['48:2::1:2:3', { bg: '#010203' }],
];

describe('cells', () => {
  it.each(styles)('SGR %s', (sgr, style) => {
    const { screen, feed } = aScreen();
    feed(`\x1b[${sgr}mx`);
    expect(runs(screen)[0]).toEqual([{ col: 0, width: 1, text: 'x', ...style }]);
    expect(snap(screen, 'full').cells[0]![0]).toMatchObject({ char: 'x', width: 1, ...style });
    expect(snap(screen, 'full').cells[0]![1]).toEqual({
      char: ' ',
      width: 1,
      fg: null,
      bg: null,
      bold: false,
      faint: false,
      italic: false,
      inverse: false,
      underline: null,
    });
  });

  it('as runs: neighbours that look alike, without the blanks at the end', () => {
    const { screen, feed } = aScreen(4, 20);
    feed('plain \x1b[31mred \x1b[1mbold\x1b[m  \r\n\r\n\x1b[44m  \x1b[m x');
    expect(runs(screen)).toEqual([
      [
        { col: 0, width: 6, text: 'plain ' },
        { col: 6, width: 4, text: 'red ', fg: 1 },
        { col: 10, width: 4, text: 'bold', fg: 1, bold: true },
      ],
      [],
      [
        { col: 0, width: 2, text: '  ', bg: 4 },
        { col: 2, width: 2, text: ' x' },
      ],
      [],
    ]);
  });

  it('like runs, with a table of styles; their text is in the row text', () => {
    const { screen, feed } = aScreen(5, 20);
    feed(
      'an \x1b[31mred \x1b[1mbold\x1b[m, \x1b[31mred\x1b[m.\r\nplain\r\n\x1b[44m  \x1b[m\r\n\x1b[31m中\x1b[mx',
    );
    expect(snap(screen, 'runs')).toMatchObject({
      plain_text: 'an red bold, red.\nplain\n\n中x',
      cells: [
        [
          [3, 4, 1],
          [7, 4, 2],
          [13, 3, 1],
        ],
        [],
        [[0, 2, 3]],
        [
          [0, 2, 1, '中'],
          [2, 1, 0, 'x'],
        ],
        [],
      ],
      styles: [{}, { fg: 1 }, { fg: 1, bold: true }, { bg: 4 }],
    });
  });

  it('in full: an object for each, wide characters in two', () => {
    const { screen, feed } = aScreen(1, 6);
    feed('a中e\u0301');
    expect(snap(screen, 'full').cells[0]).toMatchObject([
      { char: 'a', width: 1 },
      { char: '中', width: 2 },
      { char: '', width: 0 },
      { char: 'e\u0301', width: 1 },
      { char: ' ', width: 1 },
      { char: ' ', width: 1 },
    ]);
    expect(runs(screen)).toEqual([[{ col: 0, width: 4, text: 'a中e\u0301' }]]);
  });

  it('a wide character that was half overwritten leaves a blank', () => {
    const { screen, feed } = aScreen(1, 6);
    feed('中b\x1b[1;1Hx');
    expect([screen.text(), chars(screen)]).toEqual(['x b', ['x b   ']]);
    feed('\x1b[1;1H中b\x1b[1;2Hx');
    expect([screen.text(), chars(screen)]).toEqual([' xb', [' xb   ']]);
  });

  it('runs are a fraction of the full grid', () => {
    const { screen, feed } = aScreen(24, 80);
    feed(
      Array.from({ length: 24 }, (_, row) => `\x1b[3${row % 8}m${'words and '.repeat(4)}\x1b[m more`).join(
        '\r\n',
      ),
    );
    const bytes = (cells: CellFormat) => JSON.stringify(snap(screen, cells).cells).length;
    expect(bytes('full') / bytes('runs')).toBeGreaterThan(500);
  });
});
