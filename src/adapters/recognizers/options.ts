/**
 * Finds the options that a list, a menu or a dialog offers, and which one is selected. Options may have numbers,
 * checkboxes, bullets or no prefix.
 */

import type { HostGroup } from '../host/declaration.ts';
import {
  type BoxEdges,
  integerParam,
  type RowArea,
  resolveRowsOrBox,
  rowNumbers,
  rowsOrBoxParams,
  screenReadPermission,
} from './area.ts';
import { type ChoiceRow, isTickSet, readChoiceRow } from './choiceRow.ts';
import { findRuleInRow } from './horizontalRules.ts';
import type { ScreenText } from './screenText.ts';

type ChoiceItems = readonly ChoiceRow[];

/**
 * Finds the option that Enter would choose. Tries, in this order: marker, distinct background, the only item with
 * another style, an asterisk, a radio button.
 */
const findSelected = (screen: ScreenText, items: ChoiceItems): ChoiceRow | undefined =>
  items.find(({ marked }) => marked) ??
  onlyOne(items, (item) => standsOut(screen, item)) ??
  findOddOneOut(items, (item) => itemColumns(item).map((col) => backgroundAt(screen, item.row, col))) ??
  findOddOneOut(items, ({ row, labelCol }) => foregroundAt(screen, row, labelCol)) ??
  onlyOne(items, ({ bullet }) => bullet === '*') ??
  selectedRadio(items);

function onlyOne(items: ChoiceItems, is: (item: ChoiceRow) => boolean): ChoiceRow | undefined {
  const some = items.filter(is);
  return some.length === 1 && items.length > 1 ? some[0] : undefined;
}

/** Columns in which a style may mark an item: its prefix, the inside of its brackets, its label. */
const itemColumns = ({ itemCol, labelCol }: ChoiceRow) => [itemCol, itemCol + 1, labelCol];

function backgroundAt(screen: ScreenText, row: number, col: number): string {
  const style = screen.runAt(row, col);
  return `${style?.inverse} ${style?.bg}`;
}

function foregroundAt(screen: ScreenText, row: number, col: number): string {
  const style = screen.runAt(row, col);
  return `${style?.fg} ${style?.bold} ${style?.underline}`;
}

/**
 * Whether the item has another background than the cell to its left, or a background that fills the row from the edge.
 */
function standsOut(screen: ScreenText, { row, col, labelCol }: ChoiceRow): boolean {
  const before = col > 0 ? backgroundAt(screen, row, col - 1) : plainBackground;
  const own = backgroundAt(screen, row, labelCol);
  return own !== plainBackground && (own !== before || backgroundAt(screen, row, 0) === own);
}

const plainBackground = `${undefined} ${undefined}`;

/** A text with a background and the cursor after it is a prompt for a key, not an option. */
function isPrompt({ screenContext: { cursor } }: ScreenText, { row, endCol }: ChoiceRow): boolean {
  return cursor.visible && cursor.row === row && cursor.col >= endCol;
}

/** Of three or more items, returns the one that differs while all others look alike. */
function findOddOneOut(items: ChoiceItems, looksOf: (item: ChoiceRow) => unknown): ChoiceRow | undefined {
  const styles = items.map((item) => String(looksOf(item)));
  const counts = new Map<string, number>();
  for (const style of styles) counts.set(style, (counts.get(style) ?? 0) + 1);
  if (items.length < 3 || counts.size !== 2) return undefined;
  return items[styles.findIndex((style) => counts.get(style) === 1)];
}

/** Radio buttons exclude each other, so the checked one is also the selected one. */
const selectedRadio = (items: ChoiceItems) =>
  items.every(({ bullet }) => bullet !== undefined && '○●◯◉⦿'.includes(bullet))
    ? onlyOne(items, ({ checked }) => checked === true)
    : undefined;

interface ScreenOption {
  readonly index?: number;
  readonly label: string;
  readonly row: number;
  readonly col: number;
  readonly selected: boolean;
  readonly checked?: boolean;
  readonly key?: string;
  readonly description?: string;
}

function findOptions(screen: ScreenText, area: RowArea): readonly ScreenOption[] {
  const rows = [...rowNumbers(area)].map((row) =>
    findRuleInRow(screen, row) ? undefined : readChoiceRow(screen, row, area),
  );
  const items =
    numberedList(rows) ??
    tickedList(rows) ??
    listAround(rows, ({ marked, text }) => marked && text !== '', area) ??
    bulletedList(screen, rows) ??
    listAround(rows, (row) => standsOut(screen, row) && !isPrompt(screen, row), area);
  if (!items) return [];
  const selected = findSelected(screen, items);
  return items.map((item, at) =>
    createOption(item, descriptionRows(rows, area, item, items[at + 1]), area, item === selected),
  );
}

type ChoiceRows = readonly (ChoiceRow | undefined)[];

const presentRows = (rows: ChoiceRows) => rows.filter((row) => row !== undefined);

/** Finds items with consecutive numbers in one column. Prefers a list with a marker, then the lowest list. */
function numberedList(rows: ChoiceRows): ChoiceItems | undefined {
  const lists: ChoiceRow[][] = [];
  for (const row of presentRows(rows)) {
    if (row.index === undefined) continue;
    const continued = lists.slice(-maxNearbyLists).findLast((list) => continuesList(list.at(-1)!, row));
    if (continued) continued.push(row);
    else lists.push([row]);
  }
  const whole = lists.filter((list) => list.length > 1 || list[0]!.marked || list[0]!.lead !== undefined);
  const read = whole.map(applyLeads);
  const lowest = read.toSorted((one, other) => one.at(-1)!.row - other.at(-1)!.row);
  return lowest.findLast((list) => list.some(({ marked }) => marked)) ?? lowest.at(-1);
}

/** A glyph before some of the numbers marks those items. A glyph before all of them is a checkbox. */
function applyLeads(list: ChoiceItems): ChoiceItems {
  if (list.every(({ lead }) => lead !== undefined))
    return list.map((item) => ({ ...item, checked: isTickSet(item.lead!) }));
  return list.map((item) => (item.lead === undefined ? item : { ...item, marked: true }));
}

/** How many open lists a further item may continue: an item may contain a list itself. */
const maxNearbyLists = 4;
const continuesList = (last: ChoiceRow, row: ChoiceRow) =>
  row.index === last.index! + 1 && Math.abs(row.itemCol - last.itemCol) <= 1;

/** Finds checkboxes in one column. Ambiguous bullets count only when the list has an unticked box. */
function tickedList(rows: ChoiceRows): ChoiceItems | undefined {
  const ticks = presentRows(rows).filter(({ checked }) => checked !== undefined);
  const last = ticks.at(-1);
  const list = ticks.filter(({ itemCol }) => Math.abs(itemCol - last!.itemCol) <= 1);
  const sure = list.some(({ checked, bullet }) => !checked || '[]☑◉'.includes(bullet!));
  return sure ? list : undefined;
}

/** Finds the rows around a marked row, searching from the bottom. A single row is not a list. */
function listAround(
  rows: ChoiceRows,
  isMarked: (row: ChoiceRow) => boolean,
  area: RowArea,
): ChoiceItems | undefined {
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    const list = row && isMarked(row) && siblingRows(rows, at, area);
    if (list) return list;
  }
  return undefined;
}

/** Finds bullets in one column. Because prose has such lists too, one item must be selected. */
function bulletedList(screen: ScreenText, rows: ChoiceRows): ChoiceItems | undefined {
  const all = presentRows(rows).filter(({ bullet }) => bullet !== undefined);
  const last = all.at(-1);
  const list = all.filter(({ itemCol }) => itemCol === last?.itemCol).map(({ checked, ...item }) => item);
  return list.length > 1 && findSelected(screen, list) ? list : undefined;
}

/**
 * Collects the neighbours of a row whose labels begin in the same column. Deeper rows belong to the item above, and so
 * do wrapped rows.
 */
function siblingRows(rows: ChoiceRows, anchor: number, area: RowArea): ChoiceItems | undefined {
  const { labelCol } = rows[anchor]!;
  const edge = (step: -1 | 1) => {
    let at = anchor;
    while (rows[at + step] && rows[at + step]!.labelCol >= labelCol) at += step;
    return at;
  };
  const near = presentRows(rows.slice(edge(-1), edge(1) + 1));
  const all = near.filter(
    (row, at) =>
      row.marked || (row.labelCol === labelCol && !(at > 0 && isWrapped(near[at - 1]!.endCol, row, area))),
  );
  return all.length > 1 ? all : undefined;
}

/** Whether the first word of a row did not fit on the row before. Programs wrap up to four columns early. */
const isWrapped = (end: number, { whole }: ChoiceRow, { right }: RowArea) =>
  end + 1 + whole.split(' ', 1)[0]!.length > right - wrapMargin;
const wrapMargin = 4;

/** Returns the rows below an item that are indented deeper than the item. */
function descriptionRows(
  rows: ChoiceRows,
  { from }: RowArea,
  item: ChoiceRow,
  next: ChoiceRow | undefined,
): ChoiceItems {
  const found: ChoiceRow[] = [];
  for (let at = item.row - from + 1; at < rows.length; at++) {
    const row = rows[at];
    if (!row || row.row === next?.row || row.col <= item.itemCol) break;
    found.push(row);
  }
  return found;
}

const wideGap = /\s{2,}/;

/** Builds an option. Rows that were wrapped belong to the label. Other rows below are the description. */
function createOption(item: ChoiceRow, below: ChoiceItems, area: RowArea, selected: boolean): ScreenOption {
  const gap = wideGap.exec(item.text);
  let label = gap ? item.text.slice(0, gap.index) : item.text;
  const description = gap ? [item.text.slice(gap.index + gap[0].length)] : [];
  let end = item.endCol;
  for (const row of below) {
    if (description.length === 0 && isWrapped(end, row, area)) label += ` ${row.whole}`;
    else description.push(row.whole);
    end = row.endCol;
  }
  return {
    ...(item.index !== undefined && { index: item.index }),
    label,
    row: item.row,
    col: item.labelCol,
    selected,
    ...(item.checked !== undefined && { checked: item.checked }),
    ...(item.key !== undefined && { key: item.key }),
    ...(description.length > 0 && { description: description.join(' ') }),
  };
}

export const optionsGroup: HostGroup = {
  title: 'Options',
  text: 'The choices in a dialog or menu.',
  classes: {
    'ptywright.Option': {
      text: 'One option.',
      fields: [
        {
          name: 'index',
          type: 'integer',
          text: 'The number of the option, in a numbered list.',
          optional: true,
        },
        { name: 'label', type: 'string', text: 'The label. Wrapped lines are joined by a space.' },
        integerParam('row', 'The first row.'),
        integerParam('col', 'The column of the label.'),
        {
          name: 'selected',
          type: 'boolean',
          text: 'Whether a selection mark is before the option, or its style differs from the other options.',
        },
        {
          name: 'checked',
          type: 'boolean',
          text: 'Whether the checkbox is checked. Absent when the option has no checkbox.',
          optional: true,
        },
        {
          name: 'key',
          type: 'string',
          text: 'The key that chooses the option, when the screen names one.',
          optional: true,
        },
        {
          name: 'description',
          type: 'string',
          text: 'More text, beside or below the label.',
          optional: true,
        },
      ],
    },
  },
  functions: [
    {
      name: 'screen.options',
      params: rowsOrBoxParams,
      result: { type: 'ptywright.Option[]', text: 'From top to bottom.' },
      needs: screenReadPermission,
      text: 'Return the options in some rows or in a box. If there are several numbered lists, returns the one with a selection mark, or else the last one.',
      example: {
        screen: ' Overwrite it?\n ❯ 1. Yes\n   2. No, and tell the\n      program why (esc)',
        lua: "local options = ptywright.screen.options()\nassert(options[1].selected and options[2].index == 2 and options[2].label:find('^No'))",
      },
      run: ({ screen }, from?: number | BoxEdges, to?: number) =>
        findOptions(screen(), resolveRowsOrBox(screen(), from, to)),
    },
  ],
};
