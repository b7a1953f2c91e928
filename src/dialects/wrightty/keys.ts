/** Keys as clients write them, as chords of the core. */

import { fault, raise } from '../../core/faults.ts';
import { type Chord, parseChord, readChord } from '../../core/input/keys/chord.ts';
import { modifierWords } from '../../core/input/keys/modifiers.ts';
import { limits } from '../../core/limits.ts';
import { z } from '../../platform/schema.ts';

const names = [
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
] as const;

const own = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;
const ownWords: ReadonlySet<string> = new Set(own.map((name) => name.toLowerCase()));
const modifiers = z.array(z.enum(own)).nullish();

export const Key = z.union([
  z
    .string()
    .min(1)
    .max(limits.argBytes)
    .describe('A character, the name of a key, or either behind modifiers.'),
  z
    .object({
      key: z.enum([...names, 'Char', 'F']),
      char: z.string().regex(/^.$/su, 'one character').nullish().describe('Of the key `Char`.'),
      n: z.int().min(1).max(24).nullish().describe('Of the key `F`.'),
      modifiers,
    })
    .refine(({ key, char }) => key !== 'Char' || char != null, {
      path: ['char'],
      error: 'is missing: the key Char has one character',
    })
    .refine(({ key, n }) => key !== 'F' || n != null, {
      path: ['n'],
      error: 'is missing: the key F has a number from 1 to 24',
    }),
]);

export type Key = z.output<typeof Key>;

/** A key, or what is to be typed where it is none. */
export type Pressed = { readonly chord: Chord } | { readonly text: string };

/** Shipped clients send words that are no keys, and expect them to be typed. */
export function pressedOf(key: Key, path: string, wordsAreTyped: boolean): Pressed {
  const spelled = typeof key === 'string' ? key : [...(key.modifiers ?? []), wordOf(key)].join('+');
  if (/^\p{Cc}$/u.test(spelled)) return { text: spelled };
  const chord = parseChord(spelled);
  const isForeign = !('reason' in chord) && chord.named > 0 && hasForeignModifier(spelled);
  const isBeyond = !('reason' in chord) && foreignKeys.test(chord.key);
  if (!('reason' in chord) && !isForeign && !isBeyond) return { chord };
  if (wordsAreTyped && typeof key === 'string') return { text: key };
  if (isBeyond && !isForeign) return refuseKey(spelled, path);
  return { chord: isForeign || isCombination(spelled) ? refuseModifier(path) : readChord(spelled, path) };
}

/** The core knows eleven more of these than the document. */
const foreignKeys = /^f(?:2[5-9]|3\d)$/;

const refuseKey = (spelled: string, path: string): never =>
  raise(
    fault.Invalid({
      path,
      reason: `${JSON.stringify(spelled)} is not a key: the last function key is F24`,
      expected: 'a key or a chord',
      got: spelled,
    }),
  );

/** The core knows more of them, and more names for these. */
const hasForeignModifier = (spelled: string) =>
  spelled
    .toLowerCase()
    .split(/[-+_]/)
    .slice(0, -1)
    .some((word) => modifierWords.has(word) && !ownWords.has(word));

/** Something stands before a plus, and is no modifier. */
const isCombination = (spelled: string) => {
  const [first = '', ...rest] = spelled.split('+');
  return rest.length > 0 && first !== '' && !ownWords.has(first.toLowerCase());
};

const refuseModifier = (path: string): never => {
  const expected = own.join(' | ');
  return raise(
    fault.Invalid(
      { path, reason: 'not a known modifier', expected },
      `${path}: a modifier is one of ${expected}`,
    ),
  );
};

const wordOf = (key: Exclude<Key, string>): string =>
  key.key === 'Char' ? key.char! : key.key === 'F' ? `F${key.n}` : key.key;
