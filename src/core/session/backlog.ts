/** The end of a text that only grows, in the pieces in which it came: joined, it would be copied with every read. */
const pieceChars = 4096;

export interface BacklogPart {
  readonly text: string;
  readonly to: number;
  /** What was asked for begins before what is kept. */
  readonly dropped: boolean;
}

export class Backlog {
  readonly #maxChars: number;
  #pieces: string[] = [];
  /** What came since the last piece, which is often letter by letter. */
  #loose: string[] = [];
  #looseChars = 0;
  #kept = 0;
  #end = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Characters that were ever appended. */
  get end(): number {
    return this.#end;
  }

  append(text: string): void {
    this.#loose.push(text);
    this.#looseChars += text.length;
    this.#end += text.length;
    this.#kept += text.length;
    if (this.#looseChars >= pieceChars) this.#settle();
  }

  /** The last `chars` characters, or as many as are kept. */
  last(chars: number): string {
    return chars > 0 ? this.read(this.#end - chars, chars).text : '';
  }

  /** At most `most` characters from a cursor on; a character of two units stays whole. */
  read(since: number, most: number): BacklogPart {
    this.#settle();
    const head = this.#end - this.#kept;
    let at = this.#pieces.length;
    let start = this.#end;
    while (at > 0 && start > since) start -= this.#pieces[--at]!.length;
    let text = at < this.#pieces.length ? this.#pieces[at]!.slice(Math.max(0, since - start)) : '';
    while (text.length < most && ++at < this.#pieces.length) text += this.#pieces[at];
    const part = text.length > most ? text.slice(0, endsInHalf(text, most) ? most - 1 : most) : text;
    return { text: part, to: Math.max(since, head) + part.length, dropped: since < head };
  }

  /** Joined to the last piece while that is small: neither many small pieces nor strings made of other strings. */
  #settle(): void {
    if (this.#looseChars === 0) return;
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < pieceChars) this.#loose.unshift(this.#pieces.pop()!);
    this.#pieces.push(this.#loose.join(''));
    this.#loose = [];
    this.#looseChars = 0;
    if (this.#kept > 2 * this.#maxChars) this.#forget();
  }

  #forget(): void {
    let gone = 0;
    while (this.#kept - this.#pieces[gone]!.length >= this.#maxChars)
      this.#kept -= this.#pieces[gone++]!.length;
    this.#pieces = this.#pieces.slice(gone);
  }
}

const endsInHalf = (text: string, length: number) => (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
