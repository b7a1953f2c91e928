import type { Modes } from '../modes.ts';
import type { Chord } from './chord.ts';
import { encodeLegacy } from './legacy.ts';
import { modifiers } from './modifiers.ts';
import { type Additions, sequence } from './sequence.ts';
import { namedKeys, type Sequence } from './table.ts';

/** Progressive enhancements of the kitty keyboard protocol. */
const flags = { disambiguate: 1, eventTypes: 2, alternateKeys: 4, allKeys: 8, text: 16 } as const;

/** Alternate keys and associated text change how a key is written, not whether; alone they change nothing. */
export const speaksKitty = (asked: number): boolean =>
  (asked & (flags.disambiguate | flags.eventTypes | flags.allKeys)) !== 0;

interface Pressed {
  readonly sequence: Sequence;
  /** What it types, when no modifier but shift is held. */
  readonly types?: string;
  /** Enter, tab and backspace stay bytes without modifiers, so that `reset` can be typed after a crash. */
  readonly staysByte: boolean;
  /** The key has a form from before the protocol that overlaps with other input. */
  readonly ambiguous: boolean;
}

function pressed(chord: Chord): Pressed {
  const typing = (chord.modifiers & ~modifiers.shift) === 0;
  if (chord.text !== undefined) {
    const types = typing ? { types: chord.text } : {};
    const number = chord.key.codePointAt(0)!;
    return { sequence: { number, final: 'u' }, ...types, staysByte: false, ambiguous: true };
  }
  const key = namedKeys[chord.key]!;
  const types = typing && key.kind === 'keypad' && key.types !== '\r' ? { types: key.types } : {};
  const staysByte = key.kind === 'control' && key.byte !== '\x1b' && chord.modifiers === 0;
  return { sequence: key.kitty, ...types, staysByte, ambiguous: key.kind !== 'sequence' };
}

function additions(chord: Chord, asked: number, types: string | undefined): Additions {
  const alternates = asked & flags.alternateKeys && chord.modifiers & modifiers.shift;
  const shifted = alternates && chord.text !== undefined && chord.text !== chord.key ? chord.text : undefined;
  const text = asked & flags.text && asked & flags.allKeys ? types : undefined;
  return { ...(shifted && { shifted: shifted.codePointAt(0)! }), ...(text && { text }) };
}

function press(chord: Chord, modes: Modes, key: Pressed): string {
  const asked = modes.kittyKeyboard;
  if (!(asked & flags.allKeys)) {
    if (key.types !== undefined) return key.types;
    if (key.staysByte || (key.ambiguous && !(asked & flags.disambiguate))) return encodeLegacy(chord, modes);
  }
  return sequence(key.sequence, chord.modifiers, additions(chord, asked, key.types));
}

/** The release is reported where the program asked for event types; a key that stayed a byte has none. */
function release(chord: Chord, asked: number, key: Pressed): string {
  if (!(asked & flags.eventTypes) || (key.staysByte && !(asked & flags.allKeys))) return '';
  return sequence(key.sequence, chord.modifiers, { ...additions(chord, asked, undefined), released: true });
}

/** A press, and its release if the program wants to know of it. */
export function encodeKitty(chord: Chord, modes: Modes): string {
  const key = pressed(chord);
  return press(chord, modes, key) + release(chord, modes.kittyKeyboard, key);
}
