/** One session among the others: its screen, small, and what there is to know at a glance. */
import type { Talk } from '../../client/talk.ts';
import { el, say, set } from '../parts/element.ts';
import { merged } from '../parts/merged.ts';
import { routeTo } from '../route.ts';
import { commandOf, moodOf, nameOf, stateInWords } from './mood.ts';
import type { Watched } from './sessions.ts';
import { drawThumbnail, type How, type Snapshot } from './thumbnail.ts';

/** Between two pictures of one screen: five a second look alive. */
const restMs = 200;

export class Card {
  readonly element: HTMLLIElement;
  readonly #client: Talk;
  readonly #id: string;
  readonly #canvas = el('canvas', { class: 'thumb', 'aria-hidden': 'true' });
  readonly #name = el('span', { class: 'card-name' });
  readonly #state = el('span', { class: 'pill' });
  readonly #notes = el('span', { class: 'card-notes' });
  readonly #link: HTMLAnchorElement;
  readonly #look: () => void;
  #shown: Snapshot | undefined;
  #how: How = { made: {}, ended: false, reversed: false };
  #seen = false;

  constructor(client: Talk, id: string) {
    this.#client = client;
    this.#id = id;
    const foot = el('span', { class: 'card-foot' }, this.#name, this.#state, this.#notes);
    this.#link = el('a', { class: 'card', href: routeTo(id) }, this.#canvas, foot);
    this.element = el('li', { 'data-session': id }, this.#link);
    this.#look = merged(
      () => this.#takeLook(),
      restMs,
      () => {},
    );
  }

  tell(watched: Watched, current: boolean): void {
    const { told, made } = watched;
    this.#draw({ made, ended: !told.running, reversed: told.modes.reverse_screen });
    set(this.element, { 'data-mood': moodOf(watched) });
    set(this.#link, { 'aria-current': current && 'true' });
    say(this.#name, nameOf(watched));
    say(this.#state, stateInWords(watched));
    const notes = [
      told.holder && `${told.holder.name ?? 'somebody'} types`,
      told.pending_waits > 0 && `${told.pending_waits} ${told.pending_waits === 1 ? 'wait' : 'waits'}`,
    ].filter((note) => note !== null && note !== false);
    say(this.#notes, notes.join(' · ') || commandOf(watched));
  }

  /** Whether anybody can see it: a screen that is out of sight is not asked for. */
  see(seen: boolean): void {
    this.#seen = seen;
    if (seen) this.#look();
  }

  changed(): void {
    if (this.#seen) this.#look();
  }

  redraw(): void {
    if (this.#shown) drawThumbnail(this.#canvas, this.#shown, this.#how);
  }

  #draw(how: How): void {
    const before = this.#how;
    const same = how.made === before.made && how.ended === before.ended && how.reversed === before.reversed;
    this.#how = how;
    if (!same) this.redraw();
  }

  async #takeLook(): Promise<void> {
    const since = this.#shown?.sequence;
    const look = await this.#client.calls.session.snapshot({
      session: this.#id,
      cells: 'runs',
      layers: true,
      ...(since !== undefined && { if_changed_since: since }),
    });
    if (!('unchanged' in look)) this.#shown = look;
    this.redraw();
  }
}
