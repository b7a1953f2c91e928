/** One large session: its screen, the holder of its keyboard, and the button that takes over. */

import type { BaseClient } from '#client/baseClient.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { el, setAttributes, setChildren, setText } from './dom.ts';
import type { PageNotifier } from './frame.ts';
import { KeyboardControl } from './keyboard.ts';
import { allSessionsHash } from './route.ts';
import { onSchemeChange } from './scheme.ts';
import {
  formatQuestion,
  formatState,
  type SessionEntry,
  type SessionStore,
  sessionCommand,
  sessionName,
  sessionStatus,
} from './sessions.ts';
import { SessionViewer } from './sessionViewer.ts';
import { TerminalView } from './terminal.ts';

interface SessionDetailOptions {
  readonly client: BaseClient;
  readonly sessions: SessionStore;
  readonly id: string;
  readonly notifier: PageNotifier;
  /** The name of this person that other viewers see. */
  readonly name: string;
}

export class SessionDetail {
  readonly element: HTMLElement;
  readonly viewer: SessionViewer;
  readonly keyboard: KeyboardControl;
  readonly #terminal: TerminalView;
  readonly #options: SessionDetailOptions;
  readonly #name = el('h1', { class: 'stage-name', tabindex: -1 });
  readonly #state = el('span', { class: 'pill' });
  readonly #command = el('p', { class: 'stage-command' });
  readonly #viewers = el('p', { class: 'stage-people' });
  readonly #question = el('p', { class: 'question', role: 'status' });
  readonly #listeners: readonly Disposable[];
  #status = '';

  constructor(options: SessionDetailOptions, watched: SessionEntry) {
    const { client, sessions, id, notifier, name } = options;
    this.#options = options;
    const { rows, cols } = watched.details.size;
    const screen = new TerminalView('Session screen', { rows, cols });
    this.#terminal = screen;
    const resized = () => sessions.refresh(id);
    this.viewer = new SessionViewer({ client, session: id, terminal: screen, name, onResize: resized });
    this.keyboard = new KeyboardControl({
      client,
      viewer: this.viewer,
      terminal: screen,
      notifier,
      heading: this.#name,
    });
    const back = el('a', { class: 'back', href: allSessionsHash, 'aria-label': 'All sessions' }, '←');
    const title = el('div', { class: 'stage-title' }, back, this.#name, this.#state);
    const head = el(
      'header',
      { class: 'stage-head' },
      title,
      this.keyboard.button,
      this.#command,
      this.#viewers,
      createZoomButton(screen),
    );
    this.element = el(
      'section',
      { class: 'stage', 'aria-label': 'Session' },
      head,
      this.#question,
      this.keyboard.banner,
      screen.element,
      this.keyboard.takeOverDialog.element,
    );
    this.#listeners = [
      sessions.onChange((changed) => changed === id && this.update()),
      // A new scheme resets the colors that the program has set, so request a full frame.
      onSchemeChange(() => this.viewer.requestFrame()),
    ];
    this.update();
  }

  /** `answers`: takes the keyboard at once, to answer the program. */
  async open(answers: boolean): Promise<void> {
    this.#terminal.open();
    this.#name.focus({ preventScroll: true });
    await this.viewer.attach();
    this.update();
    if (answers && !this.keyboard.isBusy) await this.keyboard.toggle();
  }

  update(): void {
    const { sessions, id, notifier } = this.#options;
    const watched = sessions.get(id);
    if (!watched) return this.#handleClosed();
    const { details } = watched;
    const status = sessionStatus(watched);
    setAttributes(this.element, { 'data-mood': status });
    setText(this.#name, sessionName(watched));
    setText(this.#state, formatState(watched));
    setText(this.#command, `${id} · ${sessionCommand(watched)}`);
    setChildren(this.#viewers, [formatViewers(watched)]);
    this.keyboard.update(details, status === 'needs you');
    setText(this.#question, formatQuestion(watched));
    if (this.#status !== status && this.#status !== '')
      notifier.announce(`${sessionName(watched)}: ${formatState(watched)}`);
    this.#status = status;
  }

  close(): void {
    disposeAll(this.#listeners);
    this.keyboard.close();
    this.viewer.close();
    this.element.remove();
  }

  #handleClosed(): void {
    this.keyboard.handleClosed();
    setAttributes(this.element, { 'data-mood': 'ended' });
    setText(this.#state, 'closed');
  }
}

function createZoomButton(screen: TerminalView): HTMLButtonElement {
  const toggle = () => {
    const zoomed = button.getAttribute('aria-pressed') !== 'true';
    setAttributes(button, { 'aria-pressed': String(zoomed) });
    screen.setZoomed(zoomed);
  };
  const button = el('button', { class: 'zoom', 'aria-pressed': 'false', on: { click: toggle } }, 'Zoom');
  return button;
}

const formatViewers = ({ details: { viewers, size } }: SessionEntry): string => {
  const others = viewers.length - 1;
  const people = others > 0 ? ` · ${others} other ${others === 1 ? 'viewer' : 'viewers'}` : '';
  return `${size.cols} × ${size.rows}${people}`;
};
