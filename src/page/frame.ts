/** The frame of all views: the bar with search and buttons, and the announcements for screen readers. */

import { systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { el, setAttributes, setText } from './dom.ts';
import { allSessionsHash } from './route.ts';
import { currentScheme, onSchemeChange, toggleScheme } from './scheme.ts';

/** Long enough to read the message twice. */
const errorDisplayMs = 10_000;

interface FrameActions {
  readonly search: (words: string) => void;
  readonly open: (file: File) => void;
  readonly help: () => void;
}

export class PageFrame {
  readonly element: HTMLElement;
  readonly main = el('main', { class: 'main', id: 'main', tabindex: -1 });
  readonly searchField: HTMLInputElement;
  readonly #count = el('span', { class: 'count' });
  readonly #announcement = el('p', { class: 'unseen', role: 'status' });
  readonly #errorText = el('p', { class: 'trouble', role: 'alert' });
  #errorTimer: Disposable | undefined;
  readonly #schemeListener: Disposable;
  readonly #schemeButton: HTMLButtonElement;

  constructor({ search, open, help }: FrameActions) {
    this.searchField = el('input', {
      type: 'search',
      placeholder: 'Find sessions',
      'aria-label': 'Find sessions',
      spellcheck: 'false',
      on: { input: () => search(this.searchField.value) },
    });
    this.#schemeButton = createButton('icon', 'Switch theme', toggleScheme);
    const file = el('input', {
      type: 'file',
      accept: '.cast,.json,.jsonl,.txt',
      hidden: true,
      'aria-label': 'Recording file',
      on: { change: () => file.files?.[0] && open(file.files[0]) },
    });
    const name = el(
      'a',
      { class: 'wordmark', href: allSessionsHash },
      el('span', { 'aria-hidden': 'true' }, '❯'),
      'ptywright',
    );
    const bar = el('header', { class: 'bar' }, name, this.#count, this.searchField);
    bar.append(
      createButton('text', 'Play a file', () => file.click(), 'Play a file…'),
      file,
      this.#schemeButton,
      createButton('icon', 'Keyboard shortcuts', help, '?'),
    );
    const skip = el(
      'a',
      { class: 'skip', href: '#main', on: { click: (event) => this.#focusMain(event) } },
      'Skip to sessions',
    );
    this.element = el('div', { class: 'frame' }, skip, bar, this.main, this.#announcement, this.#errorText);
    this.#schemeListener = onSchemeChange(() => this.#updateSchemeButton());
    this.#updateSchemeButton();
  }

  close(): void {
    this.#schemeListener.dispose();
    this.#errorTimer?.dispose();
  }

  count(sessions: number, needing: number): void {
    const many = `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
    setText(this.#count, needing > 0 ? `${many} · ${needing} ${needing === 1 ? 'needs' : 'need'} you` : many);
    document.title = `${needing > 0 ? `(${needing}) ` : ''}${many} — ptywright`;
  }

  /** Announces text to screen readers only. */
  announce(text: string): void {
    setText(this.#announcement, text);
  }

  /** Shows an error for some seconds. */
  showError(text: string): void {
    this.#errorTimer?.dispose();
    setText(this.#errorText, text);
    this.#errorTimer = systemClock.after(errorDisplayMs, () => setText(this.#errorText, ''));
  }

  /** Moves the focus without changing the URL hash, which selects the view. */
  #focusMain(event: Event): void {
    event.preventDefault();
    this.main.focus();
  }

  #updateSchemeButton(): void {
    const dark = currentScheme() === 'dark';
    setText(this.#schemeButton, dark ? '☾' : '☀');
    setAttributes(this.#schemeButton, {
      'aria-label': dark ? 'Switch to light theme' : 'Switch to dark theme',
    });
  }
}

const createButton = (kind: string, label: string, click: () => void, text = ''): HTMLButtonElement =>
  el('button', { class: kind, 'aria-label': label, title: label, on: { click } }, text);

/** Shows announcements (for screen readers only) and errors. */
export interface PageNotifier {
  announce(text: string): void;
  showError(text: string): void;
}
