/** Which of some choices is the one that the next Enter takes. */
import type { ChoiceRow } from './choice.ts';
import type { ScreenText } from './screenText.ts';

/** By its mark, else by inverse video, else because it alone looks unlike the others, else by what is ticked alone. */
export function selectedOf(screen: ScreenText, items: readonly ChoiceRow[]): ChoiceRow | undefined {
  const looks = items.map(({ row, labelCol }) => screen.runAt(row, labelCol));
  const inverse = items.filter((_item, at) => looks[at]?.inverse);
  const coloured = items.filter((_item, at) => looks[at]?.bg !== undefined);
  return (
    items.find(({ marked }) => marked) ??
    only(inverse, items) ??
    only(coloured, items) ??
    oddOneOut(
      items,
      looks.map((look) => JSON.stringify([look?.fg, look?.bg, look?.bold, look?.underline])),
    ) ??
    starred(items) ??
    radio(items)
  );
}

const only = (some: readonly ChoiceRow[], all: readonly ChoiceRow[]) =>
  some.length === 1 && all.length > 1 ? some[0] : undefined;

/** One of three or more that looks different while all the others look alike. */
function oddOneOut(items: readonly ChoiceRow[], looks: readonly string[]): ChoiceRow | undefined {
  if (items.length < 3) return undefined;
  const counts = new Map<string, number>();
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1);
  const lone = looks.findIndex((look) => counts.get(look) === 1);
  return counts.size === 2 && lone >= 0 && counts.get(looks[lone]!) === 1 ? items[lone] : undefined;
}

const starred = (items: readonly ChoiceRow[]) =>
  only(
    items.filter(({ bullet }) => bullet === '*'),
    items,
  );

/** Round marks exclude one another, so the one that is set is also where the list stands. */
const radio = (items: readonly ChoiceRow[]) =>
  items.every(({ bullet }) => bullet !== undefined && '○●◯◉⦿'.includes(bullet))
    ? only(
        items.filter(({ checked }) => checked),
        items,
      )
    : undefined;
