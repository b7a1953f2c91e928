/** The transcript tab: the output of a program as text, with a search. */
import type { BaseClient } from '#client/baseClient.ts';
import { el, setChildren, setText } from './dom.ts';
import { coalesce } from './timers.ts';

interface MatchedLine {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
  /** The offsets of all matches in the line. */
  readonly at: readonly number[];
}

interface TextMatches {
  /** The last lines, if more than `maxMatchedLines` match. */
  readonly lines: readonly MatchedLine[];
  readonly times: number;
}

/** More than a person reads. */
const maxMatchedLines = 300;

/** Searches line by line and ignores case. */
export function findText(text: string, words: string): TextMatches {
  const query = words.toLowerCase();
  if (query === '') return { lines: [], times: 0 };
  const lines: MatchedLine[] = [];
  let times = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const at = findOffsets(toSearchable(line), query);
    if (at.length === 0) continue;
    times += at.length;
    lines.push({ number: index + 1, text: line, at });
  }
  return { lines: lines.slice(-maxMatchedLines), times };
}

/** Some letters become two in lower case, which would shift the offsets. */
function toSearchable(line: string): string {
  const small = line.toLowerCase();
  return small.length === line.length ? small : line;
}

function findOffsets(line: string, query: string): readonly number[] {
  const places: number[] = [];
  for (let at = line.indexOf(query); at >= 0; at = line.indexOf(query, at + query.length)) places.push(at);
  return places;
}

/** Lines at the end that are visible without a search. */
const tailLineCount = 200;
const refreshMs = 400;
/** Marks output that the server no longer keeps. */
const droppedText = '⋯ some output is no longer kept ⋯';
/** As many characters as one reply of the server holds. */
const maxTextChars = 2_000_000;

export class TranscriptTab {
  readonly element: HTMLElement;
  readonly #client: BaseClient;
  readonly #session: string;
  readonly #field: HTMLInputElement;
  readonly #count = el('p', { class: 'quiet', role: 'status' });
  readonly #lines = el('ol', { class: 'transcript' });
  readonly #renew: () => void;
  #text = '';
  #next = 0;

  constructor(client: BaseClient, session: string, failed: (problem: unknown) => void) {
    this.#client = client;
    this.#session = session;
    this.#field = el('input', {
      type: 'search',
      placeholder: 'Search the transcript',
      'aria-label': 'Search the transcript',
      spellcheck: 'false',
      on: { input: () => this.#show() },
    });
    this.element = el('div', { class: 'leaf' }, this.#field, this.#count, this.#lines);
    this.#renew = coalesce(() => this.#read(), refreshMs, failed);
  }

  /** Reads new output, only while the tab is visible. */
  refresh(): void {
    if (!this.element.hidden) this.#renew();
  }

  /** Requests only new output. */
  async #read(): Promise<void> {
    const { text, next, dropped } = await this.#client.calls.session.transcript({
      session: this.#session,
      since: this.#next,
      strip_escapes: true,
    });
    if (next === this.#next) return;
    this.#next = next;
    const before = dropped ? `${this.#text && `${this.#text.trimEnd()}\n`}${droppedText}\n` : this.#text;
    this.#text = (before + text).slice(-maxTextChars);
    this.#show();
    // One reply may not hold all of it.
    this.refresh();
  }

  #show(): void {
    const words = this.#field.value;
    const found = findText(this.#text, words);
    setText(this.#count, words === '' ? '' : formatMatchCount(found));
    const lines = words === '' ? lastLines(this.#text) : found.lines;
    setChildren(
      this.#lines,
      lines.map((line) => createLine(line, words.length)),
    );
  }
}

function formatMatchCount({ times, lines }: TextMatches): string {
  if (times === 0) return 'No matches.';
  const places = times === 1 ? '1 match' : `${times} matches`;
  return lines.length < maxMatchedLines ? `${places}.` : `${places}; the last ${maxMatchedLines} lines:`;
}

function lastLines(text: string): readonly MatchedLine[] {
  const lines = text.trimEnd().split('\n');
  const first = Math.max(0, lines.length - tailLineCount);
  return lines.slice(first).map((line, at) => ({ number: first + at + 1, text: line, at: [] }));
}

/** A line with its matches marked. */
function createLine({ number, text, at }: MatchedLine, width: number): HTMLLIElement {
  const line = el('li', { value: number });
  let from = 0;
  for (const place of at) {
    line.append(text.slice(from, place), el('mark', {}, text.slice(place, place + width)));
    from = place + width;
  }
  line.append(text.slice(from) || '\u00a0');
  return line;
}
