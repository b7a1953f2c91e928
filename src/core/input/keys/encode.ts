import type { Modes } from '../modes.ts';
import type { Chord } from './chord.ts';
import { encodeKitty, speaksKitty } from './kitty.ts';
import { withoutShift } from './layout.ts';
import { encodeLegacy } from './legacy.ts';
import { modifierNames, modifiers } from './modifiers.ts';
import { encodeModified } from './modifyOtherKeys.ts';

/** What a terminal sends for the chord when a program has set these modes; text, to be sent as UTF-8. */
export function encodeChord(chord: Chord, modes: Modes): string {
  if (speaksKitty(modes.kittyKeyboard)) return encodeKitty(chord, modes);
  return encodeModified(chord, modes.modifyOtherKeys) ?? encodeLegacy(chord, modes);
}

function without(chord: Chord, bit: number): Chord {
  const rest = { ...chord, modifiers: chord.modifiers & ~bit };
  return bit === modifiers.shift && chord.text !== undefined
    ? { ...rest, text: withoutShift(chord.text) }
    : rest;
}

/**
 * Terminals drop modifiers that they have no code for: shift+enter is enter until the program asks for more. The
 * program cannot know, so the caller is told.
 */
export function lostModifiers(chord: Chord, modes: Modes): string[] {
  const bytes = encodeChord(chord, modes);
  const lost = modifierNames(chord.named).filter(
    (name) => encodeChord(without(chord, modifiers[name]), modes) === bytes,
  );
  if (lost.length === 0) return [];
  return [
    `${chord.spelled}: ${lost.join(' and ')} cannot be told; the program has asked for no keyboard mode that can.`,
  ];
}
