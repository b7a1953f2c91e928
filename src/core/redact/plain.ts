import type { Sink } from './views.ts';

/**
 * Lines as a terminal leaves them: what is printed over something replaces it, a longer line keeps its rest, and what
 * was erased is gone. A character counts as a column, however wide it is. How wide the screen was is not known.
 */
export class PlainView implements Sink {
  readonly #source: string;
  readonly #lines: string[] = [];
  /** A character with what combines with it; undefined is a blank that nobody printed. */
  #cells: (string | undefined)[] = [];
  #cursor = 0;
  /** Where a carriage return leads: the beginning of the line, or of the row that the line was wrapped into. */
  #home = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get text(): string {
    return [...this.#lines, written(this.#cells)].join('\n');
  }

  run(from: number, to: number): void {
    for (const char of this.#source.slice(from, to)) {
      if (char === '\n') this.#endLine();
      else if (this.#cursor > this.#home && combining.test(char)) this.#combine(char);
      else this.#put(char);
    }
  }

  /** Past the end only one blank, as a short sequence may ask for a thousand. */
  right(count: number): void {
    if (this.#cursor >= this.#cells.length) this.#put(' ');
    else this.#cursor = Math.min(this.#cells.length, this.#cursor + count);
  }

  /** An empty line that was left has nothing to tell. */
  leave(): void {
    if (this.#cells.length > 0) this.#endLine();
  }

  wrap(): void {
    this.leave();
  }

  home(): void {
    this.#cursor = this.#home;
  }

  left(count: number): void {
    this.#cursor = Math.max(this.#home, this.#cursor - count);
  }

  erase(part: string): void {
    if (part === '1' || part === '2') this.#cells.fill(undefined, this.#home, this.#cursor + 1);
    if (part !== '1') this.#cells.length = Math.min(this.#cells.length, this.#cursor);
  }

  /** Progress that ends in a blank and a return looks the same, but a row is seldom so short. */
  unblank(): void {
    const begins = this.#cells[this.#cursor - 2];
    if (this.#cursor - this.#home <= narrow || begins === ' ') return this.home();
    this.left(1);
    this.#cells.length = this.#home = this.#cursor;
  }

  #put(char: string): void {
    while (this.#cells.length < this.#cursor) this.#cells.push(undefined);
    this.#cells[this.#cursor] = char;
    this.#cursor += 1;
  }

  #combine(char: string): void {
    this.#cells[this.#cursor - 1] = (this.#cells[this.#cursor - 1] ?? ' ') + char;
  }

  #endLine(): void {
    this.#lines.push(written(this.#cells));
    this.#cells = [];
    this.#cursor = this.#home = 0;
  }
}

const narrow = 20;
const combining = /^(?:\p{M}|\u200d)/u;

function written(cells: readonly (string | undefined)[]): string {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === undefined) end -= 1;
  let text = '';
  for (let at = 0; at < end; at += 1) text += cells[at] ?? ' ';
  return text;
}
