/** Decodes what terminals send for a key, in every form that `keys.ts` writes. */
import { modifiers, namedKeys } from './keyTable.ts';

export interface DecodedKey {
  /** A name of the key table, or the character; null for input that is no key, such as a paste. */
  readonly key: string | null;
  /** Bits of `modifiers`. Caps lock and num lock are ignored. */
  readonly modifiers: number;
  /** `report`: not a typing key, such as a mouse report or shift alone. */
  readonly event: 'press' | 'repeat' | 'release' | 'report';
  /** The same for the press, repeats and release of a key; undefined for keys without events. */
  readonly code: string | undefined;
  /** Characters that the key may mean, the most likely first. */
  readonly characters: readonly string[];
}

const noKey: DecodedKey = { key: null, modifiers: 0, event: 'press', code: undefined, characters: [] };

/** Maps `number final` of a sequence to the key. Keypad keys with the same sequence are ignored. */
const bySequence = new Map<string, string>();
const byByte = new Map<string, string>();
for (const [name, key] of Object.entries(namedKeys)) {
  if (key.kind === 'keypad') continue;
  if (key.kind === 'control') byByte.set(key.byte, name);
  for (const { number, final } of key.kind === 'control' ? [key.kitty] : [key, key.kitty]) {
    const sequence = `${number}${final}`;
    if (!('implied' in key && key.implied) && !bySequence.has(sequence)) bySequence.set(sequence, name);
  }
}

/** SS3, or `CSI key:shifted:base ; 1 + modifiers : event ; text final`, where all but the final byte may be missing. */
const keySequence =
  /^\x1b(?:O\d*|\[(?<key>\d*)(?::(?<shifted>\d*))?(?::(?<base>\d*))?(?:;(?<mask>\d*)(?::(?<event>\d*))?)?(?:;(?<text>[\d:]*))?)(?<final>[@-~])$/;
const modifyOtherKeysSequence = /^\x1b\[27;(?<mask>\d+);(?<key>\d+)~$/;
/** Mouse reports in three encodings, focus reports, and replies of the terminal. */
const reportPattern = /^\x1b\[(?:M[\s\S]{3}|<[\d;]+[Mm]|\d+;\d+;\d+M|[IO]|\?[\d;$]*[a-z])$/;

const keyEvents: Readonly<Record<string, DecodedKey['event']>> = { 2: 'repeat', 3: 'release' };

export function decodeKey(raw: string): DecodedKey {
  if (reportPattern.test(raw)) return { ...noKey, event: 'report' };
  const other = modifyOtherKeysSequence.exec(raw)?.groups;
  if (other) return decodeCharacterKey({ ...other, shifted: other.key }, noKey);
  const fields = keySequence.exec(raw)?.groups;
  if (fields) return decodeSequence(fields);
  if (raw.length === 1 || (raw.length === 2 && raw.codePointAt(0)! > 0xffff)) return decodeCharacter(raw, 0);
  const key = raw.startsWith('\x1b') ? decodeKey(raw.slice(1)) : noKey;
  return key.key === null ? noKey : { ...key, modifiers: key.modifiers | modifiers.alt };
}

type KeyFields = Readonly<Record<string, string | undefined>>;

function decodeSequence(fields: KeyFields): DecodedKey {
  const { key, event = '', final } = fields;
  const code = `${key || 1}${final}`;
  const decoded: DecodedKey = { ...noKey, code, event: keyEvents[event] ?? 'press' };
  if (final === 'Z') return { ...decoded, key: 'tab', modifiers: modifiers.shift };
  const name = bySequence.get(code);
  if (final !== 'u' || !key)
    return name === undefined ? decoded : { ...decoded, key: name, modifiers: modifierMask(fields) };
  const typed = decodeCharacterKey(fields, decoded);
  return { ...typed, key: name ?? typed.key, event: isModifierKey(Number(key)) ? 'report' : typed.event };
}

function decodeCharacterKey(fields: KeyFields, decoded: DecodedKey): DecodedKey {
  const mask = modifierMask(fields);
  return {
    ...decoded,
    ...decodeCharacter(toCharacter(fields.key), mask),
    code: decoded.code,
    event: decoded.event,
    characters: possibleCharacters(fields, (mask & modifiers.shift) !== 0),
  };
}

function decodeCharacter(text: string, mask: number): DecodedKey {
  const code = text.codePointAt(0)!;
  const named = byByte.get(text) ?? (text === ' ' || code === 0 ? 'space' : undefined);
  const isControl = code < 0x20 && !byByte.has(text);
  const character = isControl ? String.fromCharCode(code + (code <= 26 ? 0x60 : 0x40)) : text;
  return {
    ...noKey,
    key: named ?? character,
    modifiers: isControl ? mask | modifiers.ctrl : mask,
    characters: [character],
  };
}

const modifierMask = ({ mask }: KeyFields) => (Number(mask || 1) - 1) & 0x3f;

/** For keyboards without Latin letters, the physical key counts too. */
function possibleCharacters({ key, shifted, base, text = '' }: KeyFields, withShift: boolean): string[] {
  const typed = text.split(':').map(toCharacter).join('');
  const plain = [toCharacter(key), ...(Number(key) > 0x7f ? [toCharacter(base)] : [])];
  const own = withShift ? [shifted ? toCharacter(shifted) : usShiftedLetter(toCharacter(key))] : plain;
  return [typed, ...own].filter((letter) => letter !== '');
}

/** Clamps the code, because a terminal may send any number. */
const toCharacter = (code: string | undefined) =>
  code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : '';

/** Guesses the US layout, for a terminal that reports shift but not the shifted character. */
function usShiftedLetter(letter: string): string {
  if (letter === '/') return '?';
  return /^[a-z]$/.test(letter) ? letter.toUpperCase() : '';
}

/** Caps lock, scroll lock, num lock; shift, ctrl and the other modifiers, left and right. */
const isModifierKey = (code: number) => (code >= 57358 && code <= 57360) || (code >= 57441 && code <= 57454);
