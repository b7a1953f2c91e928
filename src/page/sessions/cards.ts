/** All sessions side by side, in the order in which they were opened. Those that are in sight are kept up to date. */
import type { Talk } from '../../client/talk.ts';
import { el, fill, say } from '../parts/element.ts';
import { onScheme } from '../scheme.ts';
import { onFont } from '../terminal/fonts.ts';
import { Card } from './card.ts';
import { commandOf, nameOf, stateInWords } from './mood.ts';
import type { News, Sessions, Watched } from './sessions.ts';

export class Cards {
  readonly element: HTMLElement;
  readonly #client: Talk;
  readonly #sessions: Sessions;
  readonly #cards = new Map<string, Card>();
  readonly #list = el('ul', { class: 'cards' });
  readonly #nothing = el('p', { class: 'nothing', role: 'status' });
  readonly #sight: IntersectionObserver;
  readonly #stop: readonly (() => void)[];
  #words = '';
  #current: string | undefined;

  constructor(client: Talk, sessions: Sessions) {
    this.#client = client;
    this.#sessions = sessions;
    const name = el('h1', { class: 'unseen' }, 'Sessions');
    this.element = el('nav', { class: 'rail', 'aria-label': 'Sessions' }, name, this.#list, this.#nothing);
    this.#sight = new IntersectionObserver((entries) => this.#looked(entries), { rootMargin: '200px' });
    const sized = new ResizeObserver(() => this.redraw());
    sized.observe(this.#list);
    this.#stop = [
      sessions.listen((id, news) => this.#heard(id, news)),
      onScheme(() => this.redraw()),
      onFont(() => this.redraw()),
      () => sized.disconnect(),
      () => this.#sight.disconnect(),
    ];
  }

  /** What a person looks for: in names, commands, tags and states. */
  search(words: string): void {
    this.#words = words.trim().toLowerCase();
    this.#arrange();
  }

  show(current: string | undefined): void {
    this.#current = current;
    this.#arrange();
    this.#cards.get(current ?? '')?.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  redraw(): void {
    for (const card of this.#cards.values()) card.redraw();
  }

  /** The next one, or the one before. */
  step(by: number): string | undefined {
    const ids = this.#wanted().map(({ id }) => id);
    const at = this.#current === undefined ? (by > 0 ? -1 : 0) : ids.indexOf(this.#current);
    return ids.at((at + by) % ids.length);
  }

  #heard(id: string, news: News): void {
    const watched = this.#sessions.get(id);
    if (news === 'shown') return this.#cards.get(id)?.changed();
    if (!watched || !this.#cards.has(id)) return this.#arrange();
    this.#tell(watched);
    if (this.#words) this.#arrange();
  }

  #tell(watched: Watched): void {
    this.#cards.get(watched.id)?.tell(watched, watched.id === this.#current);
  }

  #wanted(): readonly Watched[] {
    return this.#sessions.all().filter((one) => wordsOf(one).includes(this.#words));
  }

  #arrange(): void {
    const wanted = this.#wanted();
    for (const [id, card] of this.#cards) {
      if (this.#sessions.get(id)) continue;
      this.#sight.unobserve(card.element);
      this.#cards.delete(id);
    }
    const cards = wanted.map(({ id }) => this.#card(id).element);
    // What is taken out and put back in the middle of a click is not clicked.
    if (!sameNodes(this.#list, cards)) fill(this.#list, cards);
    for (const watched of wanted) this.#tell(watched);
    say(this.#nothing, wanted.length > 0 ? '' : this.#words ? 'No session is like that.' : nobody);
  }

  #card(id: string): Card {
    const known = this.#cards.get(id);
    if (known) return known;
    const card = new Card(this.#client, id);
    this.#cards.set(id, card);
    this.#sight.observe(card.element);
    return card;
  }

  #looked(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries)
      this.#cards.get((target as HTMLElement).dataset.session!)?.see(isIntersecting);
  }
}

const sameNodes = ({ children }: Element, nodes: readonly Element[]): boolean =>
  children.length === nodes.length && nodes.every((node, at) => children[at] === node);

const nobody = 'No session is there yet. As soon as a program is started, its screen appears here.';

const wordsOf = (watched: Watched): string =>
  [
    watched.id,
    nameOf(watched),
    commandOf(watched),
    stateInWords(watched),
    watched.adapter?.plugin ?? '',
    ...watched.told.tags,
  ]
    .join(' ')
    .toLowerCase();
