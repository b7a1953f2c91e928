/** Separates keys for ptywright from input for the program. */
import { limits } from '#limits.ts';
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

/** A key as the terminal encodes it: one byte, or a sequence of a keyboard protocol that the program enabled. */
interface ParsedKey {
  /** The same for the press, repeats and release of a key; undefined for keys without events. */
  readonly code: string | undefined;
  /** `news`: not a typing key, such as a mouse report or shift alone. */
  readonly event: 'press' | 'repeat' | 'release' | 'news';
  /** Ctrl+] or ctrl+5: without a protocol both send the same byte, and some keyboards have only the latter. */
  readonly isPrefix: boolean;
  /** Characters that the key may mean, the most likely first. */
  readonly letters: readonly string[];
}

/** `CSI key:shifted:base ; 1 + modifiers : event ; text final`, where all but the final byte may be missing. */
const keySequence =
  /^\x1b\[(?<key>\d*)(?::(?<shifted>\d*))?(?::(?<base>\d*))?(?:;(?<mask>\d*)(?::(?<event>\d*))?)?(?:;(?<text>[\d:]*))?(?<final>[@-~])$/;
const modifyOtherKeysSequence = /^\x1b\[27;(?<mask>\d+);(?<key>\d+)~$/;
/** Mouse reports in three encodings, focus reports, and replies of the terminal. */
const reportPattern = /^\x1b\[(?:M[\s\S]{3}|<[\d;]+[Mm]|\d+;\d+;\d+M|[IO]|\?[\d;$]*[a-z])$/;

const prefixLetters = [']', '5'];
const keyEvents = { 1: 'press', 2: 'repeat', 3: 'release' } as const;

const emptyFields = { key: '', shifted: '', base: '', mask: '', event: '', text: '', final: '' };
type KeyFields = Readonly<typeof emptyFields>;

export function parseKey(raw: string): ParsedKey {
  if (raw === '\x1d') return { ...unknownKey, isPrefix: true };
  if (raw.length === 1) return { ...unknownKey, letters: [raw] };
  if (reportPattern.test(raw)) return { ...unknownKey, event: 'news' };
  const other = matchFields(modifyOtherKeysSequence.exec(raw));
  if (other) return parseCharacterKey({ ...other, shifted: other.key }, unknownKey);
  const found = matchFields(keySequence.exec(raw));
  return found ? parseKeySequence(found) : unknownKey;
}

function matchFields(found: RegExpExecArray | null): KeyFields | undefined {
  if (!found) return undefined;
  return { ...emptyFields, ...Object.fromEntries(Object.entries(found.groups!).filter(([, text]) => text)) };
}

const unknownKey: ParsedKey = { code: undefined, event: 'press', isPrefix: false, letters: [] };

function parseKeySequence(fields: KeyFields): ParsedKey {
  const { key, event, final } = fields;
  const told: ParsedKey = {
    ...unknownKey,
    code: `${key || 1}${final}`,
    event: keyEvents[(event || 1) as keyof typeof keyEvents] ?? 'press',
  };
  if (final !== 'u') return told;
  return isModifierKey(Number(key)) ? { ...told, event: 'news' } : parseCharacterKey(fields, told);
}

function parseCharacterKey(fields: KeyFields, told: ParsedKey): ParsedKey {
  const mask = modifierMask(fields.mask);
  const letters = possibleLetters(fields, (mask & modifiers.shift) !== 0);
  const others = mask & ~modifiers.shift;
  const shown = (mask & modifiers.shift) === 0 ? letters : letters.filter((letter) => letter === ']');
  const isPrefix = others === modifiers.ctrl && shown.some((letter) => prefixLetters.includes(letter));
  return { ...told, isPrefix, letters: others === 0 ? letters : [] };
}

/** Ignores caps lock and num lock. */
const modifierMask = (mask: string) => (Number(mask || 1) - 1) & 0x3f;

/** For keyboards without Latin letters, the physical key counts too. */
function possibleLetters({ key, shifted, base, text }: KeyFields, withShift: boolean): string[] {
  const typed = text.split(':').map(toCharacter).join('');
  const plain = [toCharacter(key), ...(Number(key) > 0x7f ? [toCharacter(base)] : [])];
  const own = withShift ? [shifted === '' ? usShiftedLetter(toCharacter(key)) : toCharacter(shifted)] : plain;
  return [typed, ...own].filter((letter) => letter !== '');
}

/** Clamps the code, because a terminal may send any number. */
const toCharacter = (code: string) =>
  code === '' ? '' : String.fromCodePoint(Math.min(Number(code), 0x10ffff));

/** Guesses the US layout, for a terminal that reports shift but not the shifted character. */
function usShiftedLetter(letter: string): string {
  if (letter === '/') return '?';
  return /^[a-z]$/.test(letter) ? letter.toUpperCase() : '';
}

/** Caps lock, scroll lock, num lock; shift, ctrl and the other modifiers, left and right. */
const isModifierKey = (code: number) => (code >= 57358 && code <= 57360) || (code >= 57441 && code <= 57454);

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

/** Detects commands: the prefix ctrl+] followed by a command key. */
export class PrefixKeys<Command extends string> {
  readonly #commands: Readonly<Record<string, Command>>;
  readonly #splitter = new InputSplitter();
  #pending: PendingPrefix | undefined;
  /** Keys of the last command. The program did not receive their press, so it does not receive repeats and releases. */
  #swallowedKeys: readonly (string | undefined)[] = [];

  /** The command of each letter after the prefix. */
  constructor(commands: Readonly<Record<string, Command>>) {
    this.#commands = commands;
  }

  /** Returns the input for the program and the commands to run. */
  handleInput(bytes: Uint8Array): { readonly passed: Uint8Array; readonly commands: readonly Command[] } {
    const found: Command[] = [];
    let all = '';
    for (const { raw, kind: sort } of this.#splitter.push(Buffer.from(bytes).toString('latin1'))) {
      const { passed, command } = this.#handlers[sort](raw);
      all += passed;
      if (command) found.push(command);
    }
    return { passed: Buffer.from(all, 'latin1'), commands: found };
  }

  readonly #handlers: { readonly [Sort in InputPiece['kind']]: (raw: string) => KeyOutcome<Command> } = {
    key: (raw) => this.#handleKey(raw),
    text: (raw) => this.#handleText(raw),
    rest: (raw) => this.#passThrough(raw),
  };

  #handleText(raw: string): KeyOutcome<Command> {
    if (!this.#pending) return { passed: raw };
    const { passed, ...done } = this.#handleKey(raw.slice(0, 1));
    return { passed: passed + raw.slice(1), ...done };
  }

  #handleKey(raw: string): KeyOutcome<Command> {
    const key = parseKey(raw);
    if (key.event === 'press') return this.#handlePress(raw, key);
    if (key.code !== undefined && this.#swallowedKeys.includes(key.code)) return { passed: '' };
    if (!this.#pending || key.code === undefined || key.code !== this.#pending.code) return { passed: raw };
    this.#pending = { ...this.#pending, raw: this.#pending.raw + raw };
    return { passed: '' };
  }

  #handlePress(raw: string, key: ParsedKey): KeyOutcome<Command> {
    this.#swallowedKeys = this.#swallowedKeys.filter((code) => code !== key.code);
    const begun = this.#pending;
    if (key.isPrefix) {
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

  #findCommand({ letters }: ParsedKey): Command | undefined {
    const letter = letters.find((each) => Object.hasOwn(this.#commands, each));
    return letter === undefined ? undefined : this.#commands[letter];
  }
}
