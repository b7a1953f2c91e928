/**
 * Reads output as text without its control sequences. Sequences without cursor movement (colors, modes, links, titles)
 * are removed. Cursor movement ends a line. The content of a string sequence is read as separate text. A walker reads the
 * sequences; views build the text: as written, after editing, and as a terminal shows it.
 *
 * Long because each view is a reading of the same sequences.
 */
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';
import { type Base64Payload, findPayload } from './decoding.ts';
import { hasControls, type MappedText, OffsetMap, type TextSpan } from './redaction.ts';

/** An unfinished string sequence. Only an OSC ends at BEL. A `clip` contains base64. */
export type UnfinishedSequence = 'osc' | 'clip' | 'string';

interface EditedText {
  readonly view: EditedView;
  /** The first line of the text was edited. */
  readonly first: boolean;
  /** The last line of the text was edited and has not ended. */
  readonly last: boolean;
}

export interface RevealedText {
  /** The printed text as written. */
  readonly printed: FlatView;
  /** The printed text with full rows joined to the next row; undefined if there are none. */
  readonly joined: FlatView | undefined;
  /** The lines in which text was overwritten. */
  readonly edited: EditedText | undefined;
  /** The content of titles, links and other string sequences, one per line. */
  readonly carried: FlatView;
  /** Their base64 payloads. */
  readonly clips: readonly Base64Payload[];
  /** From this offset on, the text is an incomplete sequence. */
  readonly settled: number;
  /** The blank before the text only made the terminal wrap. */
  readonly unblanked: boolean;
  readonly within: UnfinishedSequence | undefined;
}

/** The screen position where a text starts. */
interface TextPosition {
  /** Width of the screen; 0 if unknown. */
  readonly cols: number;
  /** Number of columns printed in the row so far. */
  readonly col: number;
  /** The row continues the row above. */
  readonly joins: boolean;
}

const unknownPosition: TextPosition = { cols: 0, col: 0, joins: false };

/** `afterBlank`: the text follows a printed blank. */
export function reveal(
  text: string,
  within?: UnfinishedSequence,
  afterBlank = false,
  margin: TextPosition = unknownPosition,
): RevealedText {
  const printed = new FlatView(text);
  const { wraps, ...walked } = new EscapeWalker(text, printed, afterBlank, margin).walk(within);
  const joined = wraps || margin.joins ? new FlatView(text, true) : undefined;
  if (joined) new EscapeWalker(text, joined, afterBlank, margin).walk(within);
  return { printed, joined, edited: revealEdited(text, printed), ...walked };
}

function revealEdited(text: string, printed: FlatView): EditedText | undefined {
  const lines = printed.editedLines();
  if (lines.length === 0) return undefined;
  const view = new EditedView(text);
  for (const line of lines) {
    const { start, end } = printed.original(line.start, line.end);
    view.jump(start);
    new EscapeWalker(text.slice(start, line.end === printed.text.length ? text.length : end), view).walk(
      undefined,
    );
  }
  return { view, first: lines[0]!.start === 0, last: lines.at(-1)!.end === printed.text.length };
}

/** Returns the text as printed. Cursor movement to another line starts a new line. */
export function stripEscapes(text: string): string {
  if (!hasControls(text)) return text;
  const stripper = new EscapeStripper(text);
  stripper.strip(text.length);
  return stripper.text;
}

/** As `stripEscapes`, with other work between the slices of a long text. */
export async function stripInTurns(text: string): Promise<string> {
  const stripper = new EscapeStripper(text);
  while (!stripper.strip(limits.textSliceChars)) await nextTurn();
  return stripper.text;
}

/** Strips a long text in steps. */
class EscapeStripper {
  readonly #view: PlainView;
  readonly #walk: EscapeWalker;

  constructor(text: string) {
    this.#view = new PlainView(text);
    this.#walk = new EscapeWalker(text, this.#view);
  }

  /** Processes at least `chars` more characters. Returns true at the end of the text. */
  strip(chars: number): boolean {
    return this.#walk.advance(chars);
  }

  /** The text printed so far. */
  get text(): string {
    return this.#view.text;
  }
}

// IND, NEL, RI, DECRC, RIS, VT and FF.
const lineLeavingControls = new Set(['D', 'E', 'M', '8', 'c', '\x0b', '\x0c']);
// Functions that position the cursor, scroll, or clear the screen.
const cursorPlacingFinals = new Set('ABEFGHILMSTZadefjkrsu`'.split(''));
const alternateScreenMode = /^\?(?:47|1047|1049)$/;
const printable = /[^\x00-\x20\x7f-\x9f]/;

/** Terminals also execute these controls in the middle of a sequence. */
const lineMovement = /[\n-\r]/;

const betweenCharacters = (text: string, at: number) =>
  at < text.length && text.codePointAt(at - 1)! > 0xffff ? at + 1 : at;

class EscapeWalker {
  readonly #text: string;
  readonly #tokens = new VtTokenizer({ c1: true, controls: true });
  readonly #sink: TextSink;
  readonly #carried: FlatView;
  readonly #clips: Base64Payload[] = [];
  /** End of the last printed character. */
  #printed = 0;
  #settled: number;
  #within: UnfinishedSequence | undefined;
  readonly #afterBlank: boolean;
  #unblanked = false;
  readonly #cols: number;
  /** Printed in the row, one column per character. */
  #col: number;
  /** Text was printed since the last cursor movement. */
  #hasPrinted: boolean;
  #wraps = false;

  constructor(
    text: string,
    sink: TextSink,
    afterBlank = false,
    { cols, col }: TextPosition = unknownPosition,
  ) {
    this.#cols = cols;
    this.#col = col;
    this.#hasPrinted = col > 0;
    this.#afterBlank = afterBlank;
    this.#text = text;
    this.#tokens.begin(text);
    this.#sink = sink;
    this.#carried = new FlatView(text);
    this.#settled = text.length;
  }

  walk(within: UnfinishedSequence | undefined) {
    this.#within = within;
    if (within) this.#tokens.begin(this.#text, within === 'string' ? 'P' : ']');
    this.advance(this.#text.length);
    return {
      carried: this.#carried,
      clips: this.#clips,
      settled: this.#settled,
      unblanked: this.#unblanked,
      within: this.#within,
      wraps: this.#wraps,
    };
  }

  /** Processes at least `chars` more characters, more if a sequence is longer. Returns true at the end of the text. */
  advance(chars: number): boolean {
    const tokens = this.#tokens;
    const end = tokens.end + chars;
    while (tokens.end < end && tokens.next())
      if (tokens.kind === 'text') this.#handleText(end);
      else this.#handleToken();
    if (tokens.isIncomplete) this.#handleIncomplete();
    return tokens.end >= this.#text.length;
  }

  #handleText(end: number): void {
    const tokens = this.#tokens;
    if (tokens.end > end) tokens.end = betweenCharacters(this.#text, end);
    this.#print(tokens.start, tokens.end);
  }

  #handleToken(): void {
    const { kind, start, from, to, end, final } = this.#tokens;
    if (kind === 'control') this.#handleControl(final, start, end);
    else if (kind === 'escape') this.#handleEscape();
    else if (kind === 'csi') {
      if (final !== '') this.#csiFunction(final, this.#text.slice(from, to), start, end);
      if (this.#hasMoved(start, end)) this.#breakLine(start, end);
    } else {
      this.#string(true);
      this.#within = undefined;
      this.#carried.breakLine(to, to + 1);
      if (this.#hasMoved(start, from)) this.#breakLine(start, end);
    }
  }

  #handleControl(char: string, at: number, end: number): void {
    if (char === '\r') this.#carriageReturn(at);
    else if (char === '\b') this.#moveLeft(1);
    else if (lineLeavingControls.has(char)) this.#breakLine(at, end);
  }

  #handleEscape(): void {
    const tokens = this.#tokens;
    const { start, from, to, final, hasControls: mixed } = tokens;
    const designates = mixed && /[ -/]/.test(this.#text.slice(from, to));
    const moved = this.#hasMoved(start, to);
    // In the text, the character after the movement begins a line.
    if (moved && final !== '' && !designates) tokens.end = to - 1;
    if (moved || (to === from + 1 && lineLeavingControls.has(final))) this.#breakLine(start, tokens.end);
  }

  #handleIncomplete(): void {
    const { kind, start, end } = this.#tokens;
    this.#settled = start;
    if (kind === 'string') this.#within = this.#string(false);
    if (kind === 'escape' && this.#hasMoved(start, end)) this.#breakLine(start, end);
  }

  #hasMoved(from: number, to: number): boolean {
    return this.#tokens.hasControls && lineMovement.test(this.#text.slice(from, to));
  }

  #print(at: number, to: number): void {
    this.#sink.print(at, to);
    this.#printed = to;
    if (this.#cols === 0) return;
    const feed = this.#text.slice(at, to).lastIndexOf('\n');
    this.#col = feed < 0 ? this.#col + to - at : to - at - feed - 1;
    this.#hasPrinted = this.#text[to - 1] !== '\n';
  }

  #breakLine(at: number, to: number, col = Number.NaN): void {
    this.#sink.breakLine(at, to);
    this.#col = col;
    this.#hasPrinted = false;
  }

  #csiFunction(final: string, parameters: string, at: number, to: number): void {
    const count = Math.min(Math.max(1, Number.parseInt(parameters, 10) || 1), 1000);
    if (final === 'C') this.#moveRight(count, at, to);
    else if (final === 'D') this.#moveLeft(count);
    else if (final === 'K') this.#sink.erase(parameters);
    else if (final === 'H' || final === 'f') this.#cursorPosition(parameters, at, to);
    else if (cursorPlacingFinals.has(final) || alternateScreenMode.test(parameters)) this.#breakLine(at, to);
  }

  #moveRight(count: number, at: number, to: number): void {
    this.#sink.moveRight(count, at, to);
    this.#col += count;
    this.#hasPrinted = false;
  }

  #moveLeft(count: number): void {
    this.#sink.moveLeft(count);
    this.#col = Math.max(0, this.#col - count);
    this.#hasPrinted = false;
  }

  /**
   * Line editors move to the next row themselves when a row is full. Some print the next character twice for this.
   */
  #cursorPosition(parameters: string, at: number, to: number): void {
    const col = (Number.parseInt(parameters.split(';')[1] ?? '', 10) || 1) - 1;
    const over = this.#col % this.#cols;
    const wraps = col === 0 && this.#hasPrinted && this.#col >= this.#cols && over <= 1;
    if (!wraps) return this.#breakLine(at, to, col);
    this.#wraps = true;
    this.#sink.wrap(at, to, over === 1);
    this.#col = 0;
    this.#hasPrinted = false;
  }

  /** Returns how the string continues if it has not ended. */
  #string(ended: boolean): UnfinishedSequence {
    const { from, to, final } = this.#tokens;
    const kind = this.#within ?? (final === ']' ? 'osc' : 'string');
    this.#carried.print(from, to);
    const clip = findPayload(this.#text, from, to, kind, ended);
    if (clip) this.#clips.push(clip);
    return clip && clip.part !== 'whole' ? 'clip' : kind;
  }

  /** Has no effect before a line feed. After one blank, a line editor uses it to make the terminal wrap. */
  #carriageReturn(at: number): void {
    let to = at + 1;
    while (this.#text[to] === '\r') to += 1;
    this.#tokens.end = to;
    const next = this.#text[to];
    if (next === '\n') return;
    const blank = at === 0 ? this.#afterBlank : this.#printed === at && this.#text[at - 1] === ' ';
    const wraps = blank && to === at + 1;
    if (wraps && next === undefined) {
      this.#settled = at;
      return;
    }
    this.#col = 0;
    this.#hasPrinted = false;
    if (!(wraps && printable.test(next!))) this.#sink.returnHome(at, to);
    else if (at > 0) this.#sink.unblank();
    else this.#unblanked = true;
  }
}

// Views

/** Receives the events of the escape parser, with offsets of the original text. */
interface TextSink {
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
class EditedView implements MappedText, TextSink {
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
class PlainView implements TextSink {
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
