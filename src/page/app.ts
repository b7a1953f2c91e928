/** The page: sessions side by side, one of them large, or a recording, as the address says. */
import type { Talk } from '../client/talk.ts';
import { Frame } from './frame.ts';
import { helpDialog } from './help.ts';
import { keysOf } from './keys.ts';
import { SessionPanel } from './panel/sessionPanel.ts';
import { set } from './parts/element.ts';
import { NoCast } from './playback/cast.ts';
import { Playback, type Reel } from './playback/playback.ts';
import { everything, playback, routeOf, routeTo } from './route.ts';
import { Cards } from './sessions/cards.ts';
import { moodOf } from './sessions/mood.ts';
import { type News, Sessions } from './sessions/sessions.ts';
import { Stage } from './stage/stage.ts';

/** Larger files are for `ptywright replay`. */
const mostFileBytes = 64_000_000;

export class App {
  readonly frame: Frame;
  readonly #client: Talk;
  readonly #name: string;
  readonly #sessions: Sessions;
  readonly #cards: Cards;
  readonly #help = helpDialog();
  readonly #life = new AbortController();
  #stage: Stage | undefined;
  #panel: SessionPanel | undefined;
  #playback: Playback | undefined;
  #reel: Reel | undefined;
  /** The address that the page shows. */
  #shown: string | undefined;

  constructor(client: Talk, name = 'a person at the page') {
    this.#client = client;
    this.#name = name;
    this.#sessions = new Sessions(client);
    this.frame = new Frame({
      search: (words) => this.#cards.search(words),
      open: (file) => void this.#openFile(file),
      help: () => this.#help.showModal(),
    });
    this.#cards = new Cards(client, this.#sessions);
    set(this.frame.main, { 'data-view': 'all' });
    this.frame.element.append(this.#help);
    this.frame.main.append(this.#cards.element);
    this.#sessions.listen((id, news) => this.#heard(id, news));
  }

  async start(): Promise<void> {
    const { signal } = this.#life;
    addEventListener('hashchange', () => this.#follow(), { signal });
    addEventListener('keydown', (event) => this.#key(event), { signal });
    addEventListener('dragover', (event) => event.preventDefault(), { signal });
    addEventListener('drop', (event) => this.#dropped(event), { signal });
    await this.#sessions.start();
    this.#count();
    this.#follow();
  }

  /** Lets go of the window: another one may begin on it. */
  end(): void {
    this.#life.abort();
    this.#leave();
    this.#cards.close();
    this.frame.close();
  }

  /** What is shown already stays as it is: a person may be typing there. */
  #follow(): void {
    const { hash } = location;
    if (hash === this.#shown) return;
    this.#shown = hash;
    const route = routeOf(hash);
    this.#leave();
    set(this.frame.main, { 'data-view': route.view });
    if (route.view === 'session') this.#open(route.id);
    else if (route.view === 'playback') this.#playBack();
    this.#cards.show(route.view === 'session' ? route.id : undefined);
  }

  #leave(): void {
    this.#stage?.close();
    this.#panel?.close();
    this.#playback?.close();
    this.#stage = undefined;
    this.#panel = undefined;
    this.#playback = undefined;
  }

  #open(id: string): void {
    const watched = this.#sessions.get(id);
    const voice = this.frame;
    if (!watched) {
      voice.complain(`There is no session ${id}.`);
      return go(everything);
    }
    const client = this.#client;
    this.#stage = new Stage({ client, sessions: this.#sessions, id, voice, name: this.#name }, watched);
    this.#panel = new SessionPanel({ client, watched, voice, play: (reel) => this.#play(reel) });
    this.frame.main.append(this.#stage.element, this.#panel.element);
    this.#stage.open().catch((problem: Error) => voice.complain(problem.message));
  }

  #playBack(): void {
    if (!this.#reel) return go(everything);
    this.#playback = new Playback(this.#reel);
    this.frame.main.append(this.#playback.element);
    this.#playback.open();
  }

  #play(reel: Reel): void {
    this.#reel = reel;
    this.#shown = undefined;
    if (location.hash === playback) this.#follow();
    else go(playback);
  }

  async #openFile(file: File): Promise<void> {
    try {
      if (file.size > mostFileBytes)
        throw new NoCast('The file is too large for a page: try ptywright replay.');
      const reel = { name: file.name, text: await file.text() };
      // What it is is known before the page turns to it.
      new Playback(reel).close();
      this.#play(reel);
    } catch (problem) {
      this.frame.complain(`${file.name}: ${(problem as Error).message}`);
    }
  }

  #dropped(event: DragEvent): void {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void this.#openFile(file);
  }

  #heard(id: string, news: News): void {
    if (news !== 'shown') this.#count();
    const watched = this.#sessions.get(id);
    if (watched && this.#panel?.session === id) this.#panel.tell(watched, news);
  }

  #count(): void {
    const all = this.#sessions.all();
    this.frame.count(all.length, all.filter((one) => moodOf(one) === 'needs you').length);
  }

  #key(event: KeyboardEvent): void {
    if (this.#help.open || this.#stage?.keyboard.busy) return;
    const deed = keysOf({
      step: (by) => this.#step(by),
      all: () => go(everything),
      find: () => this.frame.field.focus(),
      search: () => this.#panel?.search(),
      takeOver: () => void this.#stage?.keyboard.turn(),
      help: () => this.#help.showModal(),
      playback: (key) => this.#playback?.key(key) ?? false,
    })(event);
    if (deed) event.preventDefault();
  }

  #step(by: number): void {
    const next = this.#cards.step(by);
    if (next !== undefined) go(routeTo(next));
  }
}

function go(address: string): void {
  location.hash = address;
}
