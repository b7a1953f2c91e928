/** Input of a plain stream: splits bytes into text and other bytes, and types them. */
import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Session } from '#session/session.ts';
import type { Viewer } from '#viewers/viewer.ts';

interface Utf8Part {
  readonly text: boolean;
  readonly bytes: Uint8Array;
}

interface Utf8Split {
  readonly parts: readonly Utf8Part[];
  /** An incomplete character that more bytes may complete. */
  readonly rest: Uint8Array;
}

/** Splits bytes into parts that are UTF-8 text and parts that are not, without an incomplete character at the end. */
export function splitUtf8(bytes: Uint8Array): Utf8Split {
  const end = bytes.length - countIncompleteBytes(bytes);
  const rest = bytes.subarray(end);
  const whole = bytes.subarray(0, end);
  if (isUtf8(whole)) return { parts: whole.length > 0 ? [{ text: true, bytes: whole }] : [], rest };
  return { parts: splitInvalid(whole), rest };
}

function splitInvalid(bytes: Uint8Array): readonly Utf8Part[] {
  const parts: Utf8Part[] = [];
  let from = 0;
  let text = characterLengthAt(bytes, 0) > 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLengthAt(bytes, at);
    if (length > 0 !== text) {
      parts.push({ text, bytes: bytes.subarray(from, at) });
      from = at;
      text = !text;
    }
    at += length || 1;
  }
  parts.push({ text, bytes: bytes.subarray(from) });
  return parts;
}

/** The length of the character at this index; 0 if the bytes are not a character. */
function characterLengthAt(bytes: Uint8Array, at: number): number {
  const length = expectedLength(bytes[at]!);
  if (length === 1) return bytes[at]! < 0x80 ? 1 : 0;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** The number of bytes at the end that belong to an incomplete character. */
function countIncompleteBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes.at(-count)!;
    if (isContinuation(byte)) continue;
    return expectedLength(byte) > count ? count : 0;
  }
  return 0;
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

/** The length of a character that begins with this byte; 1 if no longer character does. */
function expectedLength(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/**
 * Types the input of a plain stream in order: text as keys, and other bytes unchanged. A frame may end within a
 * character or a paste.
 */
export class RawInputWriter {
  readonly #session: Session;
  readonly #viewer: Viewer;
  readonly #signal: AbortSignal;
  /** The incomplete character at the end of the last input. */
  #partialCharacter: Uint8Array = new Uint8Array();
  #timer: Disposable | undefined;

  constructor(session: Session, viewer: Viewer, signal: AbortSignal) {
    this.#session = session;
    this.#viewer = viewer;
    this.#signal = signal;
  }

  /** Call it only after the last call has ended. Fails when the program has ended or accepts no more input. */
  async writeInput(bytes: Uint8Array): Promise<void> {
    this.#timer?.dispose();
    const all = Buffer.concat([this.#partialCharacter, bytes]);
    this.#partialCharacter = new Uint8Array();
    if (this.#isMouseReport(all)) return this.#write(all);
    const { parts, rest } = splitUtf8(all);
    for (const [at, { text, bytes }] of parts.entries()) {
      if (this.#signal.aborted) return;
      const more = at < parts.length - 1 || rest.length > 0;
      if (text) await this.#typeText(bytes, more);
      else await this.#write(bytes);
    }
    this.#partialCharacter = Uint8Array.from(rest);
    if (rest.length > 0)
      this.#timer = this.#session.clock.after(limits.typedKeyMs, () => void this.#flushPartialCharacter());
  }

  /** Cancels the delayed write of an incomplete character. */
  dispose(): void {
    this.#timer?.dispose();
  }

  /** Mouse reports in the default encoding contain bytes that are not text. */
  #isMouseReport(bytes: Buffer): boolean {
    const { mouseTracking } = this.#session.screen.modes;
    return mouseTracking !== 'none' && !this.#captured && !this.#viewer.isPasting && bytes.includes('\x1b[M');
  }

  /** Types long text in slices, so that a paste does not block other clients. */
  async #typeText(bytes: Uint8Array, goesOn: boolean): Promise<void> {
    const decoder = new StringDecoder();
    for (let at = 0; at < bytes.length && !this.#signal.aborted; at += limits.sliceBytes) {
      const more = at + limits.sliceBytes < bytes.length;
      const text = decoder.write(bytes.subarray(at, at + limits.sliceBytes) as Buffer);
      const typing = this.#viewer.type(text, this.#signal, more || goesOn);
      if (typing instanceof Promise) await typing;
      if (more) await new Promise(setImmediate);
    }
  }

  /** While the input is captured, its holder gets the bytes decoded as text. */
  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#captured) return void (await this.#viewer.type(Buffer.from(bytes).toString(), this.#signal));
    await this.#viewer.flushInput(this.#signal);
    await this.#session.inputQueue.run(
      () => this.#session.write(bytes),
      () => this.#signal,
    );
  }

  get #captured(): boolean {
    return this.#session.inputLock.captures(this.#viewer.options.owner);
  }

  /** Writes the bytes unchanged: they did not become a character in time. */
  async #flushPartialCharacter(): Promise<void> {
    const bytes = this.#partialCharacter;
    this.#partialCharacter = new Uint8Array();
    try {
      await this.#write(bytes);
    } catch {
      // The program has ended or accepts no more input. No caller waits for the result.
    }
  }
}
