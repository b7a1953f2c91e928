/** Keys for us, told from those for the program: ctrl+] and then another one. */
import { type Piece, Pieces } from './keyPieces.ts';
import { type ToldKey, toldKey } from './toldKey.ts';

interface Begun {
  /** How the prefix came, and its repeats and its release, for as long as it is not known what it begins. */
  readonly raw: string;
  readonly code: string | undefined;
}

/** What becomes of a piece: how much of the keys the program gets, and what we are to do. */
interface Fate<Command> {
  readonly passed: string;
  readonly command?: Command;
}

export class Chords<Command extends string> {
  readonly #commands: Readonly<Record<string, Command>>;
  readonly #pieces = new Pieces();
  #begun: Begun | undefined;
  /** The keys of the last chord: the program has not seen them pressed, and hears nothing more of them. */
  #ours: readonly (string | undefined)[] = [];

  /** What each letter means after the prefix. */
  constructor(commands: Readonly<Record<string, Command>>) {
    this.#commands = commands;
  }

  /** What the program is to get of the keys, and what we are to do. */
  typed(bytes: Uint8Array): { readonly passed: Uint8Array; readonly commands: readonly Command[] } {
    const found: Command[] = [];
    let all = '';
    for (const { raw, sort } of this.#pieces.push(Buffer.from(bytes).toString('latin1'))) {
      const { passed, command } = this.#fates[sort](raw);
      all += passed;
      if (command) found.push(command);
    }
    return { passed: Buffer.from(all, 'latin1'), commands: found };
  }

  readonly #fates: { readonly [Sort in Piece['sort']]: (raw: string) => Fate<Command> } = {
    key: (raw) => this.#key(raw),
    text: (raw) => this.#text(raw),
    rest: (raw) => this.#another(raw),
  };

  #text(raw: string): Fate<Command> {
    if (!this.#begun) return { passed: raw };
    const { passed, ...done } = this.#key(raw.slice(0, 1));
    return { passed: passed + raw.slice(1), ...done };
  }

  #key(raw: string): Fate<Command> {
    const key = toldKey(raw);
    if (key.event === 'press') return this.#pressed(raw, key);
    if (key.code !== undefined && this.#ours.includes(key.code)) return { passed: '' };
    if (!this.#begun || key.code === undefined || key.code !== this.#begun.code) return { passed: raw };
    this.#begun = { ...this.#begun, raw: this.#begun.raw + raw };
    return { passed: '' };
  }

  #pressed(raw: string, key: ToldKey): Fate<Command> {
    this.#ours = this.#ours.filter((code) => code !== key.code);
    const begun = this.#begun;
    if (key.isPrefix) {
      this.#begun = begun ? undefined : { raw, code: key.code };
      return { passed: begun ? raw : '' };
    }
    const command = begun && this.#commandOf(key);
    if (!command) return this.#another(raw);
    this.#ours = [begun.code, key.code];
    this.#begun = undefined;
    return { passed: '', command };
  }

  /** It is for the program, and so is a prefix before it. */
  #another(raw: string): Fate<Command> {
    const passed = (this.#begun?.raw ?? '') + raw;
    this.#begun = undefined;
    return { passed };
  }

  #commandOf({ letters }: ToldKey): Command | undefined {
    const letter = letters.find((each) => Object.hasOwn(this.#commands, each));
    return letter === undefined ? undefined : this.#commands[letter];
  }
}
