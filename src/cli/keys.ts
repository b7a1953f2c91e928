/** Separates keys for ptywright from input for the program. */
import { limits } from '#limits.ts';
import { type DecodedKey, decodeKey } from '#terminal/input/keyDecoder.ts';
import type { Chord } from '#terminal/input/keys.ts';
import { modifiers } from '#terminal/input/keyTable.ts';

interface InputPiece {
  readonly raw: string;
  /** `rest`: the end of a sequence or paste whose beginning was already passed to the program. */
  readonly kind: 'key' | 'text' | 'rest';
}

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/** Matches a mouse report in bytes, a control sequence, an SS3 key, plain text, and any other single character. */
const piecePattern = /\x1b\[M[ -\xff]{3}|\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[@-~]|[^\x1b\x1d]+|[\s\S]/g;
/** Has a parameter already, so it cannot be a complete key. */
const incompletePattern = /\x1b\[[0-?]+[ -/]*$/;
const openingPattern = /\x1b\[?$/;

/**
 * Splits terminal input into keys and text. Keeps nothing back that may be a complete key: a lone escape is passed on
 * at once, and a sequence split there is not recognized.
 */
export class InputSplitter {
  #buffered = '';
  /** Passed to the program already, but it may begin a paste. */
  #forwarded = '';
  /** The end of a paste so far: its closing bracket may be split over two reads. */
  #pasteTail: string | undefined;

  /** One character is one byte (latin1). */
  *push(text: string): Generator<InputPiece> {
    let rest = this.#buffered + text;
    this.#buffered = '';
    while (rest !== '')
      rest = this.#pasteTail === undefined ? yield* this.#splitKeys(rest) : yield* this.#splitPaste(rest);
  }

  /** Returns the text after the start of a paste. */
  *#splitKeys(text: string): Generator<InputPiece, string> {
    const whole = this.#forwarded + text;
    const kept = incompleteSuffix(whole);
    // The forwarded part is remembered until the rest of the sequence arrives.
    this.#buffered = kept === whole ? text : kept;
    if (kept === whole) return '';
    const all = whole.slice(0, whole.length - kept.length);
    let gone = this.#forwarded.length;
    this.#forwarded = openingPattern.exec(all.slice(-2))?.[0] ?? '';
    for (const { 0: found, index } of all.matchAll(piecePattern)) {
      const raw = found.slice(gone);
      if (raw !== '') yield { raw, kind: gone > 0 || found === pasteStart ? 'rest' : pieceKind(found) };
      gone = Math.max(0, gone - found.length);
      if (found !== pasteStart) continue;
      this.#pasteTail = '';
      this.#forwarded = '';
      const after = all.slice(index + found.length) + this.#buffered;
      this.#buffered = '';
      return after;
    }
    return '';
  }

  /** Returns the text after the end of the paste. */
  *#splitPaste(text: string): Generator<InputPiece, string> {
    const before = this.#pasteTail!;
    const at = (before + text).indexOf(pasteEnd);
    const length = at < 0 ? text.length : at + pasteEnd.length - before.length;
    yield { raw: text.slice(0, length), kind: 'rest' };
    this.#pasteTail = at < 0 ? (before + text).slice(1 - pasteEnd.length) : undefined;
    return text.slice(length);
  }
}

/** Looks at the end only, because a read may contain many small pastes and each of them calls this. */
function incompleteSuffix(text: string): string {
  const end = text.slice(-limits.typedKeyChars);
  return incompletePattern.exec(end)?.[0] ?? '';
}

const pieceKind = (raw: string) => (raw.startsWith('\x1b') || raw === '\x1d' ? 'key' : 'text');

/**
 * Ctrl+] or ctrl+5: without a keyboard protocol both send the same byte, and some keyboards have only the latter. On
 * some keyboards `]` needs shift.
 */
function isPrefix({ modifiers: mask, characters }: DecodedKey): boolean {
  const plain = (mask & modifiers.shift) === 0;
  return (
    (mask & ~modifiers.shift) === modifiers.ctrl &&
    characters.some((character) => character === ']' || (plain && character === '5'))
  );
}

/** The prefix key was pressed, and no other key followed yet. */
interface PendingPrefix {
  /** Bytes of the prefix key, with its repeats and release so far. */
  readonly raw: string;
  readonly code: string | undefined;
}

/** The result of a key: the bytes for the program, and the command to run. */
interface KeyOutcome<Command> {
  readonly passed: string;
  readonly command?: Command;
}

/** A key that runs a command without the prefix. */
interface DirectKey<Command> {
  readonly chord: Pick<Chord, 'key' | 'modifiers'>;
  readonly command: Command;
}

/** Detects commands: the prefix ctrl+] followed by a command key. */
export class PrefixKeys<Command extends string> {
  readonly #commands: Readonly<Record<string, Command>>;
  readonly #direct: DirectKey<Command> | undefined;
  readonly #splitter = new InputSplitter();
  #pending: PendingPrefix | undefined;
  /** Keys of the last command. The program did not receive their press, so it does not receive repeats and releases. */
  #swallowedKeys: readonly (string | undefined)[] = [];

  /** The command of each letter after the prefix. */
  constructor(commands: Readonly<Record<string, Command>>, direct?: DirectKey<Command>) {
    this.#commands = commands;
    this.#direct = direct;
  }

  /** Returns the input for the program and the commands to run. */
  handleInput(bytes: Uint8Array): { readonly passed: Uint8Array; readonly commands: readonly Command[] } {
    const found: Command[] = [];
    let all = '';
    for (const { raw, kind: sort } of this.#pieces(Buffer.from(bytes).toString('latin1'))) {
      const { passed, command } = this.#handlers[sort](raw);
      all += passed;
      if (command) found.push(command);
    }
    return { passed: Buffer.from(all, 'latin1'), commands: found };
  }

  /** Control characters are parts of texts, so a text is split at them if a direct key may be one. */
  *#pieces(text: string): Generator<InputPiece> {
    for (const piece of this.#splitter.push(text))
      if (!this.#direct || piece.kind !== 'text') yield piece;
      else
        for (const raw of piece.raw.match(/[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g)!) yield { raw, kind: 'text' };
  }

  readonly #handlers: { readonly [Sort in InputPiece['kind']]: (raw: string) => KeyOutcome<Command> } = {
    key: (raw) => this.#handleKey(raw),
    text: (raw) => this.#handleText(raw),
    rest: (raw) => this.#passThrough(raw),
  };

  #handleText(raw: string): KeyOutcome<Command> {
    if (!this.#pending && this.#isDirect(decodeKey(raw)))
      return { passed: '', command: this.#direct!.command };
    if (!this.#pending) return { passed: raw };
    const { passed, ...done } = this.#handleKey(raw.slice(0, 1));
    return { passed: passed + raw.slice(1), ...done };
  }

  #handleKey(raw: string): KeyOutcome<Command> {
    const key = decodeKey(raw);
    if (key.event === 'press') return this.#handlePress(raw, key);
    if (key.code !== undefined && this.#swallowedKeys.includes(key.code)) return { passed: '' };
    if (!this.#pending || key.code === undefined || key.code !== this.#pending.code) return { passed: raw };
    this.#pending = { ...this.#pending, raw: this.#pending.raw + raw };
    return { passed: '' };
  }

  #handlePress(raw: string, key: DecodedKey): KeyOutcome<Command> {
    this.#swallowedKeys = this.#swallowedKeys.filter((code) => code !== key.code);
    const begun = this.#pending;
    if (!begun && this.#isDirect(key)) {
      this.#swallowedKeys = [key.code];
      return { passed: '', command: this.#direct!.command };
    }
    if (isPrefix(key)) {
      this.#pending = begun ? undefined : { raw, code: key.code };
      return { passed: begun ? raw : '' };
    }
    const command = begun && this.#findCommand(key);
    if (!command) return this.#passThrough(raw);
    this.#swallowedKeys = [begun.code, key.code];
    this.#pending = undefined;
    return { passed: '', command };
  }

  /** Passes the key to the program, with a pending prefix before it. */
  #passThrough(raw: string): KeyOutcome<Command> {
    const passed = (this.#pending?.raw ?? '') + raw;
    this.#pending = undefined;
    return { passed };
  }

  #isDirect({ key, modifiers: mask }: DecodedKey): boolean {
    return this.#direct?.chord.key === key && this.#direct.chord.modifiers === mask;
  }

  #findCommand({ modifiers: mask, characters }: DecodedKey): Command | undefined {
    if ((mask & ~modifiers.shift) !== 0) return undefined;
    const letter = characters.find((each) => Object.hasOwn(this.#commands, each));
    return letter === undefined ? undefined : this.#commands[letter];
  }
}
