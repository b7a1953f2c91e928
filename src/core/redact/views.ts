/** Text as it reads once escape sequences are gone, with the way back to where each character stood. */

import type { Span } from './redaction.ts';

export interface View {
  readonly text: string;
  /** The stretch of the original that shows this stretch of the view. */
  original(start: number, end: number): Span;
}

/** What the walk over escapes tells: pieces of the original by their offsets. */
export interface Sink {
  run(from: number, to: number): void;
  /** The sequence at `from` moves the cursor over blanks. */
  right(count: number, from: number, to: number): void;
  /** The sequence at `from` goes elsewhere: what follows does not continue what came before. */
  leave(from: number, to: number): void;
  /** The row is full, and the sequence at `from` goes to the next; `twice`: what was printed last stands there. */
  wrap(from: number, to: number, twice: boolean): void;
  /** Back to the beginning of the line. */
  home(from: number, to: number): void;
  left(count: number): void;
  /** `part` as the sequence has it: what is right of the cursor unless it says otherwise. */
  erase(part: string): void;
  /** The blank just written only made the terminal wrap. */
  unblank(): void;
}

/** Nothing is ever taken back: text that was overwritten or erased still reads. */
export class FlatView implements View, Sink {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #at: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** How long the text was when the cursor went back. */
  readonly #movedAt: number[] = [];
  #length = 0;
  #text: string | undefined;
  readonly #joins: boolean;

  /** `joins`: a row that is full goes on in the next one. */
  constructor(source: string, joins = false) {
    this.#source = source;
    this.#joins = joins;
  }

  get text(): string {
    this.#text ??= this.#parts.join('');
    return this.#text;
  }

  run(from: number, to: number): void {
    if (to > from) this.#add(this.#source.slice(from, to), from, 0);
  }

  right(_count: number, from: number, to: number): void {
    this.#add(' ', from, to);
  }

  leave(from: number, to: number): void {
    this.#add('\n', from, to);
  }

  wrap(from: number, to: number, twice: boolean): void {
    if (!this.#joins) this.leave(from, to);
    else if (twice && this.#parts.length > 0) this.unblank();
  }

  left(): void {
    this.#movedAt.push(this.#length);
  }

  /** The lines in which something may have been overwritten or erased. */
  editedLines(): Span[] {
    const lines: Span[] = [];
    let end = -1;
    for (const at of this.#movedAt) {
      if (at <= end) continue;
      const start = at === 0 ? 0 : this.text.lastIndexOf('\n', at - 1) + 1;
      const feed = this.text.indexOf('\n', at);
      end = feed < 0 ? this.#length : feed;
      if (end > start) lines.push({ start, end });
    }
    return lines;
  }

  home(from: number, to: number): void {
    this.leave(from, to);
  }

  erase(): void {}

  unblank(): void {
    this.#parts.push(this.#parts.pop()!.slice(0, -1));
    this.#length -= 1;
  }

  /** What the original reads up to an offset. */
  upTo(offset: number): string {
    let run = this.#from.length - 1;
    while (run >= 0 && this.#from[run]! >= offset) run -= 1;
    if (run < 0) return '';
    const end = this.#to[run] ? this.#at[run]! + 1 : this.#at[run]! + offset - this.#from[run]!;
    return this.text.slice(0, Math.min(end, this.#at[run + 1] ?? this.text.length));
  }

  original(start: number, end: number): Span {
    const [first, last] = [this.#runOf(start), this.#runOf(end - 1)];
    return {
      start: this.#to[first] ? this.#from[first]! : this.#from[first]! + start - this.#at[first]!,
      end: this.#to[last] || this.#from[last]! + end - this.#at[last]!,
    };
  }

  #add(text: string, from: number, to: number): void {
    this.#at.push(this.#length);
    this.#from.push(from);
    this.#to.push(to);
    this.#parts.push(text);
    this.#length += text.length;
  }

  #runOf(index: number): number {
    let low = 0;
    let high = this.#at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#at[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Lines as they end up: backspaces move the cursor, and what is printed there replaces what stood there. */
export class EditedView implements View, Sink {
  readonly #source: string;
  /** Where in the source the walk began that reports its offsets. */
  #base = 0;
  readonly #chars: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #line = 0;
  #cursor = 0;
  #text: string | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** The walk goes on elsewhere in the source. */
  jump(base: number): void {
    if (this.#chars.length > 0) this.leave(0, 0);
    this.#base = base;
  }

  get text(): string {
    this.#text ??= this.#chars.join('');
    return this.#text;
  }

  run(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const char = this.#source[this.#base + at]!;
      if (char === '\n') this.leave(at, at + 1);
      else this.#put(char, at, at + 1);
    }
  }

  right(count: number, from: number, to: number): void {
    if (this.#cursor === this.#chars.length) this.#put(' ', from, to);
    else this.#cursor = Math.min(this.#chars.length, this.#cursor + count);
  }

  leave(from: number, to: number): void {
    this.#cursor = this.#chars.length;
    this.#put('\n', from, to);
    this.#line = this.#cursor;
  }

  wrap(from: number, to: number): void {
    this.leave(from, to);
  }

  left(count: number): void {
    this.#cursor = Math.max(this.#line, this.#cursor - count);
  }

  home(from: number, to: number): void {
    this.leave(from, to);
  }

  erase(): void {
    for (const column of [this.#chars, this.#from, this.#to]) column.length = this.#cursor;
  }

  unblank(): void {
    this.left(1);
    this.erase();
  }

  original(start: number, end: number): Span {
    let [from, to] = [this.#from[start]!, this.#to[start]!];
    for (let index = start + 1; index < end; index += 1) {
      from = Math.min(from, this.#from[index]!);
      to = Math.max(to, this.#to[index]!);
    }
    return { start: from, end: to };
  }

  #put(char: string, from: number, to: number): void {
    this.#chars[this.#cursor] = char;
    this.#from[this.#cursor] = this.#base + from;
    this.#to[this.#cursor] = this.#base + to;
    this.#cursor += 1;
  }
}
