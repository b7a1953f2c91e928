/** How text looks: runs of cells that look alike, and those among them that look a certain way. */
import type { HostGroup, Param } from '../declaration.ts';
import { type Area, areaOf, rowsIn } from './area.ts';
import type { Looks, ScreenText } from './screenText.ts';
import { integer, range, screenRead } from './words.ts';

type Style = Readonly<Record<string, unknown>>;

const unset = (value: unknown) => value === undefined || value === false;

/** `true` is any value that is set, `false` none, anything else that very value. */
const looksLike = (run: Looks, style: Style) =>
  Object.entries(style).every(([name, wanted]) => {
    const value = (run as unknown as Style)[name];
    if (wanted === false) return unset(value);
    return wanted === true ? !unset(value) : value === wanted;
  });

const styleOf = ({ col, width, text, ...style }: Looks) => style;

const styledRuns = (screen: ScreenText, row: number, style: Style) =>
  screen.runs(row).filter((run) => looksLike(run, style));

const styledRows = (screen: ScreenText, area: Area, style: Style) =>
  [...rowsIn(area)].filter((row) => screen.runs(row).some((run) => looksLike(run, style)));

const flag = (name: string, text: string): Param => ({ name, type: 'boolean', text, optional: true });

const color = 'integer|string';

/** With the word `boolean` where a style that is looked for may say "any" or "none". */
const looks = (any: string): readonly Param[] => [
  flag('bold', 'Bold.'),
  flag('dim', 'Dim, also called faint.'),
  flag('italic', 'Italic.'),
  {
    name: 'underline',
    type: `string${any}`,
    text: 'single, double, curly, dotted or dashed.',
    optional: true,
  },
  flag('blink', 'Blinking.'),
  flag('inverse', 'Foreground and background change places.'),
  flag('invisible', 'Written, but not to be seen.'),
  flag('strikethrough', 'Crossed out.'),
  flag('overline', 'A line above.'),
  {
    name: 'fg',
    type: color + any,
    text: 'Foreground: an index into the palette or #rrggbb.',
    optional: true,
  },
  { name: 'bg', type: color + any, text: 'Background, likewise.', optional: true },
  { name: 'underline_color', type: color + any, text: 'Where it is not the foreground.', optional: true },
  { name: 'link', type: `string${any}`, text: 'Where a hyperlink leads.', optional: true },
];

const style: Param = { name: 'style', type: 'ptywright.Wanted', text: 'What is looked for.' };

export const styles: HostGroup = {
  title: 'Styles',
  text: 'What is not set is left out. Blanks of the default style belong to no run.',
  classes: {
    'ptywright.Style': { text: 'How cells look.', fields: looks('') },
    'ptywright.Wanted': {
      text: 'A style to look for: `true` stands for anything that is set, `false` for nothing.',
      fields: looks('|boolean'),
    },
    'ptywright.Run': {
      text: 'Neighbouring cells that look alike.',
      extends: 'ptywright.Style',
      fields: [
        integer('col', 'The first column.'),
        integer('width', 'Columns.'),
        { name: 'text', type: 'string', text: 'What they show.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.runs',
      params: [integer('row', 'The row.')],
      result: { type: 'ptywright.Run[]', text: 'From the left to the right.' },
      needs: screenRead,
      text: 'A row as runs of cells that look alike.',
      example: {
        screen: 'plain *bold*',
        lua: 'local runs = ptywright.screen.runs(0)\nassert(runs[2].text == "bold" and runs[2].bold and runs[2].col == 6)',
      },
      run: ({ screen }, row: number) => screen().runs(screen().at(row)),
    },
    {
      name: 'screen.style_at',
      params: [integer('row', 'The row.'), integer('col', 'The column.')],
      result: { type: 'ptywright.Style', text: 'Empty for a cell of the default style.' },
      needs: screenRead,
      text: 'How one cell looks.',
      example: { screen: 'an *x*', lua: 'assert(ptywright.screen.style_at(0, 3).bold)' },
      run: ({ screen }, row: number, col: number) => {
        const run = screen().runAt(screen().at(row), col);
        return run ? styleOf(run) : {};
      },
    },
    {
      name: 'screen.styled',
      params: [integer('row', 'The row.'), style],
      result: { type: 'ptywright.Run[]', text: 'Its runs that look so.' },
      needs: screenRead,
      text: 'The runs of a row that look a certain way.',
      example: {
        screen: 'yes _no_ *maybe*',
        lua: "assert(ptywright.screen.styled(0, { inverse = true })[1].text == 'no')",
      },
      run: ({ screen }, row: number, wanted: Style) => styledRuns(screen(), screen().at(row), wanted),
    },
    {
      name: 'screen.styled_rows',
      params: [style, ...range],
      result: { type: 'integer[]', text: 'Their rows.' },
      needs: screenRead,
      text: 'The rows that have a run which looks a certain way.',
      example: {
        screen: 'one\n_two_',
        lua: 'assert(ptywright.screen.styled_rows({ inverse = true })[1] == 1)',
      },
      run: ({ screen }, wanted: Style, from?: number, to?: number) =>
        styledRows(screen(), areaOf(screen(), from, to), wanted),
    },
  ],
};
