/** Texts that map each character back to another one: assembled from its pieces, or read without escape sequences. */
import type { TextSpan } from './redaction.ts';

interface MappedText {
  readonly text: string;
  /** Maps a range of the view to the original text. */
  original(start: number, end: number): TextSpan;
}

/** Maps offsets of a text that consists of pieces of another one. */
abstract class OffsetMap {
  /** Start of each piece in this text and in the original. A piece with other characters also has an original end. */
  protected readonly offsets: number[] = [];
  protected readonly starts: number[] = [];
  protected readonly ends: number[] = [];

  protected addPiece(offset: number, from: number, to: number): void {
    this.offsets.push(offset);
    this.starts.push(from);
    this.ends.push(to);
  }

  /** Maps a range to the original text. */
  original(start: number, end: number): TextSpan {
    const [first, last] = [lastAtMost(this.offsets, start), lastAtMost(this.offsets, end - 1)];
    return {
      start: this.starts[first]! + (this.ends[first] ? 0 : start - this.offsets[first]!),
      end: this.ends[last] || this.starts[last]! + end - this.offsets[last]!,
    };
  }
}

/** A text that is assembled from pieces of another one. */
export class AssembledText extends OffsetMap {
  text = '';

  /** Adds the characters from `from` on; with `to`, other characters that replace the range. */
  add(text: string, from: number, to = 0): void {
    if (text === '') return;
    this.addPiece(this.text.length, from, to);
    this.text += text;
  }

  /** As `original`, with one range for each piece. */
  pieces(start: number, end: number): TextSpan[] {
    const spans: TextSpan[] = [];
    const last = lastAtMost(this.offsets, end - 1);
    for (let piece = lastAtMost(this.offsets, start), from = start; piece <= last; piece += 1) {
      const to = piece === last ? end : this.offsets[piece + 1]!;
      spans.push(this.original(from, to));
      from = to;
    }
    return spans;
  }
}

/** The index of the last of these ascending numbers that is at most `value`, or 0. */
function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A view, and the text before it, which is not mapped. */
export class ContextView {
  readonly view: MappedText & Pick<Partial<FlatView>, 'breaks' | 'pendingBreak'>;
  readonly text: string;
  /** Start of the view in the text. */
  readonly start: number;
  /** The text may continue. */
  readonly unended: boolean;

  constructor(view: ContextView['view'], before: string, unended = true) {
    this.view = view;
    this.text = before + view.text;
    this.start = before.length;
    this.unended = unended;
  }

  /** The original offset of a character. */
  offset(at: number): number {
    const from = Math.max(0, at - this.start);
    return this.view.original(from, from + 1).start;
  }

  /** The original spans, without what is before the view. */
  originals(spans: readonly TextSpan[]): TextSpan[] {
    return spans.flatMap(({ start, end }) => {
      const from = Math.max(0, start - this.start);
      return end > this.start && from < this.view.text.length
        ? [this.view.original(from, end - this.start)]
        : [];
    });
  }
}

/** Receives the events of the escape parser, with offsets of the original text. */
export interface TextSink {
  print(from: number, to: number): void;
  /** The sequence at `from` moves the cursor right. */
  moveRight(count: number, from: number, to: number): void;
  /** The sequence at `from` moves the cursor elsewhere, so the text after it does not continue the line. */
  breakLine(from: number, to: number): void;
  /**
   * The row is full and the sequence at `from` moves to the next one. `twice`: the last character was printed twice.
   */
  wrap(from: number, to: number, twice: boolean): void;
  /** Returns to the start of the line. */
  returnHome(from: number, to: number): void;
  moveLeft(count: number): void;
  /** `part` is the parameter of EL; by default the text right of the cursor. */
  erase(part: string): void;
  /** The last blank only made the terminal wrap. */
  unblank(): void;
}

/** A view that keeps overwritten and erased text. */
export class FlatView extends OffsetMap implements MappedText, TextSink {
  readonly #source: string;
  readonly #parts: string[] = [];
  /** Line ends caused by cursor movement. */
  readonly breaks: number[] = [];
  /** Position of a return at the end of the text, whose meaning depends on the next character. */
  pendingBreak: number | undefined;
  /** Lengths of the text at which the cursor moved left. */
  readonly #movedAt: number[] = [];
  #length = 0;
  #text: string | undefined;
  readonly #joins: boolean;

  /** `joins`: full rows continue in the next row. */
  constructor(source: string, joins = false) {
    super();
    this.#source = source;
    this.#joins = joins;
  }

  get text(): string {
    this.#text ??= this.#parts.join('');
    return this.#text;
  }

  print(from: number, to: number): void {
    if (to > from) this.#add(this.#source.slice(from, to), from, 0);
  }

  moveRight(_count: number, from: number, to: number): void {
    this.#add(' ', from, to);
  }

  breakLine(from: number, to: number): void {
    this.breaks.push(this.#length);
    this.#add('\n', from, to);
  }

  wrap(from: number, to: number, twice: boolean): void {
    if (!this.#joins) this.#add('\n', from, to);
    else if (twice && this.#parts.length > 0) this.unblank();
  }

  moveLeft(): void {
    this.#movedAt.push(this.#length);
  }

  /** Lines in which text may have been overwritten or erased. */
  editedLines(): TextSpan[] {
    const lines: TextSpan[] = [];
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

  /** With a line feed directly after it, the return would be a normal line end. */
  returnHome(from: number, to: number): void {
    if (to < this.#source.length) return this.breakLine(from, to);
    this.pendingBreak = this.#length;
    this.#add('\n', from, to);
  }

  erase(): void {}

  unblank(): void {
    this.#parts.push(this.#parts.pop()!.slice(0, -1));
    this.#length -= 1;
  }

  /** The view of the original text up to `offset`. */
  upTo(offset: number): string {
    let run = this.starts.length - 1;
    while (run >= 0 && this.starts[run]! >= offset) run -= 1;
    if (run < 0) return '';
    const end = this.ends[run] ? this.offsets[run]! + 1 : this.offsets[run]! + offset - this.starts[run]!;
    return this.text.slice(0, Math.min(end, this.offsets[run + 1] ?? this.text.length));
  }

  #add(text: string, from: number, to: number): void {
    this.addPiece(this.#length, from, to);
    this.#parts.push(text);
    this.#length += text.length;
  }
}

/** A view of lines after editing: backspaces move the cursor, and printing replaces characters. */
export class EditedView implements MappedText, TextSink {
  readonly #source: string;
  /** Offset in the source at which the current walk started. */
  #base = 0;
  readonly #chars: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #line = 0;
  #cursor = 0;
  #text: string | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** Continues with a walk at another offset of the source. */
  jump(base: number): void {
    if (this.#chars.length > 0) this.breakLine(0, 0);
    this.#base = base;
  }

  get text(): string {
    this.#text ??= this.#chars.join('');
    return this.#text;
  }

  print(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const char = this.#source[this.#base + at]!;
      if (char === '\n') this.breakLine(at, at + 1);
      else this.#put(char, at, at + 1);
    }
  }

  moveRight(count: number, from: number, to: number): void {
    if (this.#cursor === this.#chars.length) this.#put(' ', from, to);
    else this.#cursor = Math.min(this.#chars.length, this.#cursor + count);
  }

  breakLine(from: number, to: number): void {
    this.#cursor = this.#chars.length;
    this.#put('\n', from, to);
    this.#line = this.#cursor;
  }

  wrap(from: number, to: number): void {
    this.breakLine(from, to);
  }

  moveLeft(count: number): void {
    this.#cursor = Math.max(this.#line, this.#cursor - count);
  }

  returnHome(from: number, to: number): void {
    this.breakLine(from, to);
  }

  erase(): void {
    for (const column of [this.#chars, this.#starts, this.#ends]) column.length = this.#cursor;
  }

  unblank(): void {
    this.moveLeft(1);
    this.erase();
  }

  original(start: number, end: number): TextSpan {
    let [from, to] = [this.#starts[start]!, this.#ends[start]!];
    for (let index = start + 1; index < end; index += 1) {
      from = Math.min(from, this.#starts[index]!);
      to = Math.max(to, this.#ends[index]!);
    }
    return { start: from, end: to };
  }

  #put(char: string, from: number, to: number): void {
    this.#chars[this.#cursor] = char;
    this.#starts[this.#cursor] = this.#base + from;
    this.#ends[this.#cursor] = this.#base + to;
    this.#cursor += 1;
  }
}

/**
 * Lines as a terminal shows them: printing replaces text, a longer line keeps its rest, and erased text is gone. Each
 * character counts as one column, also wide ones. The width of the screen is unknown.
 */
export class PlainView implements TextSink {
  readonly #source: string;
  readonly #lines: string[] = [];
  /** A character with its combining characters; undefined for a cell that was never printed. */
  #cells: (string | undefined)[] = [];
  #cursor = 0;
  /** The column for a carriage return: the start of the line, or of the row into which the line was wrapped. */
  #home = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get text(): string {
    return [...this.#lines, cellsText(this.#cells)].join('\n');
  }

  print(from: number, to: number): void {
    for (const char of this.#source.slice(from, to)) {
      if (char === '\n') this.#endLine();
      else if (this.#cursor > this.#home && combiningCharacter.test(char)) this.#combine(char);
      else this.#put(char);
    }
  }

  /** Past the end, only one blank is added, because a short sequence may move a thousand columns. */
  moveRight(count: number): void {
    if (this.#cursor >= this.#cells.length) this.#put(' ');
    else this.#cursor = Math.min(this.#cells.length, this.#cursor + count);
  }

  /** Empty lines are skipped. */
  breakLine(): void {
    if (this.#cells.length > 0) this.#endLine();
  }

  wrap(): void {
    this.breakLine();
  }

  returnHome(): void {
    this.#cursor = this.#home;
  }

  moveLeft(count: number): void {
    this.#cursor = Math.max(this.#home, this.#cursor - count);
  }

  erase(part: string): void {
    if (part === '1' || part === '2') this.#cells.fill(undefined, this.#home, this.#cursor + 1);
    if (part !== '1') this.#cells.length = Math.min(this.#cells.length, this.#cursor);
  }

  /** A progress line that ends in a blank and a return looks the same, but is rarely as long as a row. */
  unblank(): void {
    const begins = this.#cells[this.#cursor - 2];
    if (this.#cursor - this.#home <= minRowCols || begins === ' ') return this.returnHome();
    this.moveLeft(1);
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
    this.#lines.push(cellsText(this.#cells));
    this.#cells = [];
    this.#cursor = this.#home = 0;
  }
}

const minRowCols = 20;
const combiningCharacter = /^(?:\p{M}|\u200d)/u;

function cellsText(cells: readonly (string | undefined)[]): string {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === undefined) end -= 1;
  let text = '';
  for (let at = 0; at < end; at += 1) text += cells[at] ?? ' ';
  return text;
}
