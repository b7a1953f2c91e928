/** The choices that a list, a menu or a dialog offers: with numbers, with boxes to tick, with bullets or with nothing. */
import type { HostGroup } from '../declaration.ts';
import { type Area, areaOf, insideOf, rowsIn } from './area.ts';
import { type ChoiceRow, choiceRow, isTicked } from './choice.ts';
import { ruleIn } from './rules.ts';
import type { ScreenText } from './screenText.ts';
import { isPrompt, selectedOf, standsOut } from './selected.ts';
import { integer, screenRead } from './words.ts';

export interface Choice {
  readonly index?: number;
  readonly label: string;
  readonly row: number;
  readonly col: number;
  readonly selected: boolean;
  readonly checked?: boolean;
  readonly key?: string;
  readonly description?: string;
}

export function optionsIn(screen: ScreenText, area: Area): readonly Choice[] {
  const rows = [...rowsIn(area)].map((row) =>
    ruleIn(screen, row) ? undefined : choiceRow(screen, row, area),
  );
  const items =
    numbered(rows) ??
    ticked(rows) ??
    besideOne(rows, ({ marked, text }) => marked && text !== '', area) ??
    bulleted(screen, rows) ??
    besideOne(rows, (row) => standsOut(screen, row) && !isPrompt(screen, row), area);
  if (!items) return [];
  const selected = selectedOf(screen, items);
  return items.map((item, at) =>
    choice(item, following(rows, area, item, items[at + 1]), area, item === selected),
  );
}

type Rows = readonly (ChoiceRow | undefined)[];
type Items = readonly ChoiceRow[];

const present = (rows: Rows) => rows.filter((row) => row !== undefined);

/** Numbers that go up one by one in a column. Of several lists the one with a mark counts, else the lowest. */
function numbered(rows: Rows): Items | undefined {
  const lists: ChoiceRow[][] = [];
  for (const row of present(rows)) {
    if (row.index === undefined) continue;
    const continued = lists.slice(-nearby).findLast((list) => follows(list.at(-1)!, row));
    if (continued) continued.push(row);
    else lists.push([row]);
  }
  const whole = lists.filter((list) => list.length > 1 || list[0]!.marked || list[0]!.lead !== undefined);
  const read = whole.map(withLeads);
  const lowest = read.toSorted((one, other) => one.at(-1)!.row - other.at(-1)!.row);
  return lowest.findLast((list) => list.some(({ marked }) => marked)) ?? lowest.at(-1);
}

/** What stands before some numbers marks them; what stands before all of them is to be ticked. */
function withLeads(list: Items): Items {
  if (list.every(({ lead }) => lead !== undefined))
    return list.map((item) => ({ ...item, checked: isTicked(item.lead!) }));
  return list.map((item) => (item.lead === undefined ? item : { ...item, marked: true }));
}

/** Lists that a further item may belong to: an item may hold a list of its own. */
const nearby = 4;
const follows = (last: ChoiceRow, row: ChoiceRow) =>
  row.index === last.index! + 1 && Math.abs(row.itemCol - last.itemCol) <= 1;

/** In one column. Bullets that are also marks to tick count only beside some that are not ticked. */
function ticked(rows: Rows): Items | undefined {
  const ticks = present(rows).filter(({ checked }) => checked !== undefined);
  const last = ticks.at(-1);
  const list = ticks.filter(({ itemCol }) => Math.abs(itemCol - last!.itemCol) <= 1);
  const sure = list.some(({ checked, bullet }) => !checked || '[]☑◉'.includes(bullet!));
  return sure ? list : undefined;
}

/** The choices round a row that is marked, from the bottom up: a row alone is no list. */
function besideOne(rows: Rows, isMarked: (row: ChoiceRow) => boolean, area: Area): Items | undefined {
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    const list = row && isMarked(row) && siblings(rows, at, area);
    if (list) return list;
  }
  return undefined;
}

/** In one column. Prose has such lists as well: only one with a choice that stands out is a list of choices. */
function bulleted(screen: ScreenText, rows: Rows): Items | undefined {
  const all = present(rows).filter(({ bullet }) => bullet !== undefined);
  const last = all.at(-1);
  const list = all.filter(({ itemCol }) => itemCol === last?.itemCol).map(({ checked, ...item }) => item);
  return list.length > 1 && selectedOf(screen, list) ? list : undefined;
}

/**
 * The rows next to one, up and down, whose words begin in the same column; deeper ones belong to what is above, and
 * so does what was wrapped.
 */
function siblings(rows: Rows, anchor: number, area: Area): Items | undefined {
  const { labelCol } = rows[anchor]!;
  const edge = (step: -1 | 1) => {
    let at = anchor;
    while (rows[at + step] && rows[at + step]!.labelCol >= labelCol) at += step;
    return at;
  };
  const near = present(rows.slice(edge(-1), edge(1) + 1));
  const all = near.filter(
    (row, at) =>
      row.marked || (row.labelCol === labelCol && !(at > 0 && wrapped(near[at - 1]!.endCol, row, area))),
  );
  return all.length > 1 ? all : undefined;
}

/** Whether the first word of a row would not have fitted on the row before. Programs wrap some columns early. */
const wrapped = (end: number, { whole }: ChoiceRow, { right }: Area) =>
  end + 1 + whole.split(' ', 1)[0]!.length > right - margin;
const margin = 4;

/** The rows below an item that are indented deeper than it begins. */
function following(rows: Rows, { from }: Area, item: ChoiceRow, next: ChoiceRow | undefined): Items {
  const found: ChoiceRow[] = [];
  for (let at = item.row - from + 1; at < rows.length; at++) {
    const row = rows[at];
    if (!row || row.row === next?.row || row.col <= item.itemCol) break;
    found.push(row);
  }
  return found;
}

const wideGap = /\s{2,}/;

/** Words wrapped because the row was full belong to the label; what stands below without need describes it. */
function choice(item: ChoiceRow, below: Items, area: Area, selected: boolean): Choice {
  const gap = wideGap.exec(item.text);
  let label = gap ? item.text.slice(0, gap.index) : item.text;
  const description = gap ? [item.text.slice(gap.index + gap[0].length)] : [];
  let end = item.endCol;
  for (const row of below) {
    if (description.length === 0 && wrapped(end, row, area)) label += ` ${row.whole}`;
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

export const options: HostGroup = {
  title: 'Options',
  text: 'What a dialog lets one choose from.',
  classes: {
    'ptywright.Option': {
      text: 'One choice.',
      fields: [
        { name: 'index', type: 'integer', text: 'Its number, where the list has numbers.', optional: true },
        { name: 'label', type: 'string', text: 'Its words; those that were wrapped are joined by a space.' },
        integer('row', 'Its first row.'),
        integer('col', 'The column of its words.'),
        {
          name: 'selected',
          type: 'boolean',
          text: 'Whether a mark stands before it, or it looks unlike the others.',
        },
        {
          name: 'checked',
          type: 'boolean',
          text: 'Where there is a box to tick: whether it is.',
          optional: true,
        },
        { name: 'key', type: 'string', text: 'The key that chooses it, where one is told.', optional: true },
        { name: 'description', type: 'string', text: 'More words, beside or below.', optional: true },
      ],
    },
  },
  functions: [
    {
      name: 'screen.options',
      params: [
        { name: 'from', type: 'integer|ptywright.Box', text: 'The first row, or a box.', optional: true },
        integer('to', 'The last row.', true),
      ],
      result: { type: 'ptywright.Option[]', text: 'From the top to the bottom.' },
      needs: screenRead,
      text: 'The choices in some rows or in a box. Of several numbered lists it is the one with a mark, else the last.',
      example: {
        screen: ' Overwrite it?\n ❯ 1. Yes\n   2. No, and tell the\n      program why (esc)',
        lua: "local options = ptywright.screen.options()\nassert(options[1].selected and options[2].index == 2 and options[2].label:find('^No'))",
      },
      run: ({ screen }, from?: number | Parameters<typeof insideOf>[1], to?: number) =>
        optionsIn(screen(), typeof from === 'object' ? insideOf(screen(), from) : areaOf(screen(), from, to)),
    },
  ],
};
