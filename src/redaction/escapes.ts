/**
 * Reads output as text without its control sequences. Sequences without cursor movement (colors, modes, links, titles)
 * are removed. Cursor movement ends a line. The content of a string sequence is read as separate text.
 */
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';
import { type Base64Payload, findPayload, hasControls } from './decoding.ts';
import { EditedView, FlatView, PlainView, type TextSink } from './textViews.ts';

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
