/** Keys for us, told from those for the program: ctrl+] and then another one. */

const prefix = '\x1d';

/** The prefix in the protocols that a program may have asked its terminal for. */
const encodedPrefix = /^\x1b(?:\[93;5(?::1)?u|\[27;5;93~)$/;
const encodedLetter = /^\x1b\[(\d{1,3})(?:;1(?::1)?)?u$/;

export class Chords<Command extends string> {
  readonly #commands: Readonly<Record<string, Command>>;
  /** How the prefix came, for as long as it is not known what it begins. */
  #begun: string | undefined;

  /** What each letter means after the prefix. */
  constructor(commands: Readonly<Record<string, Command>>) {
    this.#commands = commands;
  }

  /** What the program is to get of the keys, and what we are to do. */
  typed(bytes: Uint8Array): { readonly passed: Uint8Array; readonly commands: readonly Command[] } {
    const text = Buffer.from(bytes).toString('latin1');
    const found: Command[] = [];
    let passed = '';
    for (const { key, raw } of this.#keys(text)) {
      if (this.#begun === undefined) {
        if (key === prefix) this.#begun = raw;
        else passed += raw;
        continue;
      }
      const command = this.#commands[key];
      if (command) found.push(command);
      else passed += key === prefix ? raw : this.#begun + raw;
      this.#begun = undefined;
    }
    return { passed: Buffer.from(passed, 'latin1'), commands: found };
  }

  /** Only those keys that may be ours stand alone; what is between them is one piece. */
  *#keys(text: string): Generator<{ readonly key: string; readonly raw: string }> {
    const form =
      this.#begun === undefined && !text.includes(prefix) && !text.includes('\x1b') ? /.+/gs : piece;
    for (const [raw] of text.matchAll(form)) yield { key: plain(raw), raw };
  }
}

/** An escape sequence that may be one of ours, or one character. */
const piece = /\x1b\[(?:93;5(?::1)?u|27;5;93~|\d{1,3}(?:;1(?::1)?)?u)|[\s\S]/g;

function plain(raw: string): string {
  if (raw.length === 1) return raw;
  if (encodedPrefix.test(raw)) return prefix;
  const letter = encodedLetter.exec(raw)?.[1];
  return letter === undefined ? raw : String.fromCharCode(Number(letter));
}
