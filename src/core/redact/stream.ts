/**
 * Redacts output as it comes. What leaves adds up to what redacting the whole at once would give, however the output
 * is cut into chunks: a line leaves when it has ended, a long line or a pause lets go of words that nothing to come
 * can make part of a secret. The last characters that left are remembered, as a name before a secret may be there.
 */
import { limits } from '../limits.ts';
import { hasControls, type Revealed, reveal, type Unfinished } from './escapes.ts';
import type { Redaction, RedactionStream, Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeSpans, replaceSpans } from './spans.ts';
import type { View } from './views.ts';

/** Longer than any prefix of a rule. */
const memory = 256;
/** What stays when output without a blank must be cut: more than any rule looks ahead. */
const margin = 64;
/** What is shorter, a blank ends: else no prompt that ends in a letter would leave. */
const telling = 4;

/** Told before it leaves: how much of what was held leaves, as it came, and where the secrets in it stand. */
export type Leaving = (length: number, spans: readonly Span[]) => void;

export function createStream(
  { secrets, replacement }: Redaction,
  leaving: Leaving = () => {},
): RedactionStream {
  return secrets ? new HoldingStream(secrets, replacement, leaving) : openStream;
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
  readonly #leaving: Leaving;
  #text = '';
  /** What was printed, and carried, right before the held text in the same line. */
  #printed = '';
  #carried = '';
  #within: Unfinished | undefined;
  /** What left last was a printed blank. */
  #afterBlank = false;
  /** Below this length looking again would be in vain or too dear. */
  #worthwhile = 0;

  constructor(secrets: Secrets, replacement: string, leaving: Leaving) {
    this.#secrets = secrets;
    this.#replacement = replacement;
    this.#leaving = leaving;
  }

  get held(): number {
    return this.#text.length;
  }

  push(chunk: string): string {
    this.#text += chunk;
    const length = this.#text.length;
    const ends = chunk.includes('\n') || hasControls(chunk);
    return length >= this.#worthwhile && (ends || length > limits.holdBackChars) ? this.#release('push') : '';
  }

  pause(): string {
    return this.#text === '' ? '' : this.#release('pause');
  }

  end(): string {
    const rest = this.#text === '' ? '' : this.#release('end');
    this.#printed = this.#carried = '';
    this.#within = undefined;
    this.#afterBlank = false;
    return rest;
  }

  peek(): string {
    if (this.#text === '') return '';
    const spans = this.#spans(reveal(this.#text, this.#within, this.#afterBlank));
    return replaceSpans(this.#text, spans, this.#replacement);
  }

  #release(moment: Moment): string {
    const revealed = reveal(this.#text, this.#within, this.#afterBlank);
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
    const { printed, edited, carried } = revealed;
    const before = this.#before(revealed);
    return mergeSpans([
      ...this.#spansIn(printed, before),
      ...(edited ? this.#spansIn(edited.view, edited.first ? before : '') : []),
      ...this.#spansIn(carried, this.#carried),
    ]);
  }

  #spansIn(view: View, before: string): Span[] {
    return this.#secrets.find(before + view.text).flatMap(({ start, end }) => {
      const from = Math.max(0, start - before.length);
      return end > before.length ? [view.original(from, end - before.length)] : [];
    });
  }

  #cut(moment: Moment, revealed: Revealed, spans: readonly Span[]): number {
    const { printed, edited, carried, settled, within } = revealed;
    const whole = this.#text.length;
    const cut = Math.min(settled, this.#letGo(printed, this.#before(revealed), edited ? 'push' : moment));
    if (whole - cut <= limits.blockChars + limits.holdBackChars) return outside(spans, cut, false);
    // Longer than any secret: a string sequence that does not end, or a caller's pattern that takes everything.
    return outside(spans, (within && this.#letGo(carried, this.#carried, moment)) || whole - margin, true);
  }

  /** How much of the original may leave, as far as one view of it goes. */
  #letGo(view: View, before: string, moment: Moment): number {
    const text = before + view.text;
    const lines = endOfLine(text, this.#secrets.openBeyondLine(text));
    const rest = text.length - Math.max(lines, before.length);
    const hurry = rest > limits.holdBackChars;
    const index = hurry || moment === 'pause' ? this.#endOfHarmless(text, hurry) : lines;
    return index > before.length ? view.original(index - before.length - 1, index - before.length).end : 0;
  }

  #endOfHarmless(text: string, hurry: boolean): number {
    const open = this.#open(text);
    // Often a prompt: it may leave whole if no secret can begin in it.
    if (open === text.length && !hurry) return open;
    const blank = lastBlank(text, open);
    const held = text.length - blank;
    return hurry && held > limits.holdBackChars
      ? Math.max(blank, Math.min(open, text.length - margin))
      : blank;
  }

  /** A blank at the very end may turn out to be how a line editor wraps, in the middle of a secret. */
  #open(text: string): number {
    const open = this.#secrets.open(text);
    if (!text.endsWith(' ')) return open;
    const before = this.#secrets.open(text.slice(0, -1));
    return before < text.length - telling ? Math.min(open, before) : open;
  }

  /** What was printed before, without the blank at its end where that only made the terminal wrap. */
  #before({ unblanked }: Revealed): string {
    return unblanked ? this.#printed.slice(0, -1) : this.#printed;
  }

  #remember(revealed: Revealed, cut: number): void {
    const { printed, carried, settled, within } = revealed;
    const leaving = printed.upTo(cut);
    this.#afterBlank = leaving.endsWith(' ') && this.#text[cut - 1] === ' ';
    this.#printed = lineTail(this.#before(revealed) + leaving);
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
