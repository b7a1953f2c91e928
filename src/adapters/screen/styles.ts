/** Host functions for styles: runs of equally styled cells, and searches for a style. */

import type { HostGroup, HostParam } from '../host/declaration.ts';
import {
  integerParam,
  type RowRange,
  rangeParams,
  resolveRange,
  rowNumbers,
  screenReadPermission,
} from './rows.ts';
import type { ScreenRun, ScreenText } from './screenText.ts';

type StyleFields = Readonly<Record<string, unknown>>;

const isUnset = (value: unknown) => value === undefined || value === false;

/** `true` matches any value that is set, `false` an unset one, and any other value matches exactly. */
const matchesStyle = (run: ScreenRun, style: StyleFields) =>
  Object.entries(style).every(([name, expected]) => {
    const value = (run as unknown as StyleFields)[name];
    if (expected === false) return isUnset(value);
    return expected === true ? !isUnset(value) : value === expected;
  });

const runStyle = ({ col, width, text, ...style }: ScreenRun) => style;

const findStyledRuns = (screen: ScreenText, row: number, style: StyleFields) =>
  screen.runs(row).filter((run) => matchesStyle(run, style));

const findStyledRows = (screen: ScreenText, range: RowRange, style: StyleFields) =>
  [...rowNumbers(range)].filter((row) => screen.runs(row).some((run) => matchesStyle(run, style)));

const flagField = (name: string, text: string): HostParam => ({
  name,
  type: 'boolean',
  text,
  optional: true,
});

const colorType = 'integer|string';

/** `any` is appended to types that accept a boolean in a search: `true` for any value, `false` for none. */
const styleParams = (any: string): readonly HostParam[] => [
  flagField('bold', 'Bold.'),
  flagField('dim', 'Dim, also called faint.'),
  flagField('italic', 'Italic.'),
  {
    name: 'underline',
    type: `string${any}`,
    text: 'single, double, curly, dotted or dashed.',
    optional: true,
  },
  flagField('blink', 'Blinking.'),
  flagField('inverse', 'Foreground and background are swapped.'),
  flagField('invisible', 'Hidden text.'),
  flagField('strikethrough', 'Strikethrough.'),
  flagField('overline', 'A line above the text.'),
  {
    name: 'fg',
    type: colorType + any,
    text: 'The foreground color: a palette index or #rrggbb.',
    optional: true,
  },
  {
    name: 'bg',
    type: colorType + any,
    text: 'The background color: a palette index or #rrggbb.',
    optional: true,
  },
  {
    name: 'underline_color',
    type: colorType + any,
    text: 'The underline color, when it differs from the foreground.',
    optional: true,
  },
  { name: 'link', type: `string${any}`, text: 'The target of a hyperlink.', optional: true },
];

const styleParam: HostParam = { name: 'style', type: 'ptywright.Wanted', text: 'The style to look for.' };

export const stylesGroup: HostGroup = {
  title: 'Styles',
  text: 'Fields that are not set are absent. Blanks of the default style belong to no run.',
  classes: {
    'ptywright.Style': { text: 'The style of a cell.', fields: styleParams('') },
    'ptywright.Wanted': {
      text: 'A style to look for: `true` matches any value, `false` matches cells where the field is not set.',
      fields: styleParams('|boolean'),
    },
    'ptywright.Run': {
      text: 'Adjacent cells with the same style.',
      extends: 'ptywright.Style',
      fields: [
        integerParam('col', 'The first column.'),
        integerParam('width', 'The number of columns.'),
        { name: 'text', type: 'string', text: 'The text of the cells.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.runs',
      params: [integerParam('row', 'The row.')],
      result: { type: 'ptywright.Run[]', text: 'From left to right.' },
      needs: screenReadPermission,
      text: 'Return the runs of a row. A run is a group of adjacent cells with the same style.',
      example: {
        screen: 'plain *bold*',
        lua: 'local runs = ptywright.screen.runs(0)\nassert(runs[2].text == "bold" and runs[2].bold and runs[2].col == 6)',
      },
      run: ({ screen }, row: number) => screen().runs(screen().resolveRow(row)),
    },
    {
      name: 'screen.style_at',
      params: [integerParam('row', 'The row.'), integerParam('col', 'The column.')],
      result: { type: 'ptywright.Style', text: 'The style, empty for a cell of the default style.' },
      needs: screenReadPermission,
      text: 'Return the style of one cell.',
      example: { screen: 'an *x*', lua: 'assert(ptywright.screen.style_at(0, 3).bold)' },
      run: ({ screen }, row: number, col: number) => {
        const run = screen().runAt(screen().resolveRow(row), col);
        return run ? runStyle(run) : {};
      },
    },
    {
      name: 'screen.styled',
      params: [integerParam('row', 'The row.'), styleParam],
      result: { type: 'ptywright.Run[]', text: 'The runs with that style.' },
      needs: screenReadPermission,
      text: 'Return the runs of a row that have a given style.',
      example: {
        screen: 'yes _no_ *maybe*',
        lua: "assert(ptywright.screen.styled(0, { inverse = true })[1].text == 'no')",
      },
      run: ({ screen }, row: number, style: StyleFields) =>
        findStyledRuns(screen(), screen().resolveRow(row), style),
    },
    {
      name: 'screen.styled_rows',
      params: [styleParam, ...rangeParams],
      result: { type: 'integer[]', text: 'The row numbers.' },
      needs: screenReadPermission,
      text: 'Return the rows that contain a run of a given style.',
      example: {
        screen: 'one\n_two_',
        lua: 'assert(ptywright.screen.styled_rows({ inverse = true })[1] == 1)',
      },
      run: ({ screen }, style: StyleFields, from?: number, to?: number) =>
        findStyledRows(screen(), resolveRange(screen(), from, to), style),
    },
  ],
};
