/**
 * Redacts output incrementally. The released text is the same as if all output were redacted at once, independent of
 * its chunks. Text that cannot become part of a secret is released at once; other text is held. The last released
 * characters are kept as context, because they may contain the name before a secret.
 */
import { limits } from '#limits.ts';
import { payloadSpans } from './base64Payloads.ts';
import { type RevealedText, reveal, type UnfinishedSequence } from './escapes.ts';
import { mayBeInvisible } from './invisibleCharacters.ts';
import { besideHalf, findHalves, isCutSign, openRest } from './partialSecrets.ts';
import { createTextRedactor } from './policy.ts';
import type { Redaction, RedactionStream, TextSpan } from './redaction.ts';
import type { SecretFinder } from './secretFinder.ts';
import { mergeSpans, replaceSpans } from './spans.ts';
import type { FlatView, MappedText } from './textViews.ts';

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
export type ReleaseListener = (length: number, spans: readonly TextSpan[]) => void;

/** `cols` returns the width of the screen for which the output is written; 0 if unknown. */
export function createRedactionStream(
  { secrets, replacement }: Redaction,
  leaving: ReleaseListener = () => {},
  cols: () => number = () => 0,
): RedactionStream {
  return secrets ? new HoldBackStream(secrets, replacement, leaving, cols) : passThroughStream;
}

const passThroughStream: RedactionStream = {
  push: (chunk) => chunk,
  pause: () => '',
  end: () => '',
  peek: () => '',
  held: 0,
  open: 0,
};

type ReleaseReason = 'push' | 'pause' | 'end' | 'complete';

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

  constructor(secrets: SecretFinder, replacement: string, leaving: ReleaseListener, cols: () => number) {
    this.#cols = cols;
    this.#all = secrets;
    this.#secrets = secrets.asWritten;
    this.#replacement = replacement;
    this.#hide = createTextRedactor(secrets, replacement);
    this.#onRelease = leaving;
  }

  get held(): number {
    return this.#heldText.length;
  }

  get open(): number {
    if (this.#heldText === '') return 0;
    const revealed = this.#reveal();
    const before = this.#contextFor(revealed);
    const text = before + revealed.printed.text;
    return text.length - Math.max(before.length, this.#secrets.findUnfinished(text, this.#keyEnd(before)));
  }

  push(chunk: string): string {
    this.#heldText += chunk;
    if (mayBeInvisible(chunk)) this.#secrets = this.#all;
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
    return replaceSpans(this.#heldText, this.#withHalf(revealed), this.#replacement);
  }

  /** Includes half of a secret at the end, unless it is shorter than `limits.restedSecretChars`. */
  #withHalf(revealed: RevealedText): readonly TextSpan[] {
    const { printed, joined, edited, carried, within } = revealed;
    const before = this.#contextFor(revealed);
    return mergeSpans([
      ...this.#spans(revealed),
      ...this.#half(printed, before),
      ...(joined ? this.#half(joined, this.#contextFor(revealed, this.#joinedBefore)) : []),
      ...(edited?.last ? this.#half(edited.view, edited.first ? before : '') : []),
      ...(within ? this.#half(carried, this.#carriedBefore) : []),
    ]);
  }

  #half(view: MappedText, before: string): TextSpan[] {
    const text = before + view.text;
    const open = this.#secrets.findUnfinishedInLine(text);
    const start = Math.max(0, open - before.length);
    if (text.length - open < limits.restedSecretChars || start >= view.text.length) return [];
    return [view.original(start, view.text.length)];
  }

  #reveal(): RevealedText {
    return reveal(this.#heldText, this.#unfinished, this.#afterBlank, {
      cols: this.#cols(),
      col: this.#col,
      joins: this.#joinedBefore !== this.#printedBefore,
    });
  }

  #release(moment: ReleaseReason): string {
    const revealed = this.#reveal();
    const spans = moment === 'end' ? this.#withHalf(revealed) : this.#spans(revealed);
    const ends = moment === 'end' || moment === 'complete';
    const cut = ends ? this.#heldText.length : this.#cutAt(moment, revealed, spans);
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

  #spans(revealed: RevealedText): TextSpan[] {
    const { printed, joined, edited, carried, clips } = revealed;
    const before = this.#contextFor(revealed);
    this.#keyEnds = [];
    this.#halfEnds = [];
    return mergeSpans([
      ...payloadSpans(this.#heldText, clips, this.#replacement, this.#hide),
      ...this.#spansIn(printed, before),
      ...(joined ? this.#spansIn(joined, this.#contextFor(revealed, this.#joinedBefore)) : []),
      ...(edited ? this.#spansIn(edited.view, edited.first ? before : '') : []),
      ...this.#spansIn(carried, this.#carriedBefore),
    ]);
  }

  #spansIn(view: MappedText & { readonly breaks?: readonly number[] }, before: string): TextSpan[] {
    const keys: TextSpan[] = [];
    const originals = (spans: readonly TextSpan[]) =>
      spans.flatMap(({ start, end }) => {
        const from = Math.max(0, start - before.length);
        return end > before.length ? [view.original(from, end - before.length)] : [];
      });
    const text = before + view.text;
    const found = originals(this.#secrets.find(text, this.#keyEnd(before), keys));
    if (view.breaks) {
      const { length } = before;
      const restEnd = length - this.#sinceHalf;
      const halves = originals(
        findHalves(text, view.breaks, length, this.#secrets.findUnfinishedInLine, restEnd),
      );
      found.push(...halves);
      this.#halfEnds.push(...halves.map(({ end }) => end));
    }
    this.#keyEnds.push(...originals(keys).map(({ end }) => end));
    return found;
  }

  #keyEnd(before: string): number {
    return before.length - this.#sinceKey;
  }

  #cutAt(moment: ReleaseReason, revealed: RevealedText, spans: readonly TextSpan[]): number {
    const { printed, joined, edited, carried, clips, settled, within } = revealed;
    const whole = this.#heldText.length;
    const cut = Math.min(
      settled,
      this.#releasableUpTo(printed, this.#contextFor(revealed), moment, edited?.last),
      this.#pendingHalf(printed, this.#contextFor(revealed)),
      this.#pendingRest(printed, this.#contextFor(revealed)),
      joined ? this.#releasableUpTo(joined, this.#contextFor(revealed, this.#joinedBefore), moment) : settled,
    );
    if (whole - cut <= limits.blockChars + limits.holdBackChars) return cutOutsideSpans(spans, cut, false);
    // Longer than any secret: an unfinished string sequence, or a caller's pattern that matches everything.
    const forced =
      within === 'clip'
        ? clips.at(-1)!.end
        : (within && this.#releasableUpTo(carried, this.#carriedBefore, moment)) || whole - forcedCutMargin;
    return cutOutsideSpans(spans, Math.min(whole, forced), true);
  }

  /** Start of half of a secret before a return, or before a possible sign of a cut line, at the end of the text. */
  #pendingHalf(view: FlatView, before: string): number {
    const at = view.pendingBreak ?? (isCutSign(view.text.at(-1)) ? view.text.length : undefined);
    if (at === undefined) return this.#heldText.length;
    const end = at + before.length;
    const half = findHalves(before + view.text, [at], before.length, this.#secrets.findUnfinishedInLine).at(
      -1,
    );
    if (!half || half.end < end - 1) return this.#heldText.length;
    const start = Math.max(0, half.start - before.length);
    return view.original(start, start + 1).start;
  }

  /** Start of a word at the end of the text that may continue a half above. */
  #pendingRest(view: FlatView, before: string): number {
    const ends = this.#halfEnds.filter((at) => at < this.#heldText.length);
    const last = ends.length > 0 ? view.upTo(Math.max(...ends)).length : -this.#sinceHalf;
    const end = before.length + last;
    const text = before + view.text;
    const open = end < 0 ? text.length : openRest(text, end);
    if (open === text.length) return this.#heldText.length;
    const at = Math.max(0, open - before.length);
    return view.original(at, at + 1).start;
  }

  /** The original offset up to which one view allows a release. An edited line is released as a whole. */
  #releasableUpTo(view: MappedText, before: string, moment: ReleaseReason, edited = false): number {
    const text = before + view.text;
    const keyEnd = this.#keyEnd(before);
    const lines = lineStartBefore(text, this.#secrets.findUnfinishedBeyondLine(text, keyEnd));
    const rest = text.length - Math.max(lines, before.length);
    const hurry = rest > limits.holdBackChars;
    const index = hurry || !edited ? this.#harmlessEnd(text, keyEnd, moment, hurry) : lines;
    if (index === text.length || view.text === '') return Number.POSITIVE_INFINITY;
    const at = Math.max(0, index - before.length);
    return view.original(at, at + 1).start;
  }

  #harmlessEnd(text: string, keyEnd: number, moment: ReleaseReason, hurry: boolean): number {
    const open = this.#open(text, keyEnd, moment === 'push' ? 0 : minPauseTail);
    // Often a prompt. It is released whole if no secret can begin in it.
    if (open === text.length && !hurry) return open;
    const blank = lastBlankBefore(text, open);
    const held = text.length - blank;
    return hurry && held > limits.holdBackChars
      ? Math.max(blank, Math.min(open, text.length - forcedCutMargin))
      : blank;
  }

  /** A blank at the end may be a wrap of a line editor inside a secret. */
  #open(text: string, keyEnd: number, most: number): number {
    const open = this.#secrets.findUnfinished(text, keyEnd);
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
