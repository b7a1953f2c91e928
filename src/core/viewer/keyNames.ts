/** Which key a sequence stands for, for those who are told what was typed. */
import { modifierNames } from '../input/keys/modifiers.ts';
import { namedKeys } from '../input/keys/table.ts';
import { limits } from '../limits.ts';

export interface Key {
  /** By the name that the action `key` takes, or the character; null for what is no key, such as a paste. */
  readonly key: string | null;
  readonly modifiers: readonly string[];
}

export interface TypedKey extends Key {
  readonly raw: string;
}

/** Who types quickly types several characters at once, which are told one by one; long text is told whole. */
export const keysIn = (pieces: readonly string[]): readonly TypedKey[] =>
  pieces
    .flatMap((piece) => (isText(piece) && piece.length <= limits.typedKeyChars ? [...piece] : [piece]))
    .map((raw) => ({ raw, ...keyOf(raw) }));

const isText = (piece: string) => piece >= ' ' && piece[0] !== '\x7f';

/** `number final` of a sequence to the key. Those of the keypad that send the same come later, and lose. */
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

const sequence = /^\x1b(?:\[(\d*)(?::\d*)*(?:;(\d*)(?::\d*)?)?(?:;[\d:]*)?|O(\d*))([@-~])$/;
const otherKey = /^\x1b\[27;(\d+);(\d+)~$/;

export function keyOf(raw: string): Key {
  const other = otherKey.exec(raw);
  if (other)
    return characterOf(String.fromCodePoint(bounded(other[2]!)), modifierNames(Number(other[1]) - 1));
  const found = sequence.exec(raw);
  if (found) return ofSequence(found);
  if (raw.length > 1 && raw.startsWith('\x1b')) {
    const { key, modifiers } = keyOf(raw.slice(1));
    if (key === null) return { key, modifiers };
    return { key, modifiers: ['alt', ...modifiers.filter((name) => name !== 'alt')] };
  }
  return isCharacter(raw) ? characterOf(raw, []) : { key: null, modifiers: [] };
}

const isCharacter = (text: string) => text.length <= 2 && [...text].length === 1;

function ofSequence([, number, mask, , final]: readonly (string | undefined)[]): Key {
  if (final === 'Z') return { key: 'tab', modifiers: ['shift'] };
  const modifiers = modifierNames(Number(mask || 1) - 1);
  const name = bySequence.get(`${number || 1}${final}`);
  if (name !== undefined) return { key: name, modifiers };
  return final === 'u' && number
    ? characterOf(String.fromCodePoint(bounded(number)), modifiers)
    : { key: null, modifiers: [] };
}

function characterOf(text: string, modifiers: readonly string[]): Key {
  const named = byByte.get(text);
  if (named !== undefined) return { key: named, modifiers };
  const code = text.codePointAt(0)!;
  if (code >= 0x20) return { key: text === ' ' ? 'space' : text, modifiers };
  const letter = String.fromCharCode(code + (code >= 1 && code <= 26 ? 0x60 : 0x40));
  return { key: code === 0 ? 'space' : letter, modifiers: ['ctrl', ...modifiers] };
}

/** A terminal may say any number. */
const bounded = (number: string) => Math.min(Number(number), 0x10ffff);
