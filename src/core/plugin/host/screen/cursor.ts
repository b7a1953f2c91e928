/** The cursor, and the text round it. */
import type { HostGroup } from '../declaration.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

const cut = (screen: ScreenText) => {
  const { row, col } = screen.look.cursor;
  return { text: screen.text(row), unit: screen.unitOf(row, col) };
};

export const cursor: HostGroup = {
  title: 'The cursor',
  text: 'Where the program would write next, which is mostly where it reads.',
  functions: [
    {
      name: 'screen.cursor',
      params: [],
      result: { type: 'ptywright.Cursor', text: 'Its place.' },
      needs: screenRead,
      text: 'Tells where the cursor is.',
      example: { screen: 'name? ^', lua: 'assert(ptywright.screen.cursor().col == 6)' },
      run: ({ screen }) => screen().look.cursor,
    },
    {
      name: 'screen.cursor_row',
      params: [],
      result: { type: 'string', text: 'The whole row.' },
      needs: screenRead,
      text: 'The text of the row that the cursor is in.',
      example: { screen: 'hello\n> ^', lua: "assert(ptywright.screen.cursor_row():find('>') == 1)" },
      run: ({ screen }) => screen().text(screen().look.cursor.row),
    },
    {
      name: 'screen.before_cursor',
      params: [],
      result: { type: 'string', text: 'Blanks between the text and the cursor are part of it.' },
      needs: screenRead,
      text: 'The text left of the cursor: often a prompt and what was typed.',
      example: { screen: 'name? ada^', lua: "assert(ptywright.screen.before_cursor() == 'name? ada')" },
      run: ({ screen }) => {
        const { row, col } = screen().look.cursor;
        const { text, unit } = cut(screen());
        return text.slice(0, unit) + ' '.repeat(Math.max(0, col - screen().cells(row).length));
      },
    },
    {
      name: 'screen.after_cursor',
      params: [],
      result: { type: 'string', text: 'From the cell under the cursor on.' },
      needs: screenRead,
      text: 'The text right of the cursor: often a hint that vanishes with the first letter.',
      example: {
        screen: '> ^try a question',
        lua: "assert(ptywright.screen.after_cursor() == 'try a question')",
      },
      run: ({ screen }) => {
        const { text, unit } = cut(screen());
        return text.slice(unit);
      },
    },
    {
      name: 'screen.char_at',
      params: [integer('row', 'The row.'), integer('col', 'The column.')],
      result: {
        type: 'string',
        text: 'Empty in the second column of a wide character, a space where nothing stands.',
      },
      needs: screenRead,
      text: 'What one cell shows.',
      example: { screen: 'a漢b', lua: "assert(ptywright.screen.char_at(0, 3) == 'b')" },
      run: ({ screen }, row: number, col: number) => screen().cells(screen().at(row))[col] ?? ' ',
    },
  ],
};
