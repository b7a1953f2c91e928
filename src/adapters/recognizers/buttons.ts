/** Finds buttons in a row: `<Yes>  <No>`, `[ OK ]`, `< Cancel >`. */

import { limits } from '#limits.ts';
import type { HostGroup } from '../host/declaration.ts';
import {
  type BoxEdges,
  integerParam,
  type RowArea,
  resolveRowsOrBox,
  rowNumbers,
  rowPart,
  rowsOrBoxParams,
  screenReadPermission,
} from './area.ts';
import type { ScreenText } from './screenText.ts';

interface Button {
  readonly label: string;
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
}

/** Square brackets need at least two characters, so that a checkbox such as `[x]` does not match. */
const buttonPattern = /<([^<>]{1,40})>|\[([^[\]]{2,40})\]/g;

function findButtons(screen: ScreenText, area: RowArea) {
  const found: Button[] = [];
  for (const row of rowNumbers(area)) {
    const { text, start } = rowPart(screen, row, area);
    for (const match of text.matchAll(buttonPattern)) {
      const label = (match[1] ?? match[2]!).trim();
      if (label.length < 2) continue;
      const at = start + match.index;
      const end_col = screen.columnAt(row, at + match[0].length);
      found.push({ label, row, col: screen.columnAt(row, at), end_col });
      if (found.length === limits.hostResults) return withSelected(screen, found);
    }
  }
  return withSelected(screen, found);
}

/** Selects the button under the cursor, or else the only one whose background differs from its surroundings. */
function withSelected(screen: ScreenText, buttons: readonly Button[]) {
  const { row, col, visible } = screen.screenContext.cursor;
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

export const buttonsGroup: HostGroup = {
  title: 'Buttons',
  text: 'Some dialogs show their choices as buttons in a row.',
  classes: {
    'ptywright.Button': {
      text: 'A button.',
      fields: [
        { name: 'label', type: 'string', text: 'The label.' },
        integerParam('row', 'The row.'),
        integerParam('col', 'The first column.'),
        integerParam('end_col', 'The column after the last one.'),
        {
          name: 'selected',
          type: 'boolean',
          text: 'Whether the cursor is on the button, or it is the only highlighted button.',
        },
      ],
    },
  },
  functions: [
    {
      name: 'screen.buttons',
      params: rowsOrBoxParams,
      result: { type: 'ptywright.Button[]', text: 'Row by row, from left to right.' },
      needs: screenReadPermission,
      text: 'Return the buttons in some rows or in a box: text in angle or square brackets.',
      example: {
        screen: 'Delete it?\n  _<Yes>_   <No>',
        lua: "local buttons = ptywright.screen.buttons()\nassert(buttons[1].label == 'Yes' and buttons[1].selected and not buttons[2].selected)",
      },
      run: ({ screen }, from?: number | BoxEdges, to?: number) =>
        findButtons(screen(), resolveRowsOrBox(screen(), from, to)),
    },
  ],
};
