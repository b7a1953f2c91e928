/**
 * Redacts output incrementally. The released text is the same as if all output were redacted at once, independent of
 * its chunks. Text that cannot become part of a secret is released at once; other text is held. The last released
 * characters are kept as context, because they may contain the name before a secret.
 *
 * Long because the rest of a secret is held or hidden by where its first part ended.
 */
import { limits } from '#limits.ts';
import { hidePayload, mayBeInvisible } from './decoding.ts';
import { type FlatView, type RevealedText, reveal, type UnfinishedSequence } from './escapes.ts';
import {
  hasOnlyAscii,
  type MappedText,
  mergeSpans,
  type Redaction,
  type RedactionStream,
  replaceSpans,
  type SecretFinder,
  type TextSpan,
} from './redaction.ts';
import { continuationAt } from './ruleMatcher.ts';

/** Longer than any prefix of a rule. */
const contextChars = 256;
/** Characters that are kept when output without blanks must be cut. More than any rule looks ahead. */
const forcedCutMargin = 64;
/**
 * When output pauses, a blank at its end completes an unfinished secret of at most this length. Otherwise prompts that
 * end in a letter would never be released.
 */
const minPauseTail = 3;

/** Distance after a key within which any text may belong to it. */
const besideKey = 80;

/** Called before a release with the length of the original text that is released, and the spans in it. */
type ReleaseListener = (length: number, spans: readonly TextSpan[]) => void;

/** `cols` returns the width of the screen for which the output is written; 0 if unknown. */
export const createRedactionStream = (
  redaction: Redaction,
  onRelease: ReleaseListener = () => {},
  cols: () => number = () => 0,
): RedactionStream =>
  redaction.secrets ? new HoldBackStream(redaction as HidingRedaction, onRelease, cols) : passThroughStream;

/** A redaction that hides secrets. Its `text` redacts base64 payloads, which are shorter than their sequences. */
type HidingRedaction = Pick<Redaction, 'replacement' | 'text'> & { readonly secrets: SecretFinder };

/** Reads a whole text that contains controls. `cols`: width of the screen for which it was written, if known. */
export const readWholeText = (
  redaction: HidingRedaction,
  text: string,
  cols = 0,
): Pick<HoldBackStream, 'spans' | 'open'> =>
  new HoldBackStream(
    redaction,
    () => {},
    () => cols,
    text,
  );

const passThroughStream: RedactionStream = {
  push: (chunk) => chunk,
  pause: () => '',
  end: () => '',
  peek: () => '',
  held: 0,
  open: 0,
};

type ReleaseReason = 'push' | 'pause' | 'end' | 'complete';

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

interface ContextViews {
  readonly printed: ContextView;
  readonly joined: ContextView | undefined;
  readonly carried: ContextView | undefined;
  readonly all: readonly ContextView[];
}

class HoldBackStream implements RedactionStream {
  readonly #all: SecretFinder;
  /** The finder for the held text. */
  #secrets: SecretFinder;
  readonly #replacement: string;
  readonly #hide: (raw: string) => string;
  readonly #onRelease: ReleaseListener;
  readonly #cols: () => number;
  /** Columns printed in the row before the held text. */
  #col = 0;
  #heldText = '';
  /** Printed text and sequence content on the same line before the held text. */
  #printedBefore = '';
  #joinedBefore = '';
  #carriedBefore = '';
  #unfinished: UnfinishedSequence | undefined;
  /** The released text ends with a printed blank. */
  #afterBlank = false;
  /** The released text ends with a carriage return. With a following line feed, both are one line end. */
  #afterReturn = false;
  /** Number of characters printed since a private key, before the held text. */
  #sinceKey = Number.POSITIVE_INFINITY;
  /** Number of characters printed since half of another secret. */
  #sinceHalf = Number.POSITIVE_INFINITY;
  /** Ends of keys and halves in the held text. */
  #keyEnds: number[] = [];
  #halfEnds: number[] = [];
  /** Below this length, the held text is not scanned again. */
  #minScanLength = 0;

  constructor(
    { secrets, replacement, text }: HidingRedaction,
    onRelease: ReleaseListener,
    cols: () => number,
    held = '',
  ) {
    this.#cols = cols;
    this.#all = secrets;
    this.#secrets = held === '' ? secrets.asWritten : secrets;
    this.#replacement = replacement;
    this.#hide = text;
    this.#onRelease = onRelease;
    this.#heldText = held;
  }

  get held(): number {
    return this.#heldText.length;
  }

  get open(): number {
    if (this.#heldText === '') return 0;
    const { all, carried } = this.#views(this.#reveal());
    const starts = all.flatMap((view) => {
      if (!view.unended) return [];
      const { text } = view;
      const open =
        view === carried
          ? this.#secrets.findUnfinishedInLine(text)
          : this.#secrets.findUnfinished(text, this.#keyEnd(view));
      return text.length - Math.max(view.start, open) < limits.restedSecretChars ? [] : [view.offset(open)];
    });
    return this.#heldText.length - Math.min(this.#heldText.length, ...starts);
  }

  get spans(): readonly TextSpan[] {
    const revealed = this.#reveal();
    return this.#spans(revealed, this.#views(revealed));
  }

  push(chunk: string): string {
    this.#heldText += chunk;
    if (!hasOnlyAscii(chunk) && mayBeInvisible(chunk)) this.#secrets = this.#all;
    return this.#heldText.length >= this.#minScanLength ? this.#release('push') : '';
  }

  pause(): string {
    return this.#heldText === '' ? '' : this.#release('pause');
  }

  end(complete = false): string {
    const rest = this.#heldText === '' ? '' : this.#release(complete ? 'complete' : 'end');
    this.#printedBefore = this.#joinedBefore = this.#carriedBefore = '';
    this.#unfinished = undefined;
    this.#afterBlank = false;
    this.#afterReturn = false;
    this.#sinceKey = this.#sinceHalf = Number.POSITIVE_INFINITY;
    return rest;
  }

  peek(): string {
    if (this.#heldText === '') return '';
    const revealed = this.#reveal();
    return replaceSpans(this.#heldText, this.#withHalf(revealed, this.#views(revealed)), this.#replacement);
  }

  /** Includes half of a secret at the end, unless it is shorter than `limits.restedSecretChars`. */
  #withHalf(revealed: RevealedText, views: ContextViews): readonly TextSpan[] {
    const halves = views.all.flatMap((view) => {
      const { length } = view.text;
      const start = view.unended ? this.#secrets.findUnfinishedInLine(view.text) : length;
      return length - start < limits.restedSecretChars ? [] : view.originals([{ start, end: length }]);
    });
    return mergeSpans([...this.#spans(revealed, views), ...halves]);
  }

  #views(revealed: RevealedText): ContextViews {
    const { edited, within } = revealed;
    const before = this.#contextFor(revealed);
    const printed = new ContextView(revealed.printed, before);
    const joined =
      revealed.joined && new ContextView(revealed.joined, this.#contextFor(revealed, this.#joinedBefore));
    const lines = edited && new ContextView(edited.view, edited.first ? before : '', edited.last);
    const carried =
      revealed.carried.text === ''
        ? undefined
        : new ContextView(revealed.carried, this.#carriedBefore, within !== undefined);
    const all = [printed, joined, lines, carried].filter((view) => view !== undefined);
    return { printed, joined, carried, all };
  }

  #reveal(): RevealedText {
    return reveal(this.#heldText, this.#unfinished, this.#afterBlank, {
      cols: this.#cols(),
      col: this.#col,
      joins: this.#joinedBefore !== this.#printedBefore,
    });
  }

  #release(reason: ReleaseReason): string {
    const revealed = this.#reveal();
    const views = this.#views(revealed);
    const spans = reason === 'end' ? this.#withHalf(revealed, views) : this.#spans(revealed, views);
    const ends = reason === 'end' || reason === 'complete';
    const cut = ends ? this.#heldText.length : this.#cutAt(reason, revealed, views, spans);
    const leaving = spans.filter(({ end }) => end <= cut);
    const out = replaceSpans(this.#heldText.slice(0, cut), leaving, this.#replacement);
    this.#onRelease(cut, leaving);
    if (cut > 0) this.#remember(revealed, cut);
    this.#heldText = this.#heldText.slice(cut);
    if (this.#secrets === this.#all && !mayBeInvisible(this.#printedBefore + this.#heldText))
      this.#secrets = this.#all.asWritten;
    const { length } = this.#heldText;
    this.#minScanLength = length > limits.holdBackChars ? length + (length >> 3) : 0;
    return out;
  }

  #spans({ clips }: RevealedText, { all }: ContextViews): TextSpan[] {
    this.#keyEnds = [];
    this.#halfEnds = [];
    const payloads = clips.flatMap(
      (clip) => hidePayload(this.#heldText, clip, this.#replacement, this.#hide) ?? [],
    );
    return mergeSpans([...payloads, ...all.flatMap((view) => this.#spansIn(view))]);
  }

  #spansIn(view: ContextView): TextSpan[] {
    const keys: TextSpan[] = [];
    const found = this.#secrets.find(view.text, this.#keyEnd(view), keys);
    this.#keyEnds.push(...view.originals(keys).map(({ end }) => end));
    const halves = view.originals(this.#halves(view, view.view.breaks));
    this.#halfEnds.push(...halves.map(({ end }) => end));
    return [...view.originals(found), ...halves];
  }

  #halves({ text, start }: ContextView, breaks: readonly number[] | undefined): TextSpan[] {
    if (!breaks) return [];
    return findHalves(text, breaks, start, this.#secrets.findUnfinishedInLine, start - this.#sinceHalf);
  }

  #keyEnd({ start }: ContextView): number {
    return start - this.#sinceKey;
  }

  #cutAt(
    reason: ReleaseReason,
    { edited, clips, settled, within }: RevealedText,
    { printed, joined, carried }: ContextViews,
    spans: readonly TextSpan[],
  ): number {
    const whole = this.#heldText.length;
    const cut = Math.min(
      settled,
      this.#releasableUpTo(printed, reason, edited?.last),
      this.#pendingHalf(printed),
      this.#pendingRest(printed),
      joined ? this.#releasableUpTo(joined, reason) : settled,
    );
    if (whole - cut <= limits.blockChars + limits.holdBackChars) return cutOutsideSpans(spans, cut, false);
    // Longer than any secret: an unfinished string sequence, or a caller's pattern that matches everything.
    const forced =
      within === 'clip'
        ? clips.at(-1)!.end
        : (within && carried && this.#releasableUpTo(carried, reason)) || whole - forcedCutMargin;
    return cutOutsideSpans(spans, Math.min(whole, forced), true);
  }

  /** Start of half of a secret before a return, or before a possible sign of a cut line, at the end of the text. */
  #pendingHalf(view: ContextView): number {
    const { view: printed, start, text } = view;
    const sign = isCutSign(text.at(-1)) && text.length > start;
    const at = printed.pendingBreak ?? (sign ? printed.text.length : undefined);
    if (at === undefined) return this.#heldText.length;
    const half = findHalves(text, [at], start, this.#secrets.findUnfinishedInLine).at(-1);
    return half && half.end >= start + at - 1 ? view.offset(half.start) : this.#heldText.length;
  }

  /** Start of a word at the end of the text that may continue a half above. */
  #pendingRest(view: ContextView): number {
    const ends = this.#halfEnds.filter((at) => at < this.#heldText.length);
    const printed = view.view as FlatView;
    const last = ends.length > 0 ? printed.upTo(Math.max(...ends)).length : -this.#sinceHalf;
    const open = view.start + last < 0 ? view.text.length : openRest(view.text, view.start + last);
    return open === view.text.length ? this.#heldText.length : view.offset(open);
  }

  /** The original offset up to which one view allows a release. An edited line is released as a whole. */
  #releasableUpTo(view: ContextView, reason: ReleaseReason, edited = false): number {
    const { text, start } = view;
    const keyEnd = this.#keyEnd(view);
    const open = this.#secrets.findUnfinishedBeyondLine(text, keyEnd);
    const lines = lineStartBefore(text, open);
    const hurry = text.length - Math.max(lines, start) > limits.holdBackChars;
    const index =
      hurry || !edited ? this.#harmlessEnd(text, this.#open(text, open, keyEnd, reason), hurry) : lines;
    return index === text.length || text.length === start ? Number.POSITIVE_INFINITY : view.offset(index);
  }

  #harmlessEnd(text: string, open: number, hurry: boolean): number {
    // Often a prompt. It is released whole if no secret can begin in it.
    if (open === text.length && !hurry) return open;
    const blank = lastBlankBefore(text, open);
    const held = text.length - blank;
    return hurry && held > limits.holdBackChars
      ? Math.max(blank, Math.min(open, text.length - forcedCutMargin))
      : blank;
  }

  /** A blank at the end may be a wrap of a line editor inside a secret. */
  #open(text: string, beyondLine: number, keyEnd: number, reason: ReleaseReason): number {
    const open = Math.min(beyondLine, this.#secrets.findUnfinishedInLine(text));
    const most = reason === 'push' ? 0 : minPauseTail;
    if (!text.endsWith(' ')) return open;
    const before = this.#secrets.findUnfinished(text.slice(0, -1), keyEnd);
    return before < text.length - 1 - most ? Math.min(open, before) : open;
  }

  /** The printed text before, without a blank that only made the terminal wrap. */
  #contextFor({ unblanked }: RevealedText, line = this.#printedBefore): string {
    const endsAgain = this.#afterReturn && this.#heldText.startsWith('\n') && line.endsWith('\n');
    return unblanked || endsAgain ? line.slice(0, -1) : line;
  }

  /** The current line with the context that is needed to recognize it, back to a nearby key. */
  #contextTail(text: string): string {
    const context = this.#secrets.context(text);
    const line = lineTail(text);
    const near = Math.max(
      this.#sinceKey < besideKey ? this.#sinceKey + 1 : 0,
      this.#sinceHalf < besideHalf ? this.#sinceHalf + 1 : 0,
    );
    return context === '' && near > line.length ? text.slice(-near) : context + line;
  }

  #remember(revealed: RevealedText, cut: number): void {
    const { printed, joined, carried, settled, within } = revealed;
    const leaving = printed.upTo(cut);
    this.#afterBlank = leaving.endsWith(' ') && this.#heldText[cut - 1] === ' ';
    const since = (ends: readonly number[], before: number) => {
      const end = Math.max(-1, ...ends.filter((at) => at <= cut));
      return leaving.length - (end < 0 ? -before : printed.upTo(end).length);
    };
    this.#sinceKey = since(this.#keyEnds, this.#sinceKey);
    this.#sinceHalf = since(this.#halfEnds, this.#sinceHalf);
    const feed = leaving.lastIndexOf('\n');
    this.#col = feed < 0 ? this.#col + leaving.length : leaving.length - feed - 1;
    const whole =
      joined && this.#contextTail(this.#contextFor(revealed, this.#joinedBefore) + joined.upTo(cut));
    this.#printedBefore = this.#contextTail(this.#contextFor(revealed) + leaving);
    this.#joinedBefore = whole ?? this.#printedBefore;
    this.#afterReturn = this.#heldText[cut - 1] === '\r';
    this.#unfinished = cut > settled ? within : undefined;
    this.#carriedBefore = this.#unfinished ? lineTail(this.#carriedBefore + carried.upTo(cut)) : '';
  }
}

const lineStartBefore = (text: string, before: number) =>
  before > 0 ? text.lastIndexOf('\n', before - 1) + 1 : 0;

function lastBlankBefore(text: string, before: number): number {
  let end = before;
  while (end > 0 && !isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** As `\s`, with a fast path for ASCII. */
const isBlank = (code: number) =>
  code <= 32 ? code === 32 || (code > 8 && code < 14) : code > 127 && /\s/.test(String.fromCharCode(code));

const lineTail = (text: string) =>
  text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - contextChars));

/** Never cuts a span. The span is held, unless so much text is held that part of it must be released. */
function cutOutsideSpans(spans: readonly TextSpan[], cut: number, forced: boolean): number {
  const across = spans.find(({ start, end }) => start < cut && cut < end);
  return across ? across.start || (forced ? across.end : 0) : cut;
}

// Unfinished secrets ("halves") that end at a cursor movement, at the edge of a pane, or at the sign of a cut line. No
// more of a half is shown than of an unfinished secret when output pauses.

const paneEdges = '│┃║|';
/** Signs with which pagers and editors mark a cut line. */
const cutSigns = '>»…';
const minHalfChars = limits.restedSecretChars;

/**
 * `breaks`: the line ends caused by cursor movement, after `offset`. `open`: returns where an unfinished secret
 * begins in a line. `restEnd`: the end of an earlier half.
 */
function findHalves(
  text: string,
  breaks: readonly number[],
  offset: number,
  open: (line: string) => number,
  restEnd = -1,
): TextSpan[] {
  const spans: TextSpan[] = [];
  const look = (end: number) => {
    if (!endsInWord(text, end)) return;
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const from = start + open(text.slice(start, end));
    if (end - from >= minHalfChars) spans.push({ start: from, end });
  };
  for (const end of breaks) if (text.charCodeAt(end + offset - 1) > 32) look(withoutSign(text, end + offset));
  for (const edge of paneEdges)
    for (let at = text.indexOf(edge); at >= 0; at = text.indexOf(edge, at + 1)) {
      look(at);
      const feed = text.indexOf('\n', at);
      if (feed >= 0) look(at + text.slice(at, Math.min(feed, at + widestRow)).trimEnd().length);
    }
  const ends = restEnd >= 0 ? [restEnd, ...spans.map(({ end }) => end)] : spans.map(({ end }) => end);
  return [...spans, ...ends.flatMap((end) => restsAfter(text, end))];
}

/** The continuation of a half in the next rows: random-looking words at the start of a row or of a pane. */
function restsAfter(text: string, half: number): TextSpan[] {
  const rests = panesIn(text, half).flatMap((at) => continuationAt(text, at) ?? []);
  let end = rests.at(-1)?.end ?? half;
  for (let rows = 0; rows < mostRows; rows += 1) {
    const row = nextRow(text, end);
    const found = [row, ...panesIn(text, row)].flatMap((at) => continuationAt(text, at) ?? []);
    if (found.length === 0) break;
    rests.push(...found);
    end = found.at(-1)!.end;
  }
  return rests;
}

const panesIn = (text: string, from: number): number[] => {
  const line = text.slice(from, from + widestRow).split('\n', 1)[0]!;
  return [...line.matchAll(/[│┃║|]/g)].map(({ index }) => from + index + 1);
};

/** Start of the row below `end`. Empty rows are skipped, because cursor movement leaves them. */
function nextRow(text: string, end: number): number {
  const feed = text.indexOf('\n', end);
  if (feed < 0 || feed - end > besideHalf) return text.length;
  let at = feed + 1;
  while (text[at] === '\n' || text[at] === '\r') at += 1;
  return at;
}

/** Start of a word at the end of the text that may continue the half that ends at `half`. */
function openRest(text: string, half: number): number {
  const row = text.slice(nextRow(text, half));
  const [, begun = ''] = beginsRow.exec(row) ?? beginsPane.exec(text.slice(half)) ?? [];
  return text.length - begun.length;
}

const beginsRow = /^(?:[^\n]{0,400}[│┃║|])?[ \t\r>"'#*]{0,40}([\w+/=.~-]+)$/;
const beginsPane = /^[^\n]{0,400}[│┃║|][ \t\r>"'#*]{0,40}([\w+/=.~-]+)$/;
const widestRow = 512;
/** Maximum distance to the rest of the row of a half. */
const besideHalf = 256;
const mostRows = 16;

const withoutSign = (text: string, end: number) => (isCutSign(text[end - 1]) ? end - 1 : end);

const isCutSign = (char: string | undefined) => char !== undefined && cutSigns.includes(char);

function endsInWord(text: string, end: number): boolean {
  if (end < minHalfChars) return false;
  for (let at = end - 1; at >= end - minHalfChars; at -= 1) if (text.charCodeAt(at) <= 32) return false;
  return true;
}
