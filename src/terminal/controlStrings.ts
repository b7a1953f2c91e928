/** Handlers of OSC, DCS and APC strings with bounded memory. */
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { apcIdentifier, type Emulator, type FunctionIdentifier, type StringHandler } from './xterm.ts';

/** Collects the beginning of an OSC, DCS or APC string, at most `keep` characters. */
class StringCollector implements StringHandler {
  readonly #keep: number;
  readonly #onEnd: (string: CollectedString) => void;
  #text = '';
  #bytes = 0;
  #whole = true;

  constructor(keep: number, onEnd: (string: CollectedString) => void) {
    this.#keep = keep;
    this.#onEnd = onEnd;
  }

  readonly start = (): void => {
    this.#text = '';
    this.#bytes = 0;
    this.#whole = true;
  };

  readonly hook = this.start;

  put(data: Uint32Array, start: number, end: number): void {
    for (let at = start; at < end && this.#bytes <= limits.stringBytes; at++)
      this.#bytes += utf8Length(data[at]!);
    for (let at = start; at < end && this.#whole; at++) {
      const char = String.fromCodePoint(data[at]!);
      if (this.#text.length + char.length > this.#keep) this.#whole = false;
      else this.#text += char;
    }
  }

  readonly end = (success: boolean): true => {
    const string = { text: this.#text, whole: this.#whole, tooLong: this.#bytes > limits.stringBytes };
    this.#text = '';
    if (success) this.#onEnd(string);
    return true;
  };

  readonly unhook = this.end;
}

interface CollectedString {
  readonly text: string;
  /** False if the string was longer. */
  readonly whole: boolean;
  /** The string had more than `limits.stringBytes`. */
  readonly tooLong: boolean;
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

/**
 * A string over `keep` characters is cut safely, or dropped if `cut` is false because a part would mean something else.
 * A string over `limits.stringBytes` is dropped.
 */
type StringBound = { readonly keep: number; readonly cut: boolean };

const collectBounded = ({ keep, cut }: StringBound, handle: (text: string) => void) =>
  new StringCollector(keep, ({ text, whole, tooLong }) => {
    if (!tooLong && (whole || cut)) handle(whole ? text : truncateSafely(text));
  });

/** Replaces the emulator's handlers of an OSC number, which accept ten megabytes. */
export function onOsc(
  { parser }: Emulator,
  number: number,
  bound: StringBound,
  handle: (text: string) => void,
): void {
  parser.clearOscHandler(number);
  parser.registerOscHandler(number, collectBounded(bound, handle));
}

/** Keeps only the beginning of strings that may carry a file. `whole` is false if the string was longer. */
export function onOscHead(
  { parser }: Emulator,
  number: number,
  keep: number,
  handle: (text: string, whole: boolean) => void,
): void {
  parser.clearOscHandler(number);
  parser.registerOscHandler(number, new StringCollector(keep, ({ text, whole }) => handle(text, whole)));
}

/** Handles the beginnings of APC strings. */
export const onApc = ({ parser }: Emulator, keep: number, handle: (text: string) => void): void =>
  parser.registerDcsHandler(apcIdentifier, new StringCollector(keep, ({ text }) => handle(text)));

export function onDcs(
  { parser }: Emulator,
  id: FunctionIdentifier,
  bound: StringBound,
  handle: (text: string) => void,
): void {
  parser.clearDcsHandler(id);
  parser.registerDcsHandler(id, collectBounded(bound, handle));
}
