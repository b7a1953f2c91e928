/**
 * Host functions that return text of the screen: rows, blocks and areas (`rowsGroup`), and the text at the cursor
 * (`cursorGroup`). Also the range of rows that their parameters select, and parameters that other groups share.
 */

import { HostError, type HostGroup, type HostParam } from '../host/declaration.ts';
import { dedentLines, type ScreenText, splitRows, unframeText } from './screenText.ts';

export interface RowRange {
  readonly from: number;
  /** The last row, inclusive. */
  readonly to: number;
}

/**
 * Converts row parameters to a range. Negative rows count from the bottom; without parameters it is the whole screen.
 */
export function resolveRange(screen: ScreenText, from = 0, to = -1): RowRange {
  const last = screen.rows.length - 1;
  const [first, end] = [screen.resolveRow(from), screen.resolveRow(to)];
  return { from: Math.max(first, 0), to: Math.min(end, last) };
}

/** Accepts a row number, or a table with a field `row`. */
export function resolveRow(screen: ScreenText, given: number | { readonly row?: unknown }): number {
  const row = typeof given === 'number' ? given : given.row;
  if (typeof row !== 'number') throw new HostError('a row expected: a number, or a table with a field `row`');
  return screen.resolveRow(row);
}

export function* rowNumbers({ from, to }: RowRange): Generator<number> {
  for (let row = from; row <= to; row++) yield row;
}

/** Parameters that many host functions share. */
export const screenReadPermission = 'screen.read';

export const integerParam = (name: string, text: string, optional?: true): HostParam => ({
  name,
  type: 'integer',
  text,
  ...(optional && { optional }),
});

export const rangeParams: readonly HostParam[] = [
  integerParam('from', 'The first row. Defaults to the top row.', true),
  integerParam('to', 'The last row. Defaults to the bottom row.', true),
];

const rowTexts = (screen: ScreenText, range: RowRange) =>
  [...rowNumbers(range)].map((row) => screen.text(row));

const joinRows = (rows: readonly string[]) =>
  rows.slice(0, rows.findLastIndex((row) => row !== '') + 1).join('\n');

/** Borders are removed only when every row with text has them. */
function createBlock(screen: ScreenText, range: RowRange) {
  const texts = rowTexts(screen, range);
  const framed = texts
    .filter((text) => text.trim() !== '')
    .every((text) => unframeText(text) !== text.trim());
  const rows = dedentLines(framed ? texts.map((text) => removeBorders(text)) : texts);
  return { from: range.from, to: range.to, rows, text: rows.join('\n') };
}

const removeBorders = (text: string) => text.replace(/^\s*[│┃║┆┊╎╏|▌▐▏▕]|[│┃║┆┊╎╏|▌▐▏▕]\s*$/g, '');

const rowType = 'integer|table';

export const rowsGroup: HostGroup = {
  title: 'Rows',
  text: 'Rows count from 0 at the top. A negative number counts from the bottom: -1 is the last row.',
  classes: {
    'ptywright.Block': {
      text: 'The text of adjacent rows, without borders, common indentation and blank edges.',
      fields: [
        { name: 'from', type: 'integer', text: 'The first row.' },
        { name: 'to', type: 'integer', text: 'The last row.' },
        { name: 'rows', type: 'string[]', text: 'The lines.' },
        { name: 'text', type: 'string', text: 'The lines, joined by line feeds.' },
      ],
    },
    'ptywright.Split': {
      text: 'The screen in two parts.',
      fields: [
        { name: 'body', type: 'string', text: 'The rows above the status rows.' },
        { name: 'status', type: 'string', text: 'The status rows at the bottom.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.row',
      params: [integerParam('row', 'The row number.')],
      result: {
        type: 'string|nil',
        text: 'The text without trailing blanks; nil when the row does not exist.',
      },
      needs: screenReadPermission,
      text: 'Return the text of one row.',
      example: { screen: 'one\n  two', lua: "assert(ptywright.screen.row(1) == '  two')" },
      run: ({ screen }, row: number) => screen().rows[screen().resolveRow(row)],
    },
    {
      name: 'screen.rows',
      params: rangeParams,
      result: { type: 'string[]', text: 'The texts of the rows.' },
      needs: screenReadPermission,
      text: 'Return the rows in a range, including both ends. Without arguments, returns all rows.',
      example: { screen: 'one\ntwo\nthree', lua: "assert(ptywright.screen.rows(0, 1)[2] == 'two')" },
      run: ({ screen }, from?: number, to?: number) => rowTexts(screen(), resolveRange(screen(), from, to)),
    },
    {
      name: 'screen.text',
      params: rangeParams,
      result: { type: 'string', text: 'The rows joined by line feeds, without blank rows at the end.' },
      needs: screenReadPermission,
      text: 'Return rows as one text.',
      example: { screen: 'one\ntwo', lua: "assert(ptywright.screen.text() == 'one\\ntwo')" },
      run: ({ screen }, from?: number, to?: number) =>
        joinRows(rowTexts(screen(), resolveRange(screen(), from, to))),
    },
    {
      name: 'screen.first_row',
      params: [],
      result: { type: 'integer|nil', text: 'The row number; nil on a blank screen.' },
      needs: screenReadPermission,
      text: 'Return the first row that contains text.',
      example: { screen: '\n\nhello', lua: 'assert(ptywright.screen.first_row() == 2)' },
      run: ({ screen }) => foundRow(screen().rows.findIndex((row) => row !== '')),
    },
    {
      name: 'screen.last_row',
      params: [],
      result: { type: 'integer|nil', text: 'The row number; nil on a blank screen.' },
      needs: screenReadPermission,
      text: 'Return the last row that contains text.',
      example: { screen: 'one\ntwo', lua: 'assert(ptywright.screen.last_row() == 1)' },
      run: ({ screen }) => foundRow(screen().rows.findLastIndex((row) => row !== '')),
    },
    {
      name: 'screen.size',
      params: [],
      result: { type: 'ptywright.Size', text: 'The number of rows and columns.' },
      needs: screenReadPermission,
      text: 'Return the size of the screen.',
      example: { screen: 'x', lua: 'assert(ptywright.screen.size().cols == 80)' },
      run: ({ screen }) => screen().screenContext.size,
    },
    {
      name: 'screen.uncertain',
      params: rangeParams,
      result: { type: 'boolean', text: 'Whether any of the rows is uncertain.' },
      needs: screenReadPermission,
      text: 'Check whether a character of disputed width was written to a row since the row was last erased. Programs and terminals count the columns of these characters differently: emoji with skin tones, joined emoji, flags, keycaps, variation selectors, Hangul jamo, Indic conjuncts, tags, invisible characters and recent additions to Unicode. Text in such a row may be in other columns than the program expects.',
      example: {
        screen: 'plain\n👍🏽',
        lua: 'assert(ptywright.screen.uncertain())\nassert(not ptywright.screen.uncertain(0, 0))',
      },
      run: ({ screen }, from?: number, to?: number) => {
        const { uncertain } = screen().screenContext;
        return [...rowNumbers(resolveRange(screen(), from, to))].some((row) => uncertain.includes(row));
      },
    },
    {
      name: 'screen.wrapped',
      params: rangeParams,
      result: { type: 'boolean', text: 'Whether any of the rows continues the row above it.' },
      needs: screenReadPermission,
      text: 'Check whether a row continues the row above it because the terminal wrapped a full row. A program that positions its rows writes no row that wraps, unless it counts the columns of a character differently.',
      example: {
        screen: `${'x'.repeat(81)}\nnext`,
        lua: 'assert(ptywright.screen.wrapped(1, 1))\nassert(not ptywright.screen.wrapped(2, 2))',
      },
      run: ({ screen }, from?: number, to?: number) => {
        const { wrapped } = screen().screenContext;
        return [...rowNumbers(resolveRange(screen(), from, to))].some((row) => wrapped.includes(row));
      },
    },
    {
      name: 'screen.block',
      params: rangeParams,
      result: { type: 'ptywright.Block', text: 'The text of the rows.' },
      needs: screenReadPermission,
      text: 'Return the text of rows in a range, without borders and common indentation.',
      example: { screen: '│  a    │\n│    b  │', lua: "assert(ptywright.screen.block().text == 'a\\n  b')" },
      run: ({ screen }, from?: number, to?: number) =>
        createBlock(screen(), resolveRange(screen(), from, to)),
    },
    {
      name: 'screen.between',
      params: [
        { name: 'top', type: rowType, text: 'A row number, or a table with a field `row`, such as a match.' },
        {
          name: 'bottom',
          type: rowType,
          text: 'A row number, or a table with a field `row`. Defaults to the end of the screen.',
          optional: true,
        },
      ],
      result: { type: 'ptywright.Block', text: 'The text of the rows.' },
      needs: screenReadPermission,
      text: 'Return the text of the rows strictly between two rows.',
      example: {
        screen: '────────────\n  draft\n────────────',
        lua: "local lines = ptywright.screen.find_all('──', { at = 'start' })\nassert(ptywright.screen.between(lines[1], lines[2]).text == 'draft')",
      },
      run: ({ screen }, top: number | object, bottom?: number | object) => {
        const last = bottom === undefined ? screen().rows.length : resolveRow(screen(), bottom);
        return createBlock(screen(), {
          from: Math.max(0, resolveRow(screen(), top) + 1),
          to: Math.min(last, screen().rows.length) - 1,
        });
      },
    },
    {
      name: 'screen.split',
      params: [integerParam('status_rows', 'The number of status rows at the bottom. Defaults to 3.', true)],
      result: { type: 'ptywright.Split', text: 'Both parts.' },
      needs: screenReadPermission,
      text: 'Split the text of the screen into body and status, like `ctx.body_text` and `ctx.status_text`.',
      example: {
        screen: 'a\nb\nc\nd\ne\nf\nstatus',
        lua: "assert(ptywright.screen.split(1).status == 'status')",
      },
      run: ({ screen }, statusRows?: number) => {
        const { body, status } = splitRows(screen().rows, statusRows);
        return { body: body.join('\n'), status: status.join('\n') };
      },
    },
  ],
};

const foundRow = (at: number) => (at < 0 ? undefined : at);

const splitAtCursor = (screen: ScreenText) => {
  const { row, col } = screen.screenContext.cursor;
  return { text: screen.text(row), unit: screen.unitAt(row, col) };
};

export const cursorGroup: HostGroup = {
  title: 'The cursor',
  text: 'The cursor is where the program writes next. Usually the program also reads input there.',
  functions: [
    {
      name: 'screen.cursor',
      params: [],
      result: { type: 'ptywright.Cursor', text: 'The position and visibility of the cursor.' },
      needs: screenReadPermission,
      text: 'Return the cursor.',
      example: { screen: 'name? ^', lua: 'assert(ptywright.screen.cursor().col == 6)' },
      run: ({ screen }) => screen().screenContext.cursor,
    },
    {
      name: 'screen.cursor_row',
      params: [],
      result: { type: 'string', text: 'The text of the whole row.' },
      needs: screenReadPermission,
      text: 'Return the text of the row that contains the cursor.',
      example: { screen: 'hello\n> ^', lua: "assert(ptywright.screen.cursor_row():find('>') == 1)" },
      run: ({ screen }) => screen().text(screen().screenContext.cursor.row),
    },
    {
      name: 'screen.before_cursor',
      params: [],
      result: { type: 'string', text: 'The text, including blanks between the text and the cursor.' },
      needs: screenReadPermission,
      text: 'Return the text left of the cursor. Often it is a prompt and typed input.',
      example: { screen: 'name? ada^', lua: "assert(ptywright.screen.before_cursor() == 'name? ada')" },
      run: ({ screen }) => {
        const { row, col } = screen().screenContext.cursor;
        const { text, unit } = splitAtCursor(screen());
        return text.slice(0, unit) + ' '.repeat(Math.max(0, col - screen().cells(row).length));
      },
    },
    {
      name: 'screen.after_cursor',
      params: [],
      result: { type: 'string', text: 'The text from the cell under the cursor.' },
      needs: screenReadPermission,
      text: 'Return the text right of the cursor. Often it is a hint that disappears when the user types.',
      example: {
        screen: '> ^try a question',
        lua: "assert(ptywright.screen.after_cursor() == 'try a question')",
      },
      run: ({ screen }) => {
        const { text, unit } = splitAtCursor(screen());
        return text.slice(unit);
      },
    },
    {
      name: 'screen.char_at',
      params: [integerParam('row', 'The row.'), integerParam('col', 'The column.')],
      result: {
        type: 'string',
        text: 'The character. Empty in the second column of a wide character, and a space in an empty cell.',
      },
      needs: screenReadPermission,
      text: 'Return the character in one cell.',
      example: { screen: 'a漢b', lua: "assert(ptywright.screen.char_at(0, 3) == 'b')" },
      run: ({ screen }, row: number, col: number) => screen().cells(screen().resolveRow(row))[col] ?? ' ',
    },
  ],
};
