/** The length of the longest part of a secret that a text shows, with escapes or after removing them. */
import { stripVTControlCharacters } from 'node:util';

export function longestLeak(secret: string, output: string): number {
  const texts = [output, stripVTControlCharacters(output)];
  let longest = 0;
  for (let from = 0; from < secret.length; from += 1)
    while (
      from + longest < secret.length &&
      texts.some((text) => text.includes(secret.slice(from, from + longest + 1)))
    )
      longest += 1;
  return longest;
}
