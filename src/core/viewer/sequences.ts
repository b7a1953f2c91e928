/**
 * Cuts what a keyboard sends into whole keys. The beginning of one is kept until its rest comes; an escape is one too.
 * A paste with its brackets is one piece, and so are characters that follow each other.
 */
import { limits } from '../limits.ts';

const esc = '\x1b';
const pasteBegins = '\x1b[200~';
const pasteEnds = '\x1b[201~';

export class Sequences {
  #kept = '';

  push(text: string): string[] {
    const all = this.#kept + text;
    this.#kept = '';
    const whole: string[] = [];
    for (let at = 0; at < all.length; ) {
      const length = lengthAt(all, at) ?? this.#keep(all, at);
      if (length === 0) break;
      whole.push(all.slice(at, at + length));
      at += length;
    }
    return whole;
  }

  /** Something was begun that may also be all there is. Of a paste it is known that more comes. */
  get begun(): boolean {
    return this.#kept !== '' && !this.pastes;
  }

  /** One escape or two, and nothing else: the key of that name, unless more comes. */
  get escapes(): string {
    return this.#kept === esc || this.#kept === esc + esc ? this.#kept : '';
  }

  get pastes(): boolean {
    return this.#kept.startsWith(pasteBegins);
  }

  /** What was begun, as it is. */
  release(): string {
    const kept = this.#kept;
    this.#kept = '';
    return kept;
  }

  /** What is longer than any key goes on its way as it is. */
  #keep(all: string, at: number): number {
    const rest = all.length - at;
    const paste = all.startsWith(pasteBegins, at);
    if (rest > (paste ? limits.typedPasteChars : limits.typedKeyChars)) return rest;
    this.#kept = all.slice(at);
    return 0;
  }
}

/** Undefined when it is not finished. */
function lengthAt(all: string, at: number): number | undefined {
  if (all[at] !== esc) return lengthOfText(all, at);
  if (all[at + 1] !== esc) return lengthOfKey(all, at);
  // With alt a terminal may put one more escape before the sequence of a key; what has more of them is several keys.
  if (all[at + 2] === esc) return 1;
  const inner = lengthOfKey(all, at + 1);
  return inner === undefined ? undefined : inner + 1;
}

function lengthOfKey(all: string, at: number): number | undefined {
  const next = all[at + 1];
  if (next === undefined) return undefined;
  if (next === '[') return ofControl(all, at);
  if (next === 'O') return all.length > at + 2 ? 3 : undefined;
  return 1 + String.fromCodePoint(all.codePointAt(at + 1)!).length;
}

/** Of characters as many as there are, up to a slice; of control characters each is a key. */
function lengthOfText(all: string, at: number): number {
  const most = Math.min(all.length, at + limits.sliceBytes);
  let end = at;
  while (end < most && isPrinted(all.charCodeAt(end))) end++;
  if (end === at) return 1;
  const torn = end === most && end > at + 1 && end < all.length && isLeading(all.charCodeAt(end - 1));
  return (torn ? end - 1 : end) - at;
}

const isPrinted = (code: number) => code >= 0x20 && code !== 0x7f;
const isLeading = (code: number) => code >= 0xd800 && code < 0xdc00;

const control = /\x1b\[[0-?]*[ -/]*/y;

function ofControl(all: string, at: number): number | undefined {
  if (all.startsWith(pasteBegins, at)) {
    const end = all.indexOf(pasteEnds, at);
    return end < 0 ? undefined : end + pasteEnds.length - at;
  }
  control.lastIndex = at;
  const head = control.exec(all)![0];
  const final = all[at + head.length];
  if (final === undefined) return undefined;
  if (head.length === 2 && (final === 'M' || final === '[')) return lengthIf(all, at, final === 'M' ? 6 : 4);
  // What cannot end a sequence is not of it.
  return final >= '@' && final <= '~' ? head.length + 1 : head.length;
}

const lengthIf = (all: string, at: number, length: number) => (all.length - at < length ? undefined : length);

export const isPaste = (key: string): boolean => key.startsWith(pasteBegins) && key.endsWith(pasteEnds);

/** What stands between its brackets. */
export const pasted = (key: string): string => key.slice(pasteBegins.length, -pasteEnds.length);
