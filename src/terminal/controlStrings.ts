/** Handlers of OSC, DCS and APC strings with bounded memory. */
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import {
  apcIdentifier,
  type Emulator,
  type FunctionIdentifier,
  type SequenceParams,
  type StringHandler,
} from './xterm.ts';

/**
 * Collects the string of an OSC or DCS sequence. A string over `limits.stringBytes` is dropped. A string over `keep`
 * characters is cut safely, or dropped if `cut` is false because a part would mean something else.
 */
class BoundedString {
  readonly #keep: number;
  readonly #cut: boolean;
  #text = '';
  #bytes = 0;
  #over = false;

  constructor(keep: number, cut: boolean) {
    this.#keep = keep;
    this.#cut = cut;
  }

  start(): void {
    this.#text = '';
    this.#bytes = 0;
    this.#over = false;
  }

  put(data: Uint32Array, start: number, end: number): void {
    for (let at = start; at < end; at++) this.#bytes += utf8Length(data[at]!);
    if (this.#bytes > limits.stringBytes) this.#text = '';
    for (let at = start; at < end && !this.#over; at++) {
      const char = String.fromCodePoint(data[at]!);
      if (this.#text.length + char.length > this.#keep) this.#over = true;
      else this.#text += char;
    }
  }

  take(): string | null {
    const text = this.#text;
    this.#text = '';
    if (this.#bytes > limits.stringBytes || (this.#over && !this.#cut)) return null;
    return this.#over ? truncateSafely(text) : text;
  }
}

/**
 * Cuts a text so that it cannot end in a partial secret, which no rule would recognize. The text ends before the word
 * that was split, or before a possible start of a secret.
 */
export function truncateSafely(text: string): string {
  const words = text.slice(0, text.lastIndexOf(' ') + 1 || text.length);
  const open = defaultSecrets.findUnfinished(words);
  return words.length - open < limits.unfinishedSecretChars ? words : words.slice(0, open);
}

const defaultSecrets = createRedaction(defaultPolicy).secrets!;

const utf8Length = (codePoint: number) =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** Collects the first characters of a string of any length. Used for strings that start with a header. */
class StringHead {
  readonly #keep: number;
  #text = '';
  whole = true;

  constructor(keep: number) {
    this.#keep = keep;
  }

  start(): void {
    this.#text = '';
    this.whole = true;
  }

  put(data: Uint32Array, start: number, end: number): void {
    for (let at = start; at < end && this.whole; at++) {
      const char = String.fromCodePoint(data[at]!);
      if (this.#text.length + char.length > this.#keep) this.whole = false;
      else this.#text += char;
    }
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

type StringBound = { readonly keep: number; readonly cut: boolean };

/** Replaces the emulator's handlers of an OSC number, which accept ten megabytes. */
export function onOsc(
  { parser }: Emulator,
  number: number,
  bound: StringBound,
  handle: (text: string) => void,
): void {
  const string = new BoundedString(bound.keep, bound.cut);
  parser.clearOscHandler(number);
  parser.registerOscHandler(number, {
    start: () => string.start(),
    put: (data, start, end) => string.put(data, start, end),
    end: (success) => deliver(string, success, handle),
  } satisfies StringHandler);
}

/** Keeps only the beginning of strings that may carry a file. `whole` is false if the string was longer. */
export function onOscHead(
  { parser }: Emulator,
  number: number,
  keep: number,
  handle: (text: string, whole: boolean) => void,
): void {
  const head = new StringHead(keep);
  parser.clearOscHandler(number);
  parser.registerOscHandler(number, {
    start: () => head.start(),
    put: (data, start, end) => head.put(data, start, end),
    end: (success) => {
      const text = head.take();
      if (success) handle(text, head.whole);
      return true;
    },
  } satisfies StringHandler);
}

/** Handles the beginnings of APC strings. */
export function onApc({ parser }: Emulator, keep: number, handle: (text: string) => void): void {
  const head = new StringHead(keep);
  parser.registerDcsHandler(apcIdentifier, {
    hook: (_params: SequenceParams) => head.start(),
    put: (data, start, end) => head.put(data, start, end),
    unhook: (success) => {
      const text = head.take();
      if (success) handle(text);
      return true;
    },
  } satisfies StringHandler);
}

export function onDcs(
  { parser }: Emulator,
  id: FunctionIdentifier,
  bound: StringBound,
  handle: (text: string) => void,
): void {
  const string = new BoundedString(bound.keep, bound.cut);
  parser.clearDcsHandler(id);
  parser.registerDcsHandler(id, {
    hook: (_params: SequenceParams) => string.start(),
    put: (data, start, end) => string.put(data, start, end),
    unhook: (success) => deliver(string, success, handle),
  } satisfies StringHandler);
}

function deliver(string: BoundedString, success: boolean, handle: (text: string) => void): true {
  const text = string.take();
  if (success && text !== null) handle(text);
  return true;
}
