/** The page: all sessions, one large session, or a recording, as the URL says. */
import type { BaseClient } from '#client/baseClient.ts';
import { InvalidCastError } from './cast.ts';
import { setAttributes } from './dom.ts';
import { PageFrame } from './frame.ts';
import { type LoadedRecording, PlaybackView } from './playback.ts';
import { allSessionsHash, parseRoute, playbackHash, sessionHash } from './route.ts';
import { SessionCards } from './sessionCards.ts';
import { SessionDetail } from './sessionDetail.ts';
import { SessionPanel } from './sessionPanel.ts';
import { type SessionNews, SessionStore, sessionStatus } from './sessions.ts';
import { createHelpDialog, createShortcutHandler } from './shortcuts.ts';

/** Larger files are for `ptywright replay`. */
const maxFileBytes = 64_000_000;

export class App {
  readonly frame: PageFrame;
  readonly #client: BaseClient;
  readonly #name: string;
  readonly #sessions: SessionStore;
  readonly #cards: SessionCards;
  readonly #help = createHelpDialog();
  readonly #listeners = new AbortController();
  #detail: SessionDetail | undefined;
  #panel: SessionPanel | undefined;
  #playback: PlaybackView | undefined;
  #recording: LoadedRecording | undefined;
  /** The URL hash of the current view. */
  #currentHash: string | undefined;

  constructor(client: BaseClient, name = 'a person at the page') {
    this.#client = client;
    this.#name = name;
    this.#sessions = new SessionStore(client);
    this.frame = new PageFrame({
      search: (words) => this.#cards.search(words),
      open: (file) => void this.#openFile(file),
      help: () => this.#help.showModal(),
    });
    this.#cards = new SessionCards(client, this.#sessions);
    setAttributes(this.frame.main, { 'data-view': 'all' });
    this.frame.element.append(this.#help);
    this.frame.main.append(this.#cards.element);
    this.#sessions.onChange((id, update) => this.#handleChange(id, update));
  }

  async start(): Promise<void> {
    const { signal } = this.#listeners;
    addEventListener('hashchange', () => this.#showRoute(), { signal });
    addEventListener('keydown', (event) => this.#handleKey(event), { signal });
    addEventListener('dragover', (event) => event.preventDefault(), { signal });
    addEventListener('drop', (event) => this.#handleDrop(event), { signal });
    await this.#sessions.start();
    this.#updateCount();
    this.#showRoute();
  }

  /** Removes its listeners, so that another app can start in this window. */
  close(): void {
    this.#listeners.abort();
    this.#closeView();
    this.#cards.close();
    this.frame.close();
  }

  /** Keeps the current view if the hash is the same: a person may be typing in it. */
  #showRoute(): void {
    const { hash } = location;
    if (hash === this.#currentHash) return;
    this.#currentHash = hash;
    const route = parseRoute(hash);
    this.#closeView();
    setAttributes(this.frame.main, { 'data-view': route.view });
    if (route.view === 'session') this.#openSession(route.id, route.answers ?? false);
    else if (route.view === 'playback') this.#openPlayback();
    this.#cards.select(route.view === 'session' ? route.id : undefined);
  }

  #closeView(): void {
    this.#detail?.close();
    this.#panel?.close();
    this.#playback?.close();
    this.#detail = undefined;
    this.#panel = undefined;
    this.#playback = undefined;
  }

  #openSession(id: string, answers: boolean): void {
    const watched = this.#sessions.get(id);
    const notifier = this.frame;
    if (!watched) {
      notifier.showError(`Unknown session: ${id}`);
      return navigate(allSessionsHash);
    }
    const client = this.#client;
    this.#detail = new SessionDetail(
      { client, sessions: this.#sessions, id, notifier, name: this.#name },
      watched,
    );
    this.#panel = new SessionPanel({
      client,
      entry: watched,
      notifier,
      play: (recording) => this.#playRecording(recording),
    });
    this.frame.main.append(this.#detail.element, this.#panel.element);
    if (answers) this.#replaceHash(sessionHash(id));
    this.#detail.open(answers).catch((problem: Error) => notifier.showError(problem.message));
  }

  /** Reloading the page must not take the keyboard again. */
  #replaceHash(hash: string): void {
    this.#currentHash = hash;
    history.replaceState(null, '', hash);
  }

  #openPlayback(): void {
    if (!this.#recording) return navigate(allSessionsHash);
    this.#playback = new PlaybackView(this.#recording);
    this.frame.main.append(this.#playback.element);
    this.#playback.open();
  }

  #playRecording(recording: LoadedRecording): void {
    this.#recording = recording;
    this.#currentHash = undefined;
    if (location.hash === playbackHash) this.#showRoute();
    else navigate(playbackHash);
  }

  async #openFile(file: File): Promise<void> {
    try {
      if (file.size > maxFileBytes)
        throw new InvalidCastError('The file is too large for this page. Play it with: ptywright replay');
      const recording = { name: file.name, text: await file.text() };
      // Reject an invalid file before the page leaves the current view.
      new PlaybackView(recording).close();
      this.#playRecording(recording);
    } catch (problem) {
      this.frame.showError(`${file.name}: ${(problem as Error).message}`);
    }
  }

  #handleDrop(event: DragEvent): void {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void this.#openFile(file);
  }

  #handleChange(id: string, update: SessionNews): void {
    if (update !== 'shown') this.#updateCount();
    const watched = this.#sessions.get(id);
    if (watched && this.#panel?.session === id) this.#panel.update(watched, update);
  }

  #updateCount(): void {
    const all = this.#sessions.all();
    this.frame.count(all.length, all.filter((one) => sessionStatus(one) === 'needs you').length);
  }

  #handleKey(event: KeyboardEvent): void {
    if (this.#help.open || this.#detail?.keyboard.isBusy) return;
    const operation = createShortcutHandler({
      step: (by) => this.#selectNext(by),
      all: () => navigate(allSessionsHash),
      find: () => this.frame.searchField.focus(),
      search: () => this.#panel?.search(),
      takeOver: () => void this.#detail?.keyboard.toggle(),
      help: () => this.#help.showModal(),
      playback: (key) => this.#playback?.handleKey(key) ?? false,
    })(event);
    if (operation) event.preventDefault();
  }

  #selectNext(by: number): void {
    const next = this.#cards.neighborOf(by);
    if (next !== undefined) navigate(sessionHash(next));
  }
}

function navigate(address: string): void {
  location.hash = address;
}
