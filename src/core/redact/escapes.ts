/**
 * Walks over escape sequences as a terminal does: CSI, OSC, DCS, SOS, PM and APC in their 7 and 8 bit forms, ended by
 * ST, BEL, CAN or SUB or cut short by the next ESC. A sequence that moves no cursor (colours, modes, links, titles)
 * stands between no two letters; one that moves it ends a line; what a string sequence carries is text of its own.
 */
import { type Clip, clipIn } from './clips.ts';
import { PlainView } from './plain.ts';
import { EditedView, FlatView, type Sink } from './views.ts';

/** A string sequence that is not finished; only an OSC ends at BEL. A clip is one that carries base64. */
export type Unfinished = 'osc' | 'clip' | 'string';

export interface Edited {
  readonly view: EditedView;
  /** The first line is one of them. */
  readonly first: boolean;
  /** The last line is, and has not ended. */
  readonly last: boolean;
}

export interface Revealed {
  /** What the text prints, as it was written. */
  readonly printed: FlatView;
  /** The same where a row that is full goes on in the next one, if any does. */
  readonly joined: FlatView | undefined;
  /** Those lines of it in which something was overwritten. */
  readonly edited: Edited | undefined;
  /** What titles, links and other string sequences carry, one a line. */
  readonly carried: FlatView;
  /** What they carry in base64. */
  readonly clips: readonly Clip[];
  /** From here on it takes more text to tell. */
  readonly settled: number;
  /** The blank before the text only made the terminal wrap. */
  readonly unblanked: boolean;
  readonly within: Unfinished | undefined;
}

/** Where on the screen a text begins. */
export interface Margin {
  /** Of the screen; 0 where that is not known. */
  readonly cols: number;
  /** Printed in the row so far. */
  readonly col: number;
  /** The row goes on from the one above. */
  readonly joins: boolean;
}

const nowhere: Margin = { cols: 0, col: 0, joins: false };

const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function hasControls(text: string): boolean {
  control.lastIndex = 0;
  return control.test(text);
}

/** `afterBlank`: the text goes on where a printed blank ended. */
export function reveal(
  text: string,
  within?: Unfinished,
  afterBlank = false,
  margin: Margin = nowhere,
): Revealed {
  const printed = new FlatView(text);
  const { wraps, ...walked } = new Walk(text, printed, afterBlank, margin).whole(within);
  const joined = wraps || margin.joins ? new FlatView(text, true) : undefined;
  if (joined) new Walk(text, joined, afterBlank, margin).whole(within);
  return { printed, joined, edited: edit(text, printed), ...walked };
}

function edit(text: string, printed: FlatView): Edited | undefined {
  const lines = printed.editedLines();
  if (lines.length === 0) return undefined;
  const view = new EditedView(text);
  for (const line of lines) {
    const { start, end } = printed.original(line.start, line.end);
    view.jump(start);
    new Walk(text.slice(start, line.end === printed.text.length ? text.length : end), view).whole(undefined);
  }
  return { view, first: lines[0]!.start === 0, last: lines.at(-1)!.end === printed.text.length };
}

/** What the text leaves printed. Where the cursor goes to another line a new one begins. */
export function stripEscapes(text: string): string {
  if (!hasControls(text)) return text;
  const view = new PlainView(text);
  new Walk(text, view).whole(undefined);
  return view.text;
}

const stringEnd = /[\x07\x18\x1a\x1b\x9c]/g;
const strings: { readonly [introducer: string]: Unfinished } = {
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

// Index, next line, reverse index, restore cursor, reset.
const leaving = new Set(['D', 'E', 'M', '8', 'c', '\x84', '\x85', '\x8d', '\x0b', '\x0c']);
// What places the cursor, scrolls, or clears the screen under it.
const placing = new Set('ABEFGHILMSTZadefjkrsu`'.split(''));
const screenSwitch = /^\?(?:47|1047|1049)$/;
const printable = /[^\x00-\x20\x7f-\x9f]/;

/** A terminal obeys these also in the middle of a sequence. */
const moves = (char: string) => char >= '\n' && char <= '\r';

class Walk {
  readonly #text: string;
  readonly #sink: Sink;
  readonly #carried: FlatView;
  readonly #clips: Clip[] = [];
  /** Where the last printed character ended. */
  #printed = 0;
  #settled: number;
  #within: Unfinished | undefined;
  readonly #afterBlank: boolean;
  #unblanked = false;
  readonly #cols: number;
  /** Printed in the row, a character a column. */
  #col: number;
  /** Nothing has moved the cursor since. */
  #hasPrinted: boolean;
  #wraps = false;

  constructor(text: string, sink: Sink, afterBlank = false, { cols, col }: Margin = nowhere) {
    this.#cols = cols;
    this.#col = col;
    this.#hasPrinted = col > 0;
    this.#afterBlank = afterBlank;
    this.#text = text;
    this.#sink = sink;
    this.#carried = new FlatView(text);
    this.#settled = text.length;
  }

  whole(within: Unfinished | undefined) {
    let at = within ? this.#string(0, 0, within) : 0;
    while (at < this.#text.length) {
      const next = this.#nextControl(at);
      if (next > at) this.#run(at, next);
      at = next < this.#text.length ? this.#control(next) : next;
    }
    return {
      carried: this.#carried,
      clips: this.#clips,
      settled: this.#settled,
      unblanked: this.#unblanked,
      within: this.#within,
      wraps: this.#wraps,
    };
  }

  #run(at: number, to: number): void {
    this.#sink.run(at, to);
    this.#printed = to;
    if (this.#cols === 0) return;
    const feed = this.#text.slice(at, to).lastIndexOf('\n');
    this.#col = feed < 0 ? this.#col + to - at : to - at - feed - 1;
    this.#hasPrinted = this.#text[to - 1] !== '\n';
  }

  #leave(at: number, to: number, col = Number.NaN): void {
    this.#sink.leave(at, to);
    this.#col = col;
    this.#hasPrinted = false;
  }

  #nextControl(at: number): number {
    control.lastIndex = at;
    return control.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Takes what begins at `at`; gives where to go on, as all below do. */
  #control(at: number): number {
    const char = this.#text[at]!;
    if (char === '\x1b') return this.#escape(at);
    if (char === '\x9b') return this.#csi(at, at + 1);
    if (char === '\r') return this.#carriageReturn(at);
    if (char === '\b') this.#left(1);
    else if (leaving.has(char)) this.#leave(at, at + 1);
    else if (strings[char]) return this.#string(at, at + 1, strings[char]);
    return at + 1;
  }

  #escape(at: number): number {
    let to = at + 1;
    let moved = false;
    let intermediates = false;
    for (; /[\x00-\x17\x19\x1c-\x2f]/.test(this.#text[to] ?? ''); to += 1) {
      moved ||= moves(this.#text[to]!);
      intermediates ||= this.#text[to]! >= ' ';
    }
    const next = intermediates ? this.#designated(at, to) : this.#introduced(at, to);
    if (moved) this.#leave(at, next);
    return next;
  }

  #designated(at: number, to: number): number {
    const char = this.#text[to];
    if (char === undefined) return this.#unsettled(at);
    return char >= '0' && char <= '~' ? to + 1 : to;
  }

  #introduced(at: number, to: number): number {
    const char = this.#text[to];
    if (char === '[') return this.#csi(at, to + 1);
    if (char !== undefined && strings[char]) return this.#string(at, to + 1, strings[char]);
    if (char !== undefined && leaving.has(char)) this.#leave(at, to + 1);
    return this.#designated(at, to);
  }

  #csi(at: number, from: number): number {
    let moved = false;
    for (let to = from; to < this.#text.length; to += 1) {
      const char = this.#text[to]!;
      const over = char >= '@' && char <= '~';
      const aborted = char === '\x18' || char === '\x1a';
      moved ||= moves(char);
      if (!over && !aborted && char !== '\x1b' && char < '\x80') continue;
      const next = over || aborted ? to + 1 : to;
      if (over) this.#function(char, this.#text.slice(from, to), at, next);
      if (moved) this.#leave(at, next);
      return next;
    }
    return this.#unsettled(at);
  }

  #function(final: string, parameters: string, at: number, to: number): void {
    const count = Math.min(Math.max(1, Number.parseInt(parameters, 10) || 1), 1000);
    if (final === 'C') this.#right(count, at, to);
    else if (final === 'D') this.#left(count);
    else if (final === 'K') this.#sink.erase(parameters);
    else if (final === 'H' || final === 'f') this.#place(parameters, at, to);
    else if (placing.has(final) || screenSwitch.test(parameters)) this.#leave(at, to);
  }

  #right(count: number, at: number, to: number): void {
    this.#sink.right(count, at, to);
    this.#col += count;
    this.#hasPrinted = false;
  }

  #left(count: number): void {
    this.#sink.left(count);
    this.#col = Math.max(0, this.#col - count);
    this.#hasPrinted = false;
  }

  /** At the end of a row editors go to the next by themselves; some first print a character twice, to say that it goes on. */
  #place(parameters: string, at: number, to: number): void {
    const col = (Number.parseInt(parameters.split(';')[1] ?? '', 10) || 1) - 1;
    const over = this.#col % this.#cols;
    const wraps = col === 0 && this.#hasPrinted && this.#col >= this.#cols && over <= 1;
    if (!wraps) return this.#leave(at, to, col);
    this.#wraps = true;
    this.#sink.wrap(at, to, over === 1);
    this.#col = 0;
    this.#hasPrinted = false;
  }

  #string(at: number, from: number, kind: Unfinished): number {
    const to = this.#endOfString(from, kind);
    const ended = to < this.#text.length && !(this.#text[to] === '\x1b' && to + 1 === this.#text.length);
    this.#carried.run(from, to);
    const clip = clipIn(this.#text, from, to, kind, ended);
    if (clip) this.#clips.push(clip);
    if (!ended) {
      this.#within = clip ? 'clip' : kind;
      return this.#unsettled(at);
    }
    this.#carried.leave(to, to + 1);
    if (this.#text[to] !== '\x1b') return to + 1;
    return this.#text[to + 1] === '\\' ? to + 2 : to;
  }

  #endOfString(from: number, kind: Unfinished): number {
    stringEnd.lastIndex = from;
    for (let end = stringEnd.exec(this.#text); end; end = stringEnd.exec(this.#text))
      if (end[0] !== '\x07' || kind !== 'string') return end.index;
    return this.#text.length;
  }

  /** Before a line feed it says nothing; after one blank it is how a line editor makes a terminal wrap. */
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
    if (!(wraps && printable.test(next!))) this.#sink.home(at, to);
    else if (at > 0) this.#sink.unblank();
    else this.#unblanked = true;
    return to;
  }

  #unsettled(at: number): number {
    this.#settled = at;
    return this.#text.length;
  }
}
