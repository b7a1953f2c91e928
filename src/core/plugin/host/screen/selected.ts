/** Which of some choices is the one that the next Enter takes. */
import type { ChoiceRow } from './choice.ts';
import type { ScreenText } from './screenText.ts';

type Items = readonly ChoiceRow[];

/** By its mark, else because it stands out, else because it alone looks unlike the others, else by what is ticked. */
export const selectedOf = (screen: ScreenText, items: Items): ChoiceRow | undefined =>
  items.find(({ marked }) => marked) ??
  only(items, (item) => standsOut(screen, item)) ??
  oddOneOut(items, (item) => places(item).map((col) => ground(screen, item.row, col))) ??
  oddOneOut(items, ({ row, labelCol }) => ink(screen, row, labelCol)) ??
  only(items, ({ bullet }) => bullet === '*') ??
  radio(items);

function only(items: Items, is: (item: ChoiceRow) => boolean): ChoiceRow | undefined {
  const some = items.filter(is);
  return some.length === 1 && items.length > 1 ? some[0] : undefined;
}

/** Where a program may show that it means this one: the item, what is between its brackets, its words. */
const places = ({ itemCol, labelCol }: ChoiceRow) => [itemCol, itemCol + 1, labelCol];

function ground(screen: ScreenText, row: number, col: number): string {
  const look = screen.runAt(row, col);
  return `${look?.inverse} ${look?.bg}`;
}

function ink(screen: ScreenText, row: number, col: number): string {
  const look = screen.runAt(row, col);
  return `${look?.fg} ${look?.bold} ${look?.underline}`;
}

/** Whether the item lies on another ground than what is left of it, or fills the row from its edge. */
export function standsOut(screen: ScreenText, { row, col, labelCol }: ChoiceRow): boolean {
  const before = col > 0 ? ground(screen, row, col - 1) : plain;
  const own = ground(screen, row, labelCol);
  return own !== plain && (own !== before || ground(screen, row, 0) === own);
}

const plain = `${undefined} ${undefined}`;

/** A text on a ground of its own with the cursor behind it asks for a key: it is no choice. */
export function isPrompt({ look: { cursor } }: ScreenText, { row, endCol }: ChoiceRow): boolean {
  return cursor.visible && cursor.row === row && cursor.col >= endCol;
}

/** One of three or more that looks different while all the others look alike. */
function oddOneOut(items: Items, looksOf: (item: ChoiceRow) => unknown): ChoiceRow | undefined {
  const looks = items.map((item) => String(looksOf(item)));
  const counts = new Map<string, number>();
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1);
  if (items.length < 3 || counts.size !== 2) return undefined;
  return items[looks.findIndex((look) => counts.get(look) === 1)];
}

/** Round marks exclude one another, so the one that is set is also where the list stands. */
const radio = (items: Items) =>
  items.every(({ bullet }) => bullet !== undefined && '○●◯◉⦿'.includes(bullet))
    ? only(items, ({ checked }) => checked === true)
    : undefined;
