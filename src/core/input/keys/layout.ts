/**
 * Which key types a character. A terminal reports keys, a client names characters; the US layout stands between
 * them, because it is the one that the programs' own tables are written for.
 */
const unshifted = "`1234567890-=[]\\;',./";
const shifted = '~!@#$%^&*()_+{}|:"<>?';

const down = new Map([...shifted].map((character, at) => [character, unshifted[at]!]));
const up = new Map([...unshifted].map((character, at) => [character, shifted[at]!]));

const isOne = (text: string) => [...text].length === 1;

/** The character that the same key types without shift. */
export function withoutShift(character: string): string {
  const lower = character.toLowerCase();
  return down.get(character) ?? (isOne(lower) ? lower : character);
}

export function withShift(character: string): string {
  const upper = character.toUpperCase();
  return up.get(character) ?? (isOne(upper) ? upper : character);
}

export const isLetter = (character: string): boolean => /^\p{L}$/u.test(character);
