/** Finds rows that begin with a frame of a spinner, which means that work is in progress. */

import type { HostGroup } from '../host/declaration.ts';
import { integerParam, resolveArea, rowNumbers, screenReadPermission } from './area.ts';
import { type ScreenText, unframedRange } from './screenText.ts';

/** Excludes dots, asterisks, dashes and bullets, which begin other rows too. The option `also` adds them. */
const spinnerGlyphs = '✶✻✽✢✳✺✦✧✸✹✷◐◓◑◒◴◷◶◵◰◳◲◱◜◝◞◟◠◡▖▘▝▗⣾⣽⣻⢿⡿⣟⣯⣷';
const isBraille = (char: string) => char > '\u2800' && char <= '\u28ff';

interface SpinnerOptions {
  readonly from?: number;
  readonly to?: number;
  readonly also?: string;
}

function findSpinner(screen: ScreenText, row: number, also: string) {
  const text = screen.text(row);
  const { start, end } = unframedRange(text);
  const glyph = text[start];
  if (glyph === undefined || start === end) return [];
  if (!isBraille(glyph) && !spinnerGlyphs.includes(glyph) && !also.includes(glyph)) return [];
  if (end > start + 1 && text[start + 1] !== ' ') return [];
  return [{ row, col: screen.columnAt(row, start), glyph, text: text.slice(start + 1, end).trim() }];
}

export const spinnersGroup: HostGroup = {
  title: 'Spinners',
  text: 'A spinner is animated while a program works. A screen shows one frame of it.',
  classes: {
    'ptywright.SpinnerOptions': {
      text: 'Where to search, and for which characters.',
      fields: [
        integerParam('from', 'The first row.', true),
        integerParam('to', 'The last row.', true),
        {
          name: 'also',
          type: 'string',
          text: 'More characters that count as frames, such as `*·|/-`.',
          optional: true,
        },
      ],
    },
    'ptywright.Spinner': {
      text: 'A row that begins with a spinner frame.',
      fields: [
        integerParam('row', 'The row.'),
        integerParam('col', 'The column of the glyph.'),
        { name: 'glyph', type: 'string', text: 'The frame.' },
        { name: 'text', type: 'string', text: 'The rest of the row.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.spinners',
      params: [
        { name: 'options', type: 'ptywright.SpinnerOptions', text: 'Where to search.', optional: true },
      ],
      result: { type: 'ptywright.Spinner[]', text: 'From top to bottom.' },
      needs: screenReadPermission,
      text: 'Return the rows that begin with a spinner frame: braille, stars, circles, squares.',
      example: {
        screen: 'done\n⠹ building (3s)',
        lua: "local spinner = ptywright.screen.spinners()[1]\nassert(spinner.row == 1 and spinner.text == 'building (3s)')",
      },
      run: ({ screen }, { from, to, also = '' }: SpinnerOptions = {}) =>
        [...rowNumbers(resolveArea(screen(), from, to))].flatMap((row) => findSpinner(screen(), row, also)),
    },
  ],
};
