/** Rows that begin with one frame of a spinner: something is going on. */
import type { HostGroup } from '../declaration.ts';
import { areaOf, rowsIn } from './area.ts';
import { bare } from './bare.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

/** Dots, stars, dashes and bullets stand before other rows as well: who wants those says so. */
const glyphs = '✶✻✽✢✳✺✦✧✸✹✷◐◓◑◒◴◷◶◵◰◳◲◱◜◝◞◟◠◡▖▘▝▗⣾⣽⣻⢿⡿⣟⣯⣷';
const isBraille = (char: string) => char > '\u2800' && char <= '\u28ff';

interface Options {
  readonly from?: number;
  readonly to?: number;
  readonly also?: string;
}

function spinnerIn(screen: ScreenText, row: number, also: string) {
  const text = screen.text(row);
  const { start, end } = bare(text);
  const glyph = text[start];
  if (glyph === undefined || start === end) return [];
  if (!isBraille(glyph) && !glyphs.includes(glyph) && !also.includes(glyph)) return [];
  if (end > start + 1 && text[start + 1] !== ' ') return [];
  return [{ row, col: screen.columnOf(row, start), glyph, text: text.slice(start + 1, end).trim() }];
}

export const spinners: HostGroup = {
  title: 'Spinners',
  text: 'What turns while a program works. One look shows one frame.',
  classes: {
    'ptywright.SpinnerOptions': {
      text: 'Where to look, and for what.',
      fields: [
        integer('from', 'The first row.', true),
        integer('to', 'The last row.', true),
        {
          name: 'also',
          type: 'string',
          text: 'Characters that count as well, such as `*·|/-`.',
          optional: true,
        },
      ],
    },
    'ptywright.Spinner': {
      text: 'A row that begins with a frame of a spinner.',
      fields: [
        integer('row', 'Its row.'),
        integer('col', 'The column of the glyph.'),
        { name: 'glyph', type: 'string', text: 'The frame.' },
        { name: 'text', type: 'string', text: 'The rest of the row.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.spinners',
      params: [{ name: 'options', type: 'ptywright.SpinnerOptions', text: 'Where to look.', optional: true }],
      result: { type: 'ptywright.Spinner[]', text: 'From the top to the bottom.' },
      needs: screenRead,
      text: 'The rows that begin with a frame of a spinner: braille, stars, circles, squares.',
      example: {
        screen: 'done\n⠹ building (3s)',
        lua: "local spinner = ptywright.screen.spinners()[1]\nassert(spinner.row == 1 and spinner.text == 'building (3s)')",
      },
      run: ({ screen }, { from, to, also = '' }: Options = {}) =>
        [...rowsIn(areaOf(screen(), from, to))].flatMap((row) => spinnerIn(screen(), row, also)),
    },
  ],
};
