/** How text would be drawn that comes next, as far as it would not be plain: `CSI … m`. */

/** The numbers that change one aspect of it, and the one that takes that back. */
const aspects: readonly (readonly [first: number, last: number, back: number])[] = [
  [1, 2, 22],
  [3, 3, 23],
  [4, 4, 24],
  [5, 6, 25],
  [7, 7, 27],
  [8, 8, 28],
  [9, 9, 29],
  [11, 19, 10],
  [20, 20, 23],
  [21, 21, 24],
  [26, 26, 50],
  [30, 38, 39],
  [40, 48, 49],
  [51, 52, 54],
  [53, 53, 55],
  [58, 58, 59],
  [73, 74, 75],
  [90, 97, 39],
  [100, 107, 49],
];

const takenBackBy: ReadonlyMap<number, number> = new Map(
  aspects.flatMap(([first, last, back]) =>
    Array.from({ length: last - first + 1 }, (_, at) => [first + at, back] as const),
  ),
);
const backs = new Set(takenBackBy.values());

/** Behind one of these stand the numbers of a colour, unless colons join them to it. */
const colours = new Set(['38', '48', '58']);
const colourNumbers: Readonly<Record<string, number>> = { 5: 2, 2: 4 };

export class Pen {
  #changed: Set<number>;

  constructor(changed: Iterable<number> = []) {
    this.#changed = new Set(changed);
  }

  get plain(): boolean {
    return this.#changed.size === 0;
  }

  copy(): Pen {
    return new Pen(this.#changed);
  }

  change(text: string): void {
    if (text === '' || text === '0') return this.#changed.clear();
    const params = text.split(';');
    for (let at = 0; at < params.length; at++) {
      const param = params[at]!;
      this.#one(Number.parseInt(param, 10) || 0, param.endsWith(':0'));
      if (colours.has(param)) at += colourNumbers[params[at + 1] ?? ''] ?? 0;
    }
  }

  #one(number: number, none: boolean): void {
    const back = takenBackBy.get(number);
    if (number === 0) this.#changed.clear();
    else if (backs.has(number)) this.#changed.delete(number);
    else if (number === 4 && none) this.#changed.delete(24);
    else if (back !== undefined) this.#changed.add(back);
  }
}
