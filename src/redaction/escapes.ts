/**
 * Parses escape sequences as a terminal does: CSI, OSC, DCS, SOS, PM and APC in 7-bit and 8-bit form. String
 * sequences end with ST, BEL, CAN or SUB, or at the next ESC.
 * Sequences without cursor movement (colors, modes, links, titles) are removed from the text. Cursor movement ends a
 * line. The content of a string sequence is read as separate text.
 */
import { type Base64Payload, findPayload } from './base64Payloads.ts';
import { EditedView, FlatView, PlainView, type TextSink } from './textViews.ts';

/** An unfinished string sequence. Only an OSC ends at BEL. A `clip` contains base64. */
export type UnfinishedSequence = 'osc' | 'clip' | 'string';

export interface EditedText {
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
export interface TextPosition {
  /** Width of the screen; 0 if unknown. */
  readonly cols: number;
  /** Number of columns printed in the row so far. */
  readonly col: number;
  /** The row continues the row above. */
  readonly joins: boolean;
}

const unknownPosition: TextPosition = { cols: 0, col: 0, joins: false };

const controlCharacter = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function hasControls(text: string): boolean {
  controlCharacter.lastIndex = 0;
  return controlCharacter.test(text);
}

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

/** Strips a long text in steps. */
export class EscapeStripper {
  readonly #view: PlainView;
  readonly #walk: EscapeWalker;
  readonly #length: number;
  #at = 0;

  constructor(text: string) {
    this.#length = text.length;
    this.#view = new PlainView(text);
    this.#walk = new EscapeWalker(text, this.#view);
  }

  /** Processes at least `chars` more characters. Returns true at the end of the text. */
  strip(chars: number): boolean {
    this.#at = this.#walk.upTo(this.#at, this.#at + chars);
    return this.#at >= this.#length;
  }

  /** The text printed so far. */
  get text(): string {
    return this.#view.text;
  }
}

const stringTerminator = /[\x07\x18\x1a\x1b\x9c]/g;
const stringIntroducers: { readonly [introducer: string]: UnfinishedSequence } = {
  ']': 'osc',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
  '\x9d': 'osc',
  '\x90': 'string',
  '\x98': 'string',
  '\x9e': 'string',
  '\x9f': 'string',
};

// IND, NEL, RI, DECRC, RIS, VT and FF.
const lineLeavingControls = new Set(['D', 'E', 'M', '8', 'c', '\x84', '\x85', '\x8d', '\x0b', '\x0c']);
// Functions that position the cursor, scroll, or clear the screen.
const cursorPlacingFinals = new Set('ABEFGHILMSTZadefjkrsu`'.split(''));
const alternateScreenMode = /^\?(?:47|1047|1049)$/;
const printable = /[^\x00-\x20\x7f-\x9f]/;

/** Terminals also execute these controls in the middle of a sequence. */
const movesCursor = (char: string) => char >= '\n' && char <= '\r';

const betweenCharacters = (text: string, at: number) =>
  at < text.length && text.codePointAt(at - 1)! > 0xffff ? at + 1 : at;

class EscapeWalker {
  readonly #text: string;
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
    this.#sink = sink;
    this.#carried = new FlatView(text);
    this.#settled = text.length;
  }

  walk(within: UnfinishedSequence | undefined) {
    this.upTo(within ? this.#string(0, 0, within) : 0, this.#text.length);
    return {
      carried: this.#carried,
      clips: this.#clips,
      settled: this.#settled,
      unblanked: this.#unblanked,
      within: this.#within,
      wraps: this.#wraps,
    };
  }

  /**
   * Processes the text from `from` to at least `end`. Returns the next offset, which is later if a sequence crosses
   * `end`.
   */
  upTo(from: number, end: number): number {
    let at = from;
    while (at < this.#text.length && at < end) {
      const next = this.#nextControl(at);
      const to = next > end ? betweenCharacters(this.#text, end) : next;
      if (to > at) this.#print(at, to);
      at = to === next && next < this.#text.length ? this.#control(next) : to;
    }
    return at;
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

  #nextControl(at: number): number {
    controlCharacter.lastIndex = at;
    return controlCharacter.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Processes the control at `at`. Returns the next offset, as all methods below do. */
  #control(at: number): number {
    const char = this.#text[at]!;
    if (char === '\x1b') return this.#escape(at);
    if (char === '\x9b') return this.#csi(at, at + 1);
    if (char === '\r') return this.#carriageReturn(at);
    if (char === '\b') this.#moveLeft(1);
    else if (lineLeavingControls.has(char)) this.#breakLine(at, at + 1);
    else if (stringIntroducers[char]) return this.#string(at, at + 1, stringIntroducers[char]);
    return at + 1;
  }

  #escape(at: number): number {
    let to = at + 1;
    let moved = false;
    let intermediates = false;
    for (; /[\x00-\x17\x19\x1c-\x2f]/.test(this.#text[to] ?? ''); to += 1) {
      moved ||= movesCursor(this.#text[to]!);
      intermediates ||= this.#text[to]! >= ' ';
    }
    const next = intermediates ? this.#designated(at, to) : this.#introduced(at, to);
    if (!moved) return next;
    const end = !intermediates && next === to + 1 ? to : next; // in the text, the character after it begins a line
    this.#breakLine(at, end);
    return end;
  }

  #designated(at: number, to: number): number {
    const char = this.#text[to];
    if (char === undefined) return this.#unsettled(at);
    return char >= '0' && char <= '~' ? to + 1 : to;
  }

  #introduced(at: number, to: number): number {
    const char = this.#text[to];
    if (char === '[') return this.#csi(at, to + 1);
    if (char !== undefined && stringIntroducers[char])
      return this.#string(at, to + 1, stringIntroducers[char]);
    if (char !== undefined && lineLeavingControls.has(char)) this.#breakLine(at, to + 1);
    return this.#designated(at, to);
  }

  #csi(at: number, from: number): number {
    let moved = false;
    for (let to = from; to < this.#text.length; to += 1) {
      const char = this.#text[to]!;
      const over = char >= '@' && char <= '~';
      const aborted = char === '\x18' || char === '\x1a';
      moved ||= movesCursor(char);
      if (!over && !aborted && char !== '\x1b' && char < '\x80') continue;
      const next = over || aborted ? to + 1 : to;
      if (over) this.#csiFunction(char, this.#text.slice(from, to), at, next);
      if (moved) this.#breakLine(at, next);
      return next;
    }
    return this.#unsettled(at);
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

  #string(at: number, from: number, kind: UnfinishedSequence): number {
    const to = this.#endOfString(from, kind);
    const ended = to < this.#text.length && !(this.#text[to] === '\x1b' && to + 1 === this.#text.length);
    this.#carried.print(from, to);
    const clip = findPayload(this.#text, from, to, kind, ended);
    if (clip) this.#clips.push(clip);
    if (!ended) {
      this.#within = clip && clip.part !== 'whole' ? 'clip' : kind;
      return this.#unsettled(at);
    }
    this.#carried.breakLine(to, to + 1);
    if (this.#text[to] !== '\x1b') return to + 1;
    return this.#text[to + 1] === '\\' ? to + 2 : to;
  }

  #endOfString(from: number, kind: UnfinishedSequence): number {
    stringTerminator.lastIndex = from;
    for (let end = stringTerminator.exec(this.#text); end; end = stringTerminator.exec(this.#text))
      if (end[0] !== '\x07' || kind !== 'string') return end.index;
    return this.#text.length;
  }

  /** Has no effect before a line feed. After one blank, a line editor uses it to make the terminal wrap. */
  #carriageReturn(at: number): number {
    let to = at + 1;
    while (this.#text[to] === '\r') to += 1;
    const next = this.#text[to];
    if (next === '\n') return to;
    const blank = at === 0 ? this.#afterBlank : this.#printed === at && this.#text[at - 1] === ' ';
    const wraps = blank && to === at + 1;
    if (wraps && next === undefined) return this.#unsettled(at);
    this.#col = 0;
    this.#hasPrinted = false;
    if (!(wraps && printable.test(next!))) this.#sink.returnHome(at, to);
    else if (at > 0) this.#sink.unblank();
    else this.#unblanked = true;
    return to;
  }

  #unsettled(at: number): number {
    this.#settled = at;
    return this.#text.length;
  }
}
