/** The forms of SGR 4, 38, 48, 58 and 59 that programs write. */
import { describe, expect, it } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { aScreen } from './aScreen.ts';

const styles: readonly [sgr: string, style: object][] = [
  // Without a colour space, as most programs write it, and with one.
  ['38:2:1:2:3', { fg: '#010203' }],
  ['48:2:1:2:3', { bg: '#010203' }],
  ['4;58:2:1:2:3', { underline: 'single', underline_color: '#010203' }],
  ['38:2:0:1:2:3', { fg: '#010203' }],
  ['38:2:7:1:2:3', { fg: '#010203' }],
  ['38:2::1:2:3:0:1', { fg: '#010203' }],
  ['38:2::1:2', { fg: '#010200' }],
  ['38;2:1:2:3', { fg: '#010203' }],
  ['38;2::1:2:3', { fg: '#010203' }],
  ['38;5:9', { fg: 9 }],
  ['38:5:200', { fg: 200 }],
  [
    '1;38:2:1:2:3;48:5:7;3;4:3;58:2:4:5:6;9',
    {
      bold: true,
      fg: '#010203',
      bg: 7,
      italic: true,
      underline: 'curly',
      underline_color: '#040506',
      strikethrough: true,
    },
  ],
  ['38:2:1:2:3;48;2;4;5;6;1', { fg: '#010203', bg: '#040506', bold: true }],
  ['38:2:300:2:3;1', { bold: true }],
  ['38:5:300;1', { bold: true }],
  ['38:7:1:2:3;1', { bold: true }],
  ['4;58:5:9;59', { underline: 'single' }],
  ['58:2:1:2:3;4', { underline: 'single', underline_color: '#010203' }],
  ['4:0;1', { bold: true }],
  ['4:1', { underline: 'single' }],
  ['4:3;4:0;1', { bold: true }],
  ['4:3;24;1', { bold: true }],
  ['21', { underline: 'double' }],
];

describe('SGR', () => {
  it.each(styles)('%s', (sgr, style) => {
    const { screen, feed } = aScreen();
    feed(`\x1b[${sgr}mx`);
    expect(screenRuns(screen, noRedaction)[0]).toEqual([{ col: 0, width: 1, text: 'x', ...style }]);
  });
});
