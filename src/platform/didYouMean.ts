/** Suggests known words for a misspelt one, and finds the text that is most similar to another. */

/** Edit distance (optimal string alignment): insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(one: string, other: string): number {
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

/** Longer words are not compared, because the cost grows with the product of the lengths. */
const maxComparedChars = 32;

/** Returns at most three known words that are similar, the nearest first. */
export function closestMatches(word: string, known: readonly string[]): string[] {
  if (word.length > maxComparedChars) return [];
  const allowed = word.length < 5 ? 1 : 2;
  return known
    .map((name) => ({ name, away: name.startsWith(word) && word.length > 1 ? 1 : editDistance(word, name) }))
    .filter(({ away }) => away <= allowed)
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns the part of the lines that is most similar to a text, if at least half of it is equal. */
export function closestText(
  text: string,
  lines: readonly string[],
): { readonly text: string; readonly row: number } | undefined {
  let closest: { text: string; row: number; away: number } | undefined;
  const searched = text.slice(0, maxSearchedChars);
  for (const [row, line] of lines.entries())
    for (let at = 0; at === 0 || at <= line.length - searched.length; at++) {
      const part = line.slice(at, at + searched.length);
      const away = editDistance(searched, part);
      if (away <= searched.length / 2 && away < (closest?.away ?? Number.POSITIVE_INFINITY))
        closest = { text: part.trim(), row, away };
    }
  return closest && { text: closest.text, row: closest.row };
}

/** The cost grows with the square of this, for each cell of a screen. */
const maxSearchedChars = 40;

/** Returns the end of an error message about an unknown word. Empty when no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [found] = closestMatches(word, known);
  return found === undefined ? '' : `; did you mean ${found}?`;
}
