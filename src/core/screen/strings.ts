import { limits } from '../limits.ts';
import { createRedaction, defaultPolicy } from '../redact/policy.ts';
import { apc, type Emulator, type Identifier, type Params, type StringHandler } from './xterm.ts';

/**
 * The strings inside OSC and DCS sequences, collected with a bound. A string over `limits.stringBytes` is dropped
 * whole; up to that its first `keep` characters are kept, without what the cut would go through, or it is
 * dropped when a cut would change its meaning.
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
    return this.#over ? cutShort(text) : text;
  }
}

/** Half of a secret no rule would know: what is too long ends before the word that the cut goes through, or what may be one. */
export function cutShort(text: string): string {
  const words = text.slice(0, text.lastIndexOf(' ') + 1 || text.length);
  const open = secrets.open(words);
  return words.length - open < limits.unfinishedSecretChars ? words : words.slice(0, open);
}

const secrets = createRedaction(defaultPolicy).secrets!;

const utf8Length = (codePoint: number) =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** The first characters of a string however long it is: what it says of itself before it carries something. */
class Head {
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

type Bound = { readonly keep: number; readonly cut: boolean };

/** Takes the place of the emulator's own handlers for an OSC number, whose bound is ten megabytes. */
export function onOsc(
  { parser }: Emulator,
  number: number,
  bound: Bound,
  handle: (text: string) => void,
): void {
  const string = new BoundedString(bound.keep, bound.cut);
  parser.clearOscHandler(number);
  parser.registerOscHandler(number, {
    start: () => string.start(),
    put: (data, start, end) => string.put(data, start, end),
    end: (success) => handOver(string, success, handle),
  } satisfies StringHandler);
}

/** For what may carry a file: the rest of it passes by. */
export function onOscHead(
  { parser }: Emulator,
  number: number,
  keep: number,
  handle: (text: string, whole: boolean) => void,
): void {
  const head = new Head(keep);
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

/** The beginnings of APC strings. */
export function onApc({ parser }: Emulator, keep: number, handle: (text: string) => void): void {
  const head = new Head(keep);
  parser.registerDcsHandler(apc, {
    hook: (_params: Params) => head.start(),
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
  id: Identifier,
  bound: Bound,
  handle: (text: string) => void,
): void {
  const string = new BoundedString(bound.keep, bound.cut);
  parser.clearDcsHandler(id);
  parser.registerDcsHandler(id, {
    hook: (_params: Params) => string.start(),
    put: (data, start, end) => string.put(data, start, end),
    unhook: (success) => handOver(string, success, handle),
  } satisfies StringHandler);
}

function handOver(string: BoundedString, success: boolean, handle: (text: string) => void): true {
  const text = string.take();
  if (success && text !== null) handle(text);
  return true;
}
