/** Parses typed input into named keys, for listeners of typed keys. */
import { limits } from '#limits.ts';
import { modifierNames, namedKeys } from '#terminal/input/keyTable.ts';

interface KeyPress {
  /** The name as in the `key` action, or the character; null for input that is no key, such as a paste. */
  readonly key: string | null;
  readonly modifiers: readonly string[];
}

export interface TypedKey extends KeyPress {
  readonly raw: string;
}

/** Fast typing arrives as several characters, which are reported one by one. Long text is reported as one piece. */
export const parseTypedKeys = (pieces: readonly string[]): readonly TypedKey[] =>
  pieces
    .flatMap((piece) =>
      isPrintableText(piece) && piece.length <= limits.typedKeyChars ? [...piece] : [piece],
    )
    .map((raw) => ({ raw, ...parseKey(raw) }));

const isPrintableText = (piece: string) => piece >= ' ' && piece[0] !== '\x7f';

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

const keySequence = /^\x1b(?:\[(\d*)(?::\d*)*(?:;(\d*)(?::\d*)?)?(?:;[\d:]*)?|O(\d*))([@-~])$/;
const modifyOtherKeysSequence = /^\x1b\[27;(\d+);(\d+)~$/;

export function parseKey(raw: string): KeyPress {
  const other = modifyOtherKeysSequence.exec(raw);
  if (other)
    return parseCharacter(String.fromCodePoint(toCodePoint(other[2]!)), modifierNames(Number(other[1]) - 1));
  const found = keySequence.exec(raw);
  if (found) return parseKeySequence(found);
  if (raw.length > 1 && raw.startsWith('\x1b')) {
    const { key, modifiers } = parseKey(raw.slice(1));
    if (key === null) return { key, modifiers };
    return { key, modifiers: ['alt', ...modifiers.filter((name) => name !== 'alt')] };
  }
  return isSingleCharacter(raw) ? parseCharacter(raw, []) : { key: null, modifiers: [] };
}

const isSingleCharacter = (text: string) => text.length <= 2 && [...text].length === 1;

function parseKeySequence([, number, mask, , final]: readonly (string | undefined)[]): KeyPress {
  if (final === 'Z') return { key: 'tab', modifiers: ['shift'] };
  const modifiers = modifierNames(Number(mask || 1) - 1);
  const name = bySequence.get(`${number || 1}${final}`);
  if (name !== undefined) return { key: name, modifiers };
  return final === 'u' && number
    ? parseCharacter(String.fromCodePoint(toCodePoint(number)), modifiers)
    : { key: null, modifiers: [] };
}

function parseCharacter(text: string, modifiers: readonly string[]): KeyPress {
  const named = byByte.get(text);
  if (named !== undefined) return { key: named, modifiers };
  const code = text.codePointAt(0)!;
  if (code >= 0x20) return { key: text === ' ' ? 'space' : text, modifiers };
  const letter = String.fromCharCode(code + (code >= 1 && code <= 26 ? 0x60 : 0x40));
  return { key: code === 0 ? 'space' : letter, modifiers: ['ctrl', ...modifiers] };
}

/** Clamps the number, which a terminal may set to anything. */
const toCodePoint = (number: string) => Math.min(Number(number), 0x10ffff);
