import { nearMatches } from '../core/input/keys/near.ts';

/** The end of a message about a word that is not known. */
export function nearest(word: string, known: readonly string[]): string {
  const [found] = nearMatches(word, known);
  return found === undefined ? '' : `; did you mean ${found}?`;
}
