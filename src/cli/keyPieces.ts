/**
 * Cuts what a terminal sends where keys of ours may stand. Nothing is kept that may be a key of its own: an escape goes on
 * its way at once, and what follows it in another read is no longer ours.
 */
import { limits } from '../core/limits.ts';

export interface Piece {
  readonly raw: string;
  /** `rest`: of what the program has the beginning of, or of a paste. */
  readonly sort: 'key' | 'text' | 'rest';
}

const pasteBegins = '\x1b[200~';
const pasteEnds = '\x1b[201~';

/** A report of the mouse in bytes, a control sequence, a key in three bytes, what is no sequence, and what is left. */
const piece = /\x1b\[M[ -\xff]{3}|\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[@-~]|[^\x1b\x1d]+|[\s\S]/g;
/** It has a parameter already, and no key ends so. */
const unfinished = /\x1b\[[0-?]+[ -/]*$/;
const justBegun = /\x1b\[?$/;

export class Pieces {
  #kept = '';
  /** The program has it, but it may begin a paste. */
  #gone = '';
  /** The end of what has come of a paste: its closing bracket may be in two reads. */
  #paste: string | undefined;

  /** One character is one byte. */
  *push(text: string): Generator<Piece> {
    let rest = this.#kept + text;
    this.#kept = '';
    while (rest !== '')
      rest = this.#paste === undefined ? yield* this.#keys(rest) : yield* this.#pasted(rest);
  }

  /** Gives what comes after the beginning of a paste. */
  *#keys(text: string): Generator<Piece, string> {
    const whole = this.#gone + text;
    const kept = unfinishedOf(whole);
    // What is gone stays gone until the rest of it has come.
    this.#kept = kept === whole ? text : kept;
    if (kept === whole) return '';
    const all = whole.slice(0, whole.length - kept.length);
    let gone = this.#gone.length;
    this.#gone = justBegun.exec(all.slice(-2))?.[0] ?? '';
    for (const { 0: found, index } of all.matchAll(piece)) {
      const raw = found.slice(gone);
      if (raw !== '') yield { raw, sort: gone > 0 || found === pasteBegins ? 'rest' : sortOf(found) };
      gone = Math.max(0, gone - found.length);
      if (found !== pasteBegins) continue;
      this.#paste = '';
      this.#gone = '';
      const after = all.slice(index + found.length) + this.#kept;
      this.#kept = '';
      return after;
    }
    return '';
  }

  /** Gives what comes after its end. */
  *#pasted(text: string): Generator<Piece, string> {
    const before = this.#paste!;
    const at = (before + text).indexOf(pasteEnds);
    const length = at < 0 ? text.length : at + pasteEnds.length - before.length;
    yield { raw: text.slice(0, length), sort: 'rest' };
    this.#paste = at < 0 ? (before + text).slice(1 - pasteEnds.length) : undefined;
    return text.slice(length);
  }
}

/** Only the end is looked at: a read may be full of tiny pastes, and each of them asks anew. */
function unfinishedOf(text: string): string {
  const end = text.slice(-limits.typedKeyChars);
  return unfinished.exec(end)?.[0] ?? '';
}

const sortOf = (raw: string) => (raw.startsWith('\x1b') || raw === '\x1d' ? 'key' : 'text');
