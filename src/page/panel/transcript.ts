/** What the program has written, as text, with a search through all that is kept of it. */
import type { Talk } from '../../client/talk.ts';
import { el, fill, say } from '../parts/element.ts';
import { merged } from '../parts/merged.ts';
import { type Found, type FoundLine, findWords, mostLines } from './found.ts';

/** The end of it, when nothing is looked for. */
const tailLines = 200;
const restMs = 400;
/** Where there was more than is kept. */
const gap = '⋯ what was written here is not kept ⋯';
/** As many as one reply of the server holds. */
const mostChars = 2_000_000;

export class Transcript {
  readonly element: HTMLElement;
  readonly #client: Talk;
  readonly #session: string;
  readonly #field: HTMLInputElement;
  readonly #count = el('p', { class: 'quiet', role: 'status' });
  readonly #lines = el('ol', { class: 'transcript' });
  readonly #renew: () => void;
  #text = '';
  #next = 0;

  constructor(client: Talk, session: string, failed: (problem: unknown) => void) {
    this.#client = client;
    this.#session = session;
    this.#field = el('input', {
      type: 'search',
      placeholder: 'Search what it wrote',
      'aria-label': 'Search the transcript',
      spellcheck: 'false',
      on: { input: () => this.#show() },
    });
    this.element = el('div', { class: 'leaf' }, this.#field, this.#count, this.#lines);
    this.#renew = merged(() => this.#read(), restMs, failed);
  }

  /** There may be more by now. It is read when somebody sees it only. */
  renew(): void {
    if (!this.element.hidden) this.#renew();
  }

  /** Only what is new is asked for. */
  async #read(): Promise<void> {
    const { text, next, dropped } = await this.#client.calls.session.transcript({
      session: this.#session,
      since: this.#next,
      strip_escapes: true,
    });
    if (next === this.#next) return;
    this.#next = next;
    const before = dropped ? `${this.#text && `${this.#text.trimEnd()}\n`}${gap}\n` : this.#text;
    this.#text = (before + text).slice(-mostChars);
    this.#show();
    // One answer holds only so much.
    this.renew();
  }

  #show(): void {
    const words = this.#field.value;
    const found = findWords(this.#text, words);
    say(this.#count, words === '' ? '' : countOf(found));
    const lines = words === '' ? tailOf(this.#text) : found.lines;
    fill(
      this.#lines,
      lines.map((line) => lineOf(line, words.length)),
    );
  }
}

function countOf({ times, lines }: Found): string {
  if (times === 0) return 'Not found.';
  const places = times === 1 ? 'once' : `${times} times`;
  return lines.length < mostLines ? `Found ${places}.` : `Found ${places}; the last ${mostLines} lines:`;
}

function tailOf(text: string): readonly FoundLine[] {
  const lines = text.trimEnd().split('\n');
  const first = Math.max(0, lines.length - tailLines);
  return lines.slice(first).map((line, at) => ({ number: first + at + 1, text: line, at: [] }));
}

/** With what was found marked in it. */
function lineOf({ number, text, at }: FoundLine, width: number): HTMLLIElement {
  const line = el('li', { value: number });
  let from = 0;
  for (const place of at) {
    line.append(text.slice(from, place), el('mark', {}, text.slice(place, place + width)));
    from = place + width;
  }
  line.append(text.slice(from) || '\u00a0');
  return line;
}
