/** Buttons beside one another: `<Yes>  <No>`, `[ OK ]`, `< Cancel >`. */
import { limits } from '../../../limits.ts';
import type { HostGroup } from '../declaration.ts';
import { type Area, areaOf, insideOf, partOf, rowsIn } from './area.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

interface Button {
  readonly label: string;
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
}

/** A mark to tick is no button: words in brackets have two letters, or blanks round them. */
const button = /<([^<>]{1,40})>|\[([^[\]]{2,40})\]/g;

function buttonsIn(screen: ScreenText, area: Area) {
  const found: Button[] = [];
  for (const row of rowsIn(area)) {
    const { text, start } = partOf(screen, row, area);
    for (const match of text.matchAll(button)) {
      const label = (match[1] ?? match[2]!).trim();
      if (label.length < 2) continue;
      const at = start + match.index;
      const end_col = screen.columnOf(row, at + match[0].length);
      found.push({ label, row, col: screen.columnOf(row, at), end_col });
      if (found.length === limits.hostResults) return chosen(screen, found);
    }
  }
  return chosen(screen, found);
}

/** The one that the cursor is on, or else the only one that does not look like what is around it. */
function chosen(screen: ScreenText, buttons: readonly Button[]) {
  const { row, col, visible } = screen.look.cursor;
  const under = buttons.find((one) => visible && one.row === row && one.col <= col && col < one.end_col);
  const standing = buttons.filter((one) => standsOut(screen, one));
  const one = under ?? (standing.length === 1 ? standing[0] : undefined);
  return buttons.map(({ end_col, ...button }) => ({
    ...button,
    end_col,
    selected: button.col === one?.col && button.row === one.row,
  }));
}

function standsOut(screen: ScreenText, { row, col, end_col }: Button): boolean {
  const inside = screen.runAt(row, col + 1);
  const around = screen.runAt(row, col - 1) ?? screen.runAt(row, end_col);
  return inside?.inverse !== around?.inverse || inside?.bg !== around?.bg;
}

export const buttons: HostGroup = {
  title: 'Buttons',
  text: 'Older dialogs offer their choices in a row.',
  classes: {
    'ptywright.Button': {
      text: 'A button.',
      fields: [
        { name: 'label', type: 'string', text: 'Its words.' },
        integer('row', 'Its row.'),
        integer('col', 'Its first column.'),
        integer('end_col', 'The column after it.'),
        { name: 'selected', type: 'boolean', text: 'Whether the cursor is on it, or it alone stands out.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.buttons',
      params: [
        { name: 'from', type: 'integer|ptywright.Box', text: 'The first row, or a box.', optional: true },
        integer('to', 'The last row.', true),
      ],
      result: { type: 'ptywright.Button[]', text: 'Row by row from the left to the right.' },
      needs: screenRead,
      text: 'The buttons in some rows or in a box: words between angle or square brackets.',
      example: {
        screen: 'Delete it?\n  _<Yes>_   <No>',
        lua: "local buttons = ptywright.screen.buttons()\nassert(buttons[1].label == 'Yes' and buttons[1].selected and not buttons[2].selected)",
      },
      run: ({ screen }, from?: number | Parameters<typeof insideOf>[1], to?: number) =>
        buttonsIn(screen(), typeof from === 'object' ? insideOf(screen(), from) : areaOf(screen(), from, to)),
    },
  ],
};
