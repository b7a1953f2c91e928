/** Host functions for the cursor and the text around it. */

import type { HostGroup } from '../host/declaration.ts';
import { integerParam, screenReadPermission } from './area.ts';
import type { ScreenText } from './screenText.ts';

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
