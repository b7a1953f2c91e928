/** What stands round everything: the bar with its name, the search, the buttons, and a place where news is read aloud. */
import { systemClock } from '../platform/clock.ts';
import { el, say, set } from './parts/element.ts';
import { everything } from './route.ts';
import { onScheme, scheme, turnScheme } from './scheme.ts';

/** As long as it takes to read it twice. */
const troubleMs = 10_000;

export interface FrameDeeds {
  readonly search: (words: string) => void;
  readonly open: (file: File) => void;
  readonly help: () => void;
}

export class Frame {
  readonly element: HTMLElement;
  readonly main = el('main', { class: 'main', id: 'main', tabindex: -1 });
  readonly field: HTMLInputElement;
  readonly #count = el('span', { class: 'count' });
  readonly #news = el('p', { class: 'unseen', role: 'status' });
  readonly #trouble = el('p', { class: 'trouble', role: 'alert' });
  #forget = () => {};
  readonly #deaf: () => void;
  readonly #scheme: HTMLButtonElement;

  constructor({ search, open, help }: FrameDeeds) {
    this.field = el('input', {
      type: 'search',
      placeholder: 'Find sessions',
      'aria-label': 'Find sessions',
      spellcheck: 'false',
      on: { input: () => search(this.field.value) },
    });
    this.#scheme = button('icon', 'Dark or light', turnScheme);
    const file = el('input', {
      type: 'file',
      accept: '.cast,.json,.jsonl,.txt',
      hidden: true,
      'aria-label': 'A recording',
      on: { change: () => file.files?.[0] && open(file.files[0]) },
    });
    const name = el(
      'a',
      { class: 'wordmark', href: everything },
      el('span', { 'aria-hidden': 'true' }, '❯'),
      'ptywright',
    );
    const bar = el('header', { class: 'bar' }, name, this.#count, this.field);
    bar.append(
      button('text', 'Play a file', () => file.click(), 'Play a file…'),
      file,
      this.#scheme,
      button('icon', 'Keys', help, '?'),
    );
    const skip = el(
      'a',
      { class: 'skip', href: '#main', on: { click: (event) => this.#skip(event) } },
      'To the sessions',
    );
    this.element = el('div', { class: 'frame' }, skip, bar, this.main, this.#news, this.#trouble);
    this.#deaf = onScheme(() => this.#tellScheme());
    this.#tellScheme();
  }

  close(): void {
    this.#deaf();
    this.#forget();
  }

  count(sessions: number, needing: number): void {
    const many = `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
    say(this.#count, needing > 0 ? `${many} · ${needing} ${needing === 1 ? 'needs' : 'need'} you` : many);
    document.title = `${needing > 0 ? `(${needing}) ` : ''}${many} — ptywright`;
  }

  /** For those who have the page read aloud; everybody else sees it where it is. */
  announce(text: string): void {
    say(this.#news, text);
  }

  /** For everybody, for a while. */
  complain(text: string): void {
    this.#forget();
    say(this.#trouble, text);
    this.#forget = systemClock.after(troubleMs, () => say(this.#trouble, ''));
  }

  /** The address is where the page is; the link must not change it. */
  #skip(event: Event): void {
    event.preventDefault();
    this.main.focus();
  }

  #tellScheme(): void {
    const dark = scheme() === 'dark';
    say(this.#scheme, dark ? '☾' : '☀');
    set(this.#scheme, { 'aria-label': dark ? 'Dark; turn light' : 'Light; turn dark' });
  }
}

const button = (kind: string, label: string, click: () => void, text = ''): HTMLButtonElement =>
  el('button', { type: 'button', class: kind, 'aria-label': label, title: label, on: { click } }, text);
