/** The wrapper of the TOML parser. Also finds the line of a field, which the parser does not report. */

import { createRequire } from 'node:module';

export type TomlTable = Readonly<Record<string, unknown>>;

/** The text is not valid TOML. Holds the reason and the line. */
export class TomlSyntaxError extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

// Loaded on first use, to keep the start of the server fast.
const loadSmolToml = () => createRequire(import.meta.url)('smol-toml') as typeof import('smol-toml');

export function parseToml(text: string): TomlTable {
  const { parse, TomlError } = loadSmolToml();
  try {
    return parse(text);
  } catch (problem) {
    if (!(problem instanceof TomlError)) throw problem;
    const [reason = ''] = problem.message.split('\n');
    throw new TomlSyntaxError(problem.line, reason.replace(/^Invalid TOML document: /, ''));
  }
}

export type TomlPath = readonly (string | number)[];

/** Returns the line of a field, from 1, or of the innermost parent that exists. The text must be valid TOML. */
export function findFieldLine(text: string, path: TomlPath): number {
  return new TomlWalker(text, path).lines().at(-1) ?? 1;
}

/** Walks the text once. Visits each key and each array element, and skips values. */
class TomlWalker {
  readonly #text: string;
  readonly #path: TomlPath;
  /** The lines of the first part of the path, of the first two parts, and so on, as far as they exist. */
  readonly #lines: number[] = [];
  readonly #tables = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(text: string, path: TomlPath) {
    this.#text = text;
    this.#path = path;
  }

  lines(): readonly number[] {
    let within: TomlPath = [];
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#startsWith('[[')) within = this.#arrayHeader();
      else if (this.#startsWith('[')) within = this.#header('[', ']');
      else this.#field(within);
    }
    return this.#lines;
  }

  #header(open: string, close: string): TomlPath {
    this.#advance(open.length);
    const path = this.#key([]);
    this.#advance(close.length);
    return path;
  }

  #arrayHeader(): TomlPath {
    const path = this.#header('[[', ']]');
    const key = JSON.stringify(path);
    const at = this.#tables.get(key) ?? 0;
    this.#tables.set(key, at + 1);
    return this.#recordLine([...path, at]);
  }

  #field(within: TomlPath): void {
    const path = this.#key(within);
    this.#advance(1);
    this.#value(path);
  }

  /** Reads a dotted key. */
  #key(before: TomlPath): TomlPath {
    let path = before;
    for (;;) {
      this.#skipSpace();
      path = this.#recordLine([...path, this.#keyPart()]);
      this.#skipSpace();
      if (!this.#startsWith('.')) return path;
      this.#advance(1);
    }
  }

  #keyPart(): string {
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") return this.#advanceMatch(/[\w-]*/y);
    const from = this.#at;
    this.#string(quote);
    const quoted = this.#text.slice(from, this.#at);
    return quote === '"' ? unescapeKey(quoted) : quoted.slice(1, -1);
  }

  #value(path: TomlPath): void {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '"' || first === "'")
      this.#string(this.#startsWith(first.repeat(3)) ? first.repeat(3) : first);
    else if (first === '[') this.#items(']', (at) => this.#value(this.#recordLine([...path, at])));
    else if (first === '{') this.#items('}', () => this.#field(path));
    else this.#advanceMatch(/[^\n,\]}#]*/y);
  }

  #items(close: string, item: (at: number) => void): void {
    this.#advance(1);
    this.#skipBlank();
    for (let at = 0; this.#at < this.#text.length && !this.#startsWith(close); at++) {
      const from = this.#at;
      item(at);
      // Guarantees termination, should this walker ever disagree with the parser.
      if (this.#at === from) return;
      this.#skipBlank();
      if (this.#startsWith(',')) this.#advance(1);
      this.#skipBlank();
    }
    this.#advance(1);
  }

  #string(fence: string): void {
    this.#advance(fence.length);
    while (this.#at < this.#text.length && !this.#startsWith(fence))
      this.#advance(fence.startsWith('"') && this.#startsWith('\\') ? 2 : 1);
    this.#advance(fence.length);
    // A multi-line string may end with one or two quotes that belong to its content.
    if (fence.length === 3) while (this.#startsWith(fence[0]!)) this.#advance(1);
  }

  #recordLine(path: TomlPath): TomlPath {
    const depth = path.length;
    if (depth === this.#lines.length + 1 && path.every((part, at) => part === this.#path[at]))
      this.#lines.push(this.#line);
    return path;
  }

  #skipSpace(): void {
    this.#advanceMatch(/[ \t]*/y);
  }

  #skipBlank(): void {
    this.#advanceMatch(/(?:\s+|#[^\n]*)*/y);
  }

  #advanceMatch(form: RegExp): string {
    form.lastIndex = this.#at;
    const [found] = form.exec(this.#text)!;
    this.#advance(found.length);
    return found;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #advance(count: number): void {
    const end = Math.min(this.#at + count, this.#text.length);
    for (; this.#at < end; this.#at++) if (this.#text[this.#at] === '\n') this.#line++;
  }
}

/** TOML escapes that JSON does not have are rare in keys. The raw key is then used, so its parent is found. */
function unescapeKey(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
