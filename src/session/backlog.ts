/** Keeps the end of a growing text, as the pieces that arrived. One joined string would be copied by every read. */
const pieceChars = 4096;

export interface BacklogPart {
  readonly text: string;
  readonly to: number;
  /** The requested start is before the first kept character. */
  readonly dropped: boolean;
}

export class Backlog {
  readonly #maxChars: number;
  #pieces: string[] = [];
  /** Text after the last piece. It often arrives one character at a time. */
  #pending: string[] = [];
  #pendingChars = 0;
  #keptChars = 0;
  #end = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Number of characters ever appended. */
  get end(): number {
    return this.#end;
  }

  append(text: string): void {
    this.#pending.push(text);
    this.#pendingChars += text.length;
    this.#end += text.length;
    this.#keptChars += text.length;
    if (this.#pendingChars >= pieceChars) this.#joinPending();
  }

  /** The last `chars` characters, or fewer if less is kept. */
  last(chars: number): string {
    return chars > 0 ? this.read(this.#end - chars, chars).text : '';
  }

  /** Reads at most `most` characters from a cursor. Does not split a surrogate pair. */
  read(since: number, most: number): BacklogPart {
    this.#joinPending();
    const head = this.#end - this.#keptChars;
    let at = this.#pieces.length;
    let start = this.#end;
    while (at > 0 && start > since) start -= this.#pieces[--at]!.length;
    let text = at < this.#pieces.length ? this.#pieces[at]!.slice(Math.max(0, since - start)) : '';
    while (text.length < most && ++at < this.#pieces.length) text += this.#pieces[at];
    const part = text.length > most ? text.slice(0, endsInHighSurrogate(text, most) ? most - 1 : most) : text;
    return { text: part, to: Math.max(since, head) + part.length, dropped: since < head };
  }

  /**
   * Extends the last piece while it is small. This avoids many small pieces, and strings that V8 builds from other
   * strings.
   */
  #joinPending(): void {
    if (this.#pendingChars === 0) return;
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < pieceChars) this.#pending.unshift(this.#pieces.pop()!);
    this.#pieces.push(this.#pending.join(''));
    this.#pending = [];
    this.#pendingChars = 0;
    if (this.#keptChars > 2 * this.#maxChars) this.#trim();
  }

  #trim(): void {
    let dropped = 0;
    while (this.#keptChars - this.#pieces[dropped]!.length >= this.#maxChars)
      this.#keptChars -= this.#pieces[dropped++]!.length;
    this.#pieces = this.#pieces.slice(dropped);
  }
}

const endsInHighSurrogate = (text: string, length: number) =>
  (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
