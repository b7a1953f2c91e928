import { nearMatches } from '../../../platform/near.ts';
import { fault, raise } from '../../faults.ts';
import { limits } from '../../limits.ts';
import { isLetter, withoutShift, withShift } from './layout.ts';
import { modifiers, modifierWords } from './modifiers.ts';
import { keyAliases, namedCharacters, namedKeys } from './table.ts';

/** A key with modifiers, as someone pressed it. */
export interface Chord {
  /** As the client wrote it. */
  readonly spelled: string;
  /** A name of the key table, or the character that the key types without shift. */
  readonly key: string;
  /** What the key types with its shift, if it is a character. */
  readonly text?: string;
  readonly modifiers: number;
  /** The modifiers that were spelled out: `!` holds shift without naming it. */
  readonly named: number;
}

/** Why a text is not a chord. */
export interface Refusal {
  readonly reason: string;
}

const names = new Map<string, string>(
  [
    ...[...Object.keys(namedKeys), ...Object.keys(namedCharacters)].map((name) => [name, name] as const),
    ...Object.entries(keyAliases),
  ].map(([word, name]) => [word.replaceAll('_', ''), name]),
);
const known = [...Object.keys(namedKeys), ...Object.keys(namedCharacters), ...Object.keys(keyAliases)];

const prefix = new RegExp(`^(${[...modifierWords.keys()].join('|')})[-+_](.+)$`, 'isu');

function splitModifiers(text: string): { mask: number; rest: string } {
  let mask = 0;
  let rest = text;
  for (let found = prefix.exec(rest); found; found = prefix.exec(rest)) {
    mask |= modifierWords.get(found[1]!.toLowerCase())!;
    rest = found[2]!;
  }
  return { mask, rest };
}

/**
 * A letter's case counts where it could be typed: alone and with alt. With ctrl, super or hyper it names the key,
 * because everyone writes Ctrl+C for ctrl+c; ctrl+shift+c says shift.
 */
function characterChord(spelled: string, character: string, named: number): Chord {
  const key = withoutShift(character);
  const capital = isLetter(character) && (named & (modifiers.ctrl | modifiers.super | modifiers.hyper)) > 0;
  const shift = (named & modifiers.shift) > 0 || (key !== character && !capital);
  const mask = shift ? named | modifiers.shift : named;
  return { spelled, key, text: shift ? withShift(key) : key, modifiers: mask, named };
}

function refuse(spelled: string, rest: string): Refusal {
  // Never the beginning of it alone: half of a secret is not known for one, and would be shown.
  const shown = spelled.length > 40 ? `a text of ${spelled.length} characters` : JSON.stringify(spelled);
  if (rest === '') return { reason: 'a key is expected, and the text is empty' };
  if (modifierWords.has(rest.toLowerCase())) {
    return { reason: `${shown} names modifiers but no key, such as ${rest.toLowerCase()}+a` };
  }
  const near = nearMatches(rest.toLowerCase().replaceAll('-', '_'), known);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'text is typed, not pressed';
  return { reason: `${shown} is not a key: ${hint}` };
}

const printable = /^[^\p{Cc}\p{Cs}\p{Cn}]$/u;

/**
 * Reads `ctrl+alt+x`, `shift-up`, `page_up`, `Ctrl+[`, `F5` or a single character. Words may be written in any
 * case, joined with `+`, `-` or `_`.
 */
export function parseChord(spelled: string): Chord | Refusal {
  if (spelled.length > limits.chordChars) return refuse(spelled, spelled);
  const { mask, rest } = splitModifiers(spelled);
  if (printable.test(rest)) return characterChord(spelled, rest, mask);
  const word = rest.toLowerCase().replaceAll(/[-_ ]/g, '');
  if (word === 'backtab') return parseChord(`${spelled.slice(0, spelled.length - rest.length)}shift+tab`);
  const name = names.get(word);
  if (name === undefined) return refuse(spelled, rest);
  const character = namedCharacters[name];
  if (character !== undefined) return characterChord(spelled, character, mask);
  return { spelled, key: name, modifiers: mask, named: mask };
}

/** `parseChord` for those who hold no schema: a refusal is a fault that names `path`. */
export function readChord(spelled: string, path = ''): Chord {
  const read = parseChord(spelled);
  return 'reason' in read
    ? raise(
        fault.Invalid({ path, reason: read.reason, expected: 'a key or a chord', got: spelled.slice(0, 40) }),
      )
    : read;
}
