/** Where in a TOML text a field stands, which the parser does not tell. The text is one that it has taken. */

export type TomlPath = readonly (string | number)[];

/** The line, from 1, of the field, or else of the innermost of those around it that stands in the text. */
export function lineOfField(text: string, path: TomlPath): number {
  return new Walk(text, path).lines().at(-1) ?? 1;
}

/** One pass over the text: meets each key and each element of an array, and skips over values. */
class Walk {
  readonly #text: string;
  readonly #wanted: TomlPath;
  /** Of the first part of the path, of the first two, and so on, as far as they stand there. */
  readonly #lines: number[] = [];
  readonly #tables = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(text: string, wanted: TomlPath) {
    this.#text = text;
    this.#wanted = wanted;
  }

  lines(): readonly number[] {
    let within: TomlPath = [];
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#sees('[[')) within = this.#arrayHeader();
      else if (this.#sees('[')) within = this.#header('[', ']');
      else this.#field(within);
    }
    return this.#lines;
  }

  #header(open: string, close: string): TomlPath {
    this.#pass(open.length);
    const path = this.#key([]);
    this.#pass(close.length);
    return path;
  }

  #arrayHeader(): TomlPath {
    const path = this.#header('[[', ']]');
    const key = JSON.stringify(path);
    const at = this.#tables.get(key) ?? 0;
    this.#tables.set(key, at + 1);
    return this.#note([...path, at]);
  }

  #field(within: TomlPath): void {
    const path = this.#key(within);
    this.#pass(1);
    this.#value(path);
  }

  /** Up to what ends it: a dot goes on to the next part. */
  #key(before: TomlPath): TomlPath {
    let path = before;
    for (;;) {
      this.#skipSpace();
      path = this.#note([...path, this.#keyPart()]);
      this.#skipSpace();
      if (!this.#sees('.')) return path;
      this.#pass(1);
    }
  }

  #keyPart(): string {
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") return this.#passMatch(/[\w-]*/y);
    const from = this.#at;
    this.#string(quote);
    const quoted = this.#text.slice(from, this.#at);
    return quote === '"' ? unescaped(quoted) : quoted.slice(1, -1);
  }

  #value(path: TomlPath): void {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '"' || first === "'") this.#string(this.#sees(first.repeat(3)) ? first.repeat(3) : first);
    else if (first === '[') this.#items(']', (at) => this.#value(this.#note([...path, at])));
    else if (first === '{') this.#items('}', () => this.#field(path));
    else this.#passMatch(/[^\n,\]}#]*/y);
  }

  #items(close: string, item: (at: number) => void): void {
    this.#pass(1);
    this.#skipBlank();
    for (let at = 0; this.#at < this.#text.length && !this.#sees(close); at++) {
      const from = this.#at;
      item(at);
      // Were this walk ever of another mind than the parser, it must still end.
      if (this.#at === from) return;
      this.#skipBlank();
      if (this.#sees(',')) this.#pass(1);
      this.#skipBlank();
    }
    this.#pass(1);
  }

  #string(fence: string): void {
    this.#pass(fence.length);
    while (this.#at < this.#text.length && !this.#sees(fence))
      this.#pass(fence.startsWith('"') && this.#sees('\\') ? 2 : 1);
    this.#pass(fence.length);
    // A multi-line string may end in one or two quotes of its own.
    if (fence.length === 3) while (this.#sees(fence[0]!)) this.#pass(1);
  }

  #note(path: TomlPath): TomlPath {
    const depth = path.length;
    if (depth === this.#lines.length + 1 && path.every((part, at) => part === this.#wanted[at]))
      this.#lines.push(this.#line);
    return path;
  }

  #skipSpace(): void {
    this.#passMatch(/[ \t]*/y);
  }

  #skipBlank(): void {
    this.#passMatch(/(?:\s+|#[^\n]*)*/y);
  }

  #passMatch(form: RegExp): string {
    form.lastIndex = this.#at;
    const [found] = form.exec(this.#text)!;
    this.#pass(found.length);
    return found;
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #pass(count: number): void {
    const end = Math.min(this.#at + count, this.#text.length);
    for (; this.#at < end; this.#at++) if (this.#text[this.#at] === '\n') this.#line++;
  }
}

/** What TOML escapes in a key and JSON does not is rare enough that the key around it will do. */
function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
