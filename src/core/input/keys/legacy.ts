import type { Modes } from '../modes.ts';
import type { Chord } from './chord.ts';
import { modifiers, withMetaAsAlt } from './modifiers.ts';
import { sequence } from './sequence.ts';
import { type ControlKey, type KeypadKey, type NamedKey, namedKeys, type SequenceKey } from './table.ts';

/** What has no older form is sent as the kitty protocol writes it, which no program mistakes for other input. */
const beyondLegacy = modifiers.super | modifiers.hyper;

/** X11's own rule for control characters, and `?` for DEL, which xterm added. */
export function controlCharacter(text: string): string | undefined {
  if (text === '2') return '\0';
  if (text === '8' || text === '?') return '\x7f';
  if (text === '/') return '\x1f';
  const code = text.charCodeAt(0);
  if (text >= '3' && text <= '7') return String.fromCharCode(code - 0x33 + 0x1b);
  const isControllable = text.length === 1 && ((code >= 0x40 && code < 0x7f) || code === 0x20);
  return isControllable ? String.fromCharCode(code & 0x1f) : undefined;
}

const escaped = (mask: number, bytes: string) => (mask & modifiers.alt ? `\x1b${bytes}` : bytes);

function character(text: string, key: string, mask: number): string {
  if (mask & beyondLegacy) return sequence({ number: key.codePointAt(0)!, final: 'u' }, mask);
  return escaped(mask, (mask & modifiers.ctrl ? controlCharacter(text) : undefined) ?? text);
}

function controlKey(key: ControlKey, mask: number): string {
  if (mask & beyondLegacy) return sequence(key.kitty, mask);
  const shifted = mask & modifiers.shift ? key.withShift : undefined;
  const controlled = mask & modifiers.ctrl ? key.withCtrl : undefined;
  return escaped(mask, shifted ?? controlled ?? key.byte);
}

function sequenceKey(key: SequenceKey, mask: number, modes: Modes): string {
  const all = mask | (key.implied ?? 0);
  const single = key.ss3 === 'always' || (key.ss3 === 'application_cursor' && modes.applicationCursor);
  return all === 0 && single ? `\x1bO${key.final}` : sequence(key, all);
}

function keypadKey(key: KeypadKey, mask: number, modes: Modes): string {
  if (mask & beyondLegacy) return sequence(key.kitty, mask);
  if (modes.applicationKeypad) return escaped(mask, `\x1bO${key.ss3}`);
  return character(key.types, key.types, mask);
}

const encoders: {
  readonly [Kind in NamedKey['kind']]: (
    key: Extract<NamedKey, { kind: Kind }>,
    mask: number,
    modes: Modes,
  ) => string;
} = { control: controlKey, sequence: sequenceKey, keypad: keypadKey };

/** The bytes that xterm sends when the program has asked for no keyboard protocol. */
export function encodeLegacy(chord: Chord, modes: Modes): string {
  const mask = withMetaAsAlt(chord.modifiers);
  if (chord.text !== undefined) return character(chord.text, chord.key, mask);
  const key = namedKeys[chord.key]!;
  return encoders[key.kind](key as never, mask, modes);
}
