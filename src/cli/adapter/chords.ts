/** Keys for us, told from those for the program: ctrl+] and then another one. */

export type Command = 'save' | 'quit';

const commands: Readonly<Record<string, Command>> = { s: 'save', q: 'quit' };
const prefix = '\x1d';

/** The same keys in the protocols that a program may have asked its terminal for. */
const encoded = [
  [/\x1b\[93;5(?::1)?u|\x1b\[27;5;93~/g, prefix],
  [/\x1b\[115(?:;1(?::1)?)?u/g, 's'],
  [/\x1b\[113(?:;1(?::1)?)?u/g, 'q'],
] as const;

export class Chords {
  /** How the prefix came, for as long as it is not known what it begins. */
  #begun: string | undefined;

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
      const command = commands[key];
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
const piece = /\x1b\[(?:93;5(?::1)?u|27;5;93~|11[35](?:;1(?::1)?)?u)|[\s\S]/g;

function plain(raw: string): string {
  if (raw.length === 1) return raw;
  for (const [form, key] of encoded) if (raw.replace(form, '') === '') return key;
  return raw;
}
