/**
 * Splits keyboard input into whole keys, and encodes them for the program. An incomplete key is kept until its rest
 * arrives; this includes a single escape. A bracketed paste is one piece, and so is a run of characters.
 */
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { decodeKey } from '#terminal/input/keyDecoder.ts';
import { modifierNames } from '#terminal/input/keyTable.ts';
import { cellCenter, motionFlag, mouseReportEncodings, noButton } from '#terminal/input/mouse.ts';
import type { Modes } from '#terminal/modes.ts';

const esc = '\x1b';
const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

export class KeySplitter {
  #pending = '';

  push(text: string): string[] {
    const all = this.#pending + text;
    this.#pending = '';
    const whole: string[] = [];
    for (let at = 0; at < all.length; ) {
      const length = keyLengthAt(all, at) ?? this.#hold(all, at);
      if (length === 0) break;
      whole.push(all.slice(at, at + length));
      at += length;
    }
    return whole;
  }

  /**
   * Whether an incomplete key is kept that may also be complete. An open paste does not count, because more is
   * certain to follow.
   */
  get hasPendingKey(): boolean {
    return this.#pending !== '' && !this.isPasting;
  }

  /** The kept input if it is only one or two escapes: the Escape key, unless more follows. */
  get pendingEscapes(): string {
    return this.#pending === esc || this.#pending === esc + esc ? this.#pending : '';
  }

  get isPasting(): boolean {
    return this.#pending.startsWith(pasteStart);
  }

  /** Returns the kept input. */
  flush(): string {
    const kept = this.#pending;
    this.#pending = '';
    return kept;
  }

  /** Input longer than any key is passed on unchanged. */
  #hold(all: string, at: number): number {
    const rest = all.length - at;
    const paste = all.startsWith(pasteStart, at);
    if (rest > (paste ? limits.typedPasteChars : limits.typedKeyChars)) return rest;
    this.#pending = all.slice(at);
    return 0;
  }
}

/** Undefined if the key is incomplete. */
function keyLengthAt(all: string, at: number): number | undefined {
  if (all[at] !== esc) return textLength(all, at);
  if (all[at + 1] !== esc) return escapeKeyLength(all, at);
  // With Alt, a terminal may put one more escape before a key sequence. Three escapes are several keys.
  if (all[at + 2] === esc) return 1;
  const inner = escapeKeyLength(all, at + 1);
  return inner === undefined ? undefined : inner + 1;
}

function escapeKeyLength(all: string, at: number): number | undefined {
  const next = all[at + 1];
  if (next === undefined) return undefined;
  if (next === '[') return csiLength(all, at);
  if (next === 'O') return all.length > at + 2 ? 3 : undefined;
  return 1 + String.fromCodePoint(all.codePointAt(at + 1)!).length;
}

/** Printable characters form one piece, up to a slice. Each control character is a key. */
function textLength(all: string, at: number): number {
  const most = Math.min(all.length, at + limits.sliceBytes);
  let end = at;
  while (end < most && isPrintable(all.charCodeAt(end))) end++;
  if (end === at) return 1;
  const torn = end === most && end > at + 1 && end < all.length && isHighSurrogate(all.charCodeAt(end - 1));
  return (torn ? end - 1 : end) - at;
}

const isPrintable = (code: number) => code >= 0x20 && code !== 0x7f;
const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

const csiHead = /\x1b\[[0-?]*[ -/]*/y;

function csiLength(all: string, at: number): number | undefined {
  if (all.startsWith(pasteStart, at)) {
    const end = all.indexOf(pasteEnd, at);
    return end < 0 ? undefined : end + pasteEnd.length - at;
  }
  csiHead.lastIndex = at;
  const head = csiHead.exec(all)![0];
  const final = all[at + head.length];
  if (final === undefined) return undefined;
  if (head.length === 2 && (final === 'M' || final === '['))
    return lengthIfComplete(all, at, final === 'M' ? 6 : 4);
  // A byte that cannot end the sequence does not belong to it.
  return final >= '@' && final <= '~' ? head.length + 1 : head.length;
}

const lengthIfComplete = (all: string, at: number, length: number) =>
  all.length - at < length ? undefined : length;

const isPaste = (key: string): boolean => key.startsWith(pasteStart) && key.endsWith(pasteEnd);

/** The text between the brackets of a paste. */
const pasteContent = (key: string): string => key.slice(pasteStart.length, -pasteEnd.length);

export interface TypedKey {
  readonly raw: string;
  /** The name as in the `key` action, or the character; null for input that is no key, such as a paste. */
  readonly key: string | null;
  readonly modifiers: readonly string[];
}

/**
 * Names typed keys. Fast typing arrives as several characters, which are named one by one. Long text is one piece.
 */
export const parseTypedKeys = (pieces: readonly string[]): readonly TypedKey[] =>
  pieces
    .flatMap((piece) =>
      isPrintable(piece.charCodeAt(0)) && piece.length <= limits.typedKeyChars ? [...piece] : [piece],
    )
    .map((raw) => {
      const { key, modifiers } = decodeKey(raw);
      return { raw, key, modifiers: modifierNames(modifiers) };
    });

/** The state of the program's terminal that decides how keys are encoded. */
interface KeyTarget {
  readonly modes: Modes;
  readonly size: Size;
  /** Row and column of the program's screen at the top left of the viewer. */
  readonly row: number;
  readonly col: number;
}

const focusReports = ['\x1b[I', '\x1b[O'];
const sgrReport = /^\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])$/;
const x10Report = /^\x1b\[M/;
const wheelCode = 64;

export function encodeForProgram(key: string, facing: KeyTarget): Buffer {
  const { modes } = facing;
  if (focusReports.includes(key)) return Buffer.from(modes.focusEvents ? key : '');
  if (x10Report.test(key)) return Buffer.from('');
  const report = sgrReport.exec(key);
  if (report) return encodeMouse(report, facing);
  if (isPaste(key) && !modes.bracketedPaste) return Buffer.from(pasteContent(key));
  return Buffer.from(key);
}

function encodeMouse([, number, x, y, final]: readonly string[], facing: KeyTarget): Buffer {
  const { modes, size } = facing;
  const code = Number(number);
  const released = final === 'm';
  const col = Number(x) - 1 + facing.col;
  const row = Number(y) - 1 + facing.row;
  const { encode, maxCoordinate, charset } = mouseReportEncodings[modes.mouseEncoding];
  const inside =
    row >= 0 && col >= 0 && row < size.rows && col < size.cols && Math.max(row, col) < maxCoordinate;
  if (!inside || !isReported(code, released, modes.mouseTracking)) return Buffer.from('');
  if (modes.mouseEncoding !== 'sgr_pixels')
    return Buffer.from(encode({ code, released }, col + 1, row + 1), charset);
  if (size.pixelWidth === 0 || size.pixelHeight === 0) return Buffer.from('');
  const place = [
    cellCenter(col, size.cols, size.pixelWidth),
    cellCenter(row, size.rows, size.pixelHeight),
  ] as const;
  return Buffer.from(encode({ code, released }, ...place), charset);
}

/** A terminal may still report by the previous tracking mode right after a change. */
function isReported(code: number, released: boolean, tracking: Modes['mouseTracking']): boolean {
  if (tracking === 'none' || tracking === 'any') return tracking === 'any';
  if (code & motionFlag) return tracking === 'drag' && (code & noButton) !== noButton;
  return tracking !== 'x10' || (!released && code < wheelCode);
}
