/**
 * Redacts output as it comes. What leaves adds up to what redacting the whole at once would give, however the output
 * is cut into chunks: what nothing to come can make part of a secret leaves at once, the rest when that is known. The
 * last characters that left are remembered, as a name before a secret may be there.
 */
import { limits } from '../limits.ts';
import { clipSpans } from './clips.ts';
import { type Revealed, reveal, type Unfinished } from './escapes.ts';
import type { Redaction, RedactionStream, Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeSpans, replaceSpans } from './spans.ts';
import { hiding } from './text.ts';
import type { View } from './views.ts';

/** Longer than any prefix of a rule. */
const memory = 256;
/** What stays when output without a blank must be cut: more than any rule looks ahead. */
const margin = 64;
/** What is not longer, a blank ends when output pauses: else no prompt that ends in a letter would leave. */
const telling = 3;

/** Told before it leaves: how much of what was held leaves, as it came, and where the secrets in it stand. */
export type Leaving = (length: number, spans: readonly Span[]) => void;

/** `cols` tells the width of the screen that the output is written for; 0 where that is not known. */
export function createStream(
  { secrets, replacement }: Redaction,
  leaving: Leaving = () => {},
  cols: () => number = () => 0,
): RedactionStream {
  return secrets ? new HoldingStream(secrets, replacement, leaving, cols) : openStream;
}

const openStream: RedactionStream = {
  push: (chunk) => chunk,
  pause: () => '',
  end: () => '',
  peek: () => '',
  held: 0,
};

type Moment = 'push' | 'pause' | 'end';

class HoldingStream implements RedactionStream {
  readonly #secrets: Secrets;
  readonly #replacement: string;
  readonly #hide: (raw: string) => string;
  readonly #leaving: Leaving;
  readonly #cols: () => number;
  /** Printed in the row before the held text. */
  #col = 0;
  #text = '';
  /** What was printed, and carried, right before the held text in the same line. */
  #printed = '';
  #joined = '';
  #carried = '';
  #within: Unfinished | undefined;
  /** What left last was a printed blank. */
  #afterBlank = false;
  /** Below this length looking again would be in vain or too dear. */
  #worthwhile = 0;

  constructor(secrets: Secrets, replacement: string, leaving: Leaving, cols: () => number) {
    this.#cols = cols;
    this.#secrets = secrets;
    this.#replacement = replacement;
    this.#hide = hiding(secrets, replacement);
    this.#leaving = leaving;
  }

  get held(): number {
    return this.#text.length;
  }

  push(chunk: string): string {
    this.#text += chunk;
    return this.#text.length >= this.#worthwhile ? this.#release('push') : '';
  }

  pause(): string {
    return this.#text === '' ? '' : this.#release('pause');
  }

  end(): string {
    const rest = this.#text === '' ? '' : this.#release('end');
    this.#printed = this.#joined = this.#carried = '';
    this.#within = undefined;
    this.#afterBlank = false;
    return rest;
  }

  peek(): string {
    if (this.#text === '') return '';
    const spans = this.#spans(this.#reveal());
    return replaceSpans(this.#text, spans, this.#replacement);
  }

  #reveal(): Revealed {
    return reveal(this.#text, this.#within, this.#afterBlank, {
      cols: this.#cols(),
      col: this.#col,
      joins: this.#joined !== this.#printed,
    });
  }

  #release(moment: Moment): string {
    const revealed = this.#reveal();
    const spans = this.#spans(revealed);
    const cut = moment === 'end' ? this.#text.length : this.#cut(moment, revealed, spans);
    const leaving = spans.filter(({ end }) => end <= cut);
    const out = replaceSpans(this.#text.slice(0, cut), leaving, this.#replacement);
    this.#leaving(cut, leaving);
    if (cut > 0) this.#remember(revealed, cut);
    this.#text = this.#text.slice(cut);
    const { length } = this.#text;
    this.#worthwhile = length > limits.holdBackChars ? length + (length >> 3) : 0;
    return out;
  }

  #spans(revealed: Revealed): Span[] {
    const { printed, joined, edited, carried, clips } = revealed;
    const before = this.#before(revealed);
    return mergeSpans([
      ...this.#spansIn(printed, before),
      ...(joined ? this.#spansIn(joined, this.#before(revealed, this.#joined)) : []),
      ...(edited ? this.#spansIn(edited.view, edited.first ? before : '') : []),
      ...this.#spansIn(carried, this.#carried),
      ...clipSpans(this.#text, clips, this.#replacement, this.#hide),
    ]);
  }

  #spansIn(view: View, before: string): Span[] {
    return this.#secrets.find(before + view.text).flatMap(({ start, end }) => {
      const from = Math.max(0, start - before.length);
      return end > before.length ? [view.original(from, end - before.length)] : [];
    });
  }

  #cut(moment: Moment, revealed: Revealed, spans: readonly Span[]): number {
    const { printed, joined, edited, carried, clips, settled, within } = revealed;
    const whole = this.#text.length;
    const cut = Math.min(
      settled,
      this.#letGo(printed, this.#before(revealed), moment, edited?.last),
      joined ? this.#letGo(joined, this.#before(revealed, this.#joined), moment) : settled,
    );
    if (whole - cut <= limits.blockChars + limits.holdBackChars) return outside(spans, cut, false);
    // Longer than any secret: a string sequence that does not end, or a caller's pattern that takes everything.
    const forced =
      within === 'clip'
        ? clips.at(-1)!.end
        : (within && this.#letGo(carried, this.#carried, moment)) || whole - margin;
    return outside(spans, Math.min(whole, forced), true);
  }

  /** How much of the original may leave, as far as one view of it goes. A line that is being edited leaves as one. */
  #letGo(view: View, before: string, moment: Moment, edited = false): number {
    const text = before + view.text;
    const lines = endOfLine(text, this.#secrets.openBeyondLine(text));
    const rest = text.length - Math.max(lines, before.length);
    const hurry = rest > limits.holdBackChars;
    const index = hurry || !edited ? this.#endOfHarmless(text, moment, hurry) : lines;
    if (index === text.length || view.text === '') return Number.POSITIVE_INFINITY;
    const at = Math.max(0, index - before.length);
    return view.original(at, at + 1).start;
  }

  #endOfHarmless(text: string, moment: Moment, hurry: boolean): number {
    const open = this.#open(text, moment === 'push' ? 0 : telling);
    // Often a prompt: it may leave whole if no secret can begin in it.
    if (open === text.length && !hurry) return open;
    const blank = lastBlank(text, open);
    const held = text.length - blank;
    return hurry && held > limits.holdBackChars
      ? Math.max(blank, Math.min(open, text.length - margin))
      : blank;
  }

  /** A blank at the very end may turn out to be how a line editor wraps, in the middle of a secret. */
  #open(text: string, most: number): number {
    const open = this.#secrets.open(text);
    if (!text.endsWith(' ')) return open;
    const before = this.#secrets.open(text.slice(0, -1));
    return before < text.length - 1 - most ? Math.min(open, before) : open;
  }

  /** What was printed before, without the blank at its end where that only made the terminal wrap. */
  #before({ unblanked }: Revealed, line = this.#printed): string {
    return unblanked ? line.slice(0, -1) : line;
  }

  #remember(revealed: Revealed, cut: number): void {
    const { printed, joined, carried, settled, within } = revealed;
    const leaving = printed.upTo(cut);
    this.#afterBlank = leaving.endsWith(' ') && this.#text[cut - 1] === ' ';
    const feed = leaving.lastIndexOf('\n');
    this.#col = feed < 0 ? this.#col + leaving.length : leaving.length - feed - 1;
    const whole = joined && lineTail(this.#before(revealed, this.#joined) + joined.upTo(cut));
    this.#printed = lineTail(this.#before(revealed) + leaving);
    this.#joined = whole ?? this.#printed;
    this.#within = cut > settled ? within : undefined;
    this.#carried = this.#within ? lineTail(this.#carried + carried.upTo(cut)) : '';
  }
}

const endOfLine = (text: string, before: number) => (before > 0 ? text.lastIndexOf('\n', before - 1) + 1 : 0);

function lastBlank(text: string, before: number): number {
  let end = before;
  while (end > 0 && !/\s/.test(text[end - 1]!)) end -= 1;
  return end;
}

const lineTail = (text: string) => text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - memory));

/** A span is never cut: it waits, unless so much is held that a piece of it must leave. */
function outside(spans: readonly Span[], cut: number, forced: boolean): number {
  const across = spans.find(({ start, end }) => start < cut && cut < end);
  return across ? across.start || (forced ? across.end : 0) : cut;
}
