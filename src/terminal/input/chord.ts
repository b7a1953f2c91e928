/** Parses key chords such as `ctrl+alt+x`. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { closestMatches } from '#platform/didYouMean.ts';
import {
  isLetter,
  keyAliases,
  modifiers,
  modifierWords,
  namedCharacters,
  namedKeys,
  withoutShift,
  withShift,
} from './keyTable.ts';

/** A key with modifiers. */
export interface Chord {
  /** As the client wrote it. */
  readonly source: string;
  /** A name of the key table, or the character that the key types without shift. */
  readonly key: string;
  /** The character that the key types, with shift applied. Undefined for a named key. */
  readonly text?: string;
  readonly modifiers: number;
  /** The modifiers that were named: `!` implies shift without naming it. */
  readonly explicitModifiers: number;
}

/** Why a text is not a chord. */
interface InvalidChord {
  readonly reason: string;
}

const keyNames = new Map<string, string>(
  [
    ...[...Object.keys(namedKeys), ...Object.keys(namedCharacters)].map((name) => [name, name] as const),
    ...Object.entries(keyAliases),
  ].map(([word, name]) => [word.replaceAll('_', ''), name]),
);
const knownKeys = [...Object.keys(namedKeys), ...Object.keys(namedCharacters), ...Object.keys(keyAliases)];

const modifierPrefix = new RegExp(`^(${[...modifierWords.keys()].join('|')})[-+_](.+)$`, 'isu');

function splitModifiers(text: string): { mask: number; rest: string } {
  let mask = 0;
  let rest = text;
  for (let found = modifierPrefix.exec(rest); found; found = modifierPrefix.exec(rest)) {
    mask |= modifierWords.get(found[1]!.toLowerCase())!;
    rest = found[2]!;
  }
  return { mask, rest };
}

/**
 * The case of a letter counts if the letter can be typed: alone and with alt. With ctrl, super or hyper it only names
 * the key, because Ctrl+C usually means ctrl+c. Use ctrl+shift+c to add shift.
 */
function createCharacterChord(spelled: string, character: string, named: number): Chord {
  const key = withoutShift(character);
  const capital = isLetter(character) && (named & (modifiers.ctrl | modifiers.super | modifiers.hyper)) > 0;
  const shift = (named & modifiers.shift) > 0 || (key !== character && !capital);
  const mask = shift ? named | modifiers.shift : named;
  return {
    source: spelled,
    key,
    text: shift ? withShift(key) : key,
    modifiers: mask,
    explicitModifiers: named,
  };
}

function invalidChord(spelled: string, rest: string): InvalidChord {
  // Never show only the beginning: the redaction does not recognize half of a secret.
  const shown = spelled.length > 40 ? `a text of ${spelled.length} characters` : JSON.stringify(spelled);
  if (rest === '') return { reason: 'expected a key, but the text is empty' };
  if (modifierWords.has(rest.toLowerCase())) {
    return { reason: `${shown} has modifiers but no key; add one, such as ${rest.toLowerCase()}+a` };
  }
  const near = closestMatches(rest.toLowerCase().replaceAll('-', '_'), knownKeys);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'a key press cannot send text; type the text instead';
  return { reason: `${shown} is not a key: ${hint}` };
}

const printableCharacter = /^[^\p{Cc}\p{Cs}\p{Cn}]$/u;

/**
 * Parses `ctrl+alt+x`, `shift-up`, `page_up`, `Ctrl+[`, `F5` or a single character. Words are case-insensitive and
 * joined with `+`, `-` or `_`.
 */
export function parseChord(spelled: string): Chord | InvalidChord {
  if (spelled.length > limits.chordChars) return invalidChord(spelled, spelled);
  const { mask, rest } = splitModifiers(spelled);
  if (printableCharacter.test(rest)) return createCharacterChord(spelled, rest, mask);
  const word = rest.toLowerCase().replaceAll(/[-_ ]/g, '');
  if (word === 'backtab') return parseChord(`${spelled.slice(0, spelled.length - rest.length)}shift+tab`);
  const name = keyNames.get(word);
  if (name === undefined) return invalidChord(spelled, rest);
  const character = namedCharacters[name];
  if (character !== undefined) return createCharacterChord(spelled, character, mask);
  return { source: spelled, key: name, modifiers: mask, explicitModifiers: mask };
}

/** Like `parseChord`, but raises Invalid with `path`. */
export function requireChord(spelled: string, path = ''): Chord {
  const read = parseChord(spelled);
  return 'reason' in read
    ? raise(
        fault.Invalid({ path, reason: read.reason, expected: 'a key or a chord', got: spelled.slice(0, 40) }),
      )
    : read;
}
