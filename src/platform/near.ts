/** Words that may have been meant by one that is not known. */

/** How many characters must be added, removed, replaced or swapped with the next to make one word of the other. */
function distance(one: string, other: string): number {
  let before: readonly number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const replaced = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      const swaps = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swapped = swaps ? before[at - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, above[at]! + 1, next[at - 1]! + 1));
    }
    before = above;
    above = next;
  }
  return above[other.length]!;
}

/** Words longer than any name are not worth comparing: the cost grows with the product of the lengths. */
const longestCompared = 32;

/** At most three of the known words that may have been meant, the nearest first. */
export function nearMatches(word: string, known: readonly string[]): string[] {
  if (word.length > longestCompared) return [];
  const allowed = word.length < 5 ? 1 : 2;
  return known
    .map((name) => ({ name, away: name.startsWith(word) && word.length > 1 ? 1 : distance(word, name) }))
    .filter(({ away }) => away <= allowed)
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The end of a message about a word that is not known. */
export function nearest(word: string, known: readonly string[]): string {
  const [found] = nearMatches(word, known);
  return found === undefined ? '' : `; did you mean ${found}?`;
}
