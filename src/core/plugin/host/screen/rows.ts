/** Rows of the screen as text. */
import type { HostGroup } from '../declaration.ts';
import { splitRows } from '../split.ts';
import { type Area, areaOf, partOf, rowOf, rowsIn } from './area.ts';
import { bareText, dedented } from './bare.ts';
import type { ScreenText } from './screenText.ts';
import { integer, range, screenRead } from './words.ts';

const textsIn = (screen: ScreenText, area: Area) => [...rowsIn(area)].map((row) => screen.text(row));

const joined = (rows: readonly string[]) =>
  rows.slice(0, rows.findLastIndex((row) => row !== '') + 1).join('\n');

/** Borders are taken off where every row that holds something has them. */
export function blockOf(screen: ScreenText, area: Area) {
  const texts = [...rowsIn(area)].map((row) => partOf(screen, row, area).text);
  const framed = texts.filter((text) => text.trim() !== '').every((text) => bareText(text) !== text.trim());
  const rows = dedented(framed ? texts.map((text) => unframed(text)) : texts);
  return { from: area.from, to: area.to, rows, text: rows.join('\n') };
}

const unframed = (text: string) => text.replace(/^\s*[│┃║┆┊╎╏|▌▐▏▕]|[│┃║┆┊╎╏|▌▐▏▕]\s*$/g, '');

const place = 'integer|table';

export const rows: HostGroup = {
  title: 'Rows',
  text: 'Rows count from 0 at the top; a negative number counts from the bottom, -1 is the last row.',
  classes: {
    'ptywright.Block': {
      text: 'Neighbouring rows as a text: borders and common indentation taken off, blank edges left out.',
      fields: [
        { name: 'from', type: 'integer', text: 'The first row.' },
        { name: 'to', type: 'integer', text: 'The last row.' },
        { name: 'rows', type: 'string[]', text: 'The lines.' },
        { name: 'text', type: 'string', text: 'The lines, joined by line feeds.' },
      ],
    },
    'ptywright.Split': {
      text: 'The screen cut in two.',
      fields: [
        { name: 'body', type: 'string', text: 'The upper rows.' },
        { name: 'status', type: 'string', text: 'The lower ones.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.row',
      params: [integer('row', 'The row.')],
      result: {
        type: 'string|nil',
        text: 'Its text without blanks at the right; nil where there is no such row.',
      },
      needs: screenRead,
      text: 'One row.',
      example: { screen: 'one\n  two', lua: "assert(ptywright.screen.row(1) == '  two')" },
      run: ({ screen }, row: number) => screen().rows[screen().at(row)],
    },
    {
      name: 'screen.rows',
      params: range,
      result: { type: 'string[]', text: 'Their texts.' },
      needs: screenRead,
      text: 'Rows from one to another, both of them included; all rows when called without.',
      example: { screen: 'one\ntwo\nthree', lua: "assert(ptywright.screen.rows(0, 1)[2] == 'two')" },
      run: ({ screen }, from?: number, to?: number) => textsIn(screen(), areaOf(screen(), from, to)),
    },
    {
      name: 'screen.text',
      params: range,
      result: { type: 'string', text: 'Rows joined by line feeds, without blank ones at the end.' },
      needs: screenRead,
      text: 'Rows as one text.',
      example: { screen: 'one\ntwo', lua: "assert(ptywright.screen.text() == 'one\\ntwo')" },
      run: ({ screen }, from?: number, to?: number) => joined(textsIn(screen(), areaOf(screen(), from, to))),
    },
    {
      name: 'screen.first_row',
      params: [],
      result: { type: 'integer|nil', text: 'nil on a blank screen.' },
      needs: screenRead,
      text: 'The first row that holds text.',
      example: { screen: '\n\nhello', lua: 'assert(ptywright.screen.first_row() == 2)' },
      run: ({ screen }) => found(screen().rows.findIndex((row) => row !== '')),
    },
    {
      name: 'screen.last_row',
      params: [],
      result: { type: 'integer|nil', text: 'nil on a blank screen.' },
      needs: screenRead,
      text: 'The last row that holds text.',
      example: { screen: 'one\ntwo', lua: 'assert(ptywright.screen.last_row() == 1)' },
      run: ({ screen }) => found(screen().rows.findLastIndex((row) => row !== '')),
    },
    {
      name: 'screen.size',
      params: [],
      result: { type: 'ptywright.Size', text: 'Rows and columns.' },
      needs: screenRead,
      text: 'How large the screen is.',
      example: { screen: 'x', lua: 'assert(ptywright.screen.size().cols == 80)' },
      run: ({ screen }) => screen().look.size,
    },
    {
      name: 'screen.block',
      params: range,
      result: { type: 'ptywright.Block', text: 'What stands there.' },
      needs: screenRead,
      text: 'Rows from one to another as a text without what frames and indents it.',
      example: { screen: '│  a    │\n│    b  │', lua: "assert(ptywright.screen.block().text == 'a\\n  b')" },
      run: ({ screen }, from?: number, to?: number) => blockOf(screen(), areaOf(screen(), from, to)),
    },
    {
      name: 'screen.between',
      params: [
        { name: 'top', type: place, text: 'A row, or anything that has a `row`, such as a rule.' },
        {
          name: 'bottom',
          type: place,
          text: 'Likewise; without it, to the end of the screen.',
          optional: true,
        },
      ],
      result: { type: 'ptywright.Block', text: 'What stands there.' },
      needs: screenRead,
      text: 'The rows strictly between two others.',
      example: {
        screen: '────────────\n  draft\n────────────',
        lua: "local rules = ptywright.screen.rules()\nassert(ptywright.screen.between(rules[1], rules[2]).text == 'draft')",
      },
      run: ({ screen }, top: number | object, bottom?: number | object) => {
        const last = bottom === undefined ? screen().rows.length : rowOf(screen(), bottom);
        const area = areaOf(screen(), 0, -1);
        return blockOf(screen(), {
          ...area,
          from: Math.max(0, rowOf(screen(), top) + 1),
          to: Math.min(last - 1, area.to),
        });
      },
    },
    {
      name: 'screen.split',
      params: [integer('status_rows', 'Rows at the bottom that are status; 3 without it.', true)],
      result: { type: 'ptywright.Split', text: 'Both parts.' },
      needs: screenRead,
      text: 'Cuts the text of the screen in body and status, as `ctx.body_text` and `ctx.status_text` are cut.',
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

const found = (at: number) => (at < 0 ? undefined : at);
