/** How many characters must be added, removed or replaced to make one word of the other. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const replaced = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, above[at]! + 1, next[at - 1]! + 1));
    }
    above = next;
  }
  return above[other.length]!;
}

/** Words longer than any name are not worth comparing: the cost grows with the product of the lengths. */
const longestCompared = 24;

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
