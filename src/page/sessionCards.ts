/** The cards of all sessions, each with a small screen and a summary. */

import type { BaseClient } from '#client/baseClient.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { el, setAttributes, setChildren, setText } from './dom.ts';
import { onFontLoaded } from './fonts.ts';
import { answerHash, sessionHash } from './route.ts';
import { onSchemeChange } from './scheme.ts';
import {
  formatQuestion,
  formatState,
  type SessionEntry,
  type SessionNews,
  type SessionStore,
  sessionCommand,
  sessionName,
  sessionStatus,
} from './sessions.ts';
import { drawThumbnail, type ThumbnailSnapshot, type ThumbnailStyle } from './thumbnail.ts';
import { coalesce } from './timers.ts';

/** Between two thumbnails of one screen: five a second look live. */
const thumbnailMs = 200;

class SessionCard {
  readonly element: HTMLLIElement;
  readonly #client: BaseClient;
  readonly #id: string;
  readonly #canvas = el('canvas', { class: 'thumb', 'aria-hidden': 'true' });
  readonly #name = el('span', { class: 'card-name' });
  readonly #state = el('span', { class: 'pill' });
  readonly #notes = el('span', { class: 'card-notes' });
  readonly #link: HTMLAnchorElement;
  readonly #answer: HTMLAnchorElement;
  readonly #refresh: () => void;
  #snapshot: ThumbnailSnapshot | undefined;
  #style: ThumbnailStyle = { colorOverrides: {}, ended: false, reversed: false };
  #visible = false;

  constructor(client: BaseClient, id: string) {
    this.#client = client;
    this.#id = id;
    const foot = el('span', { class: 'card-foot' }, this.#name, this.#state, this.#notes);
    this.#link = el('a', { class: 'card', href: sessionHash(id) }, this.#canvas, foot);
    this.#answer = el('a', { class: 'answer', href: answerHash(id), hidden: true }, 'Answer');
    this.element = el('li', { 'data-session': id }, this.#link, this.#answer);
    this.#refresh = coalesce(
      () => this.#readSnapshot(),
      thumbnailMs,
      () => {},
    );
  }

  update(watched: SessionEntry, current: boolean): void {
    const { details, colorOverrides } = watched;
    this.#setStyle({
      colorOverrides,
      ended: !details.running,
      reversed: details.modes.reverse_screen,
    });
    setAttributes(this.element, { 'data-mood': sessionStatus(watched) });
    setAttributes(this.#link, { 'aria-current': current && 'true' });
    setText(this.#name, sessionName(watched));
    setText(this.#state, formatState(watched));
    const notes = [
      details.holder && `keyboard: ${details.holder.name ?? 'another client'}`,
      details.pending_waits > 0 &&
        `${details.pending_waits} ${details.pending_waits === 1 ? 'wait' : 'waits'}`,
    ].filter((note) => note !== null && note !== false);
    const question = formatQuestion(watched);
    setText(this.#notes, question || notes.join(' · ') || sessionCommand(watched));
    this.#answer.hidden = sessionStatus(watched) !== 'needs you';
    setAttributes(this.#answer, { 'aria-label': `Answer ${sessionName(watched)}` });
  }

  /** A card that is out of sight requests no snapshots. */
  setVisible(seen: boolean): void {
    this.#visible = seen;
    if (seen) this.#refresh();
  }

  handleScreenChange(): void {
    if (this.#visible) this.#refresh();
  }

  redraw(): void {
    if (this.#snapshot) drawThumbnail(this.#canvas, this.#snapshot, this.#style);
  }

  #setStyle(how: ThumbnailStyle): void {
    const before = this.#style;
    const same =
      how.colorOverrides === before.colorOverrides &&
      how.ended === before.ended &&
      how.reversed === before.reversed;
    this.#style = how;
    if (!same) this.redraw();
  }

  async #readSnapshot(): Promise<void> {
    const since = this.#snapshot?.sequence;
    const snapshot = await this.#client.calls.session.snapshot({
      session: this.#id,
      cells: 'runs',
      layers: true,
      ...(since !== undefined && { if_changed_since: since }),
    });
    if (!('unchanged' in snapshot)) this.#snapshot = snapshot;
    this.redraw();
  }
}

/** All cards, in the order in which the sessions were opened. Only visible cards are updated. */
export class SessionCards {
  readonly element: HTMLElement;
  readonly #client: BaseClient;
  readonly #sessions: SessionStore;
  readonly #cards = new Map<string, SessionCard>();
  readonly #list = el('ul', { class: 'cards' });
  readonly #emptyText = el('p', { class: 'nothing', role: 'status' });
  readonly #visibility: IntersectionObserver;
  readonly #listeners: readonly Disposable[];
  #query = '';
  #current: string | undefined;

  constructor(client: BaseClient, sessions: SessionStore) {
    this.#client = client;
    this.#sessions = sessions;
    const name = el('h1', { class: 'unseen' }, 'Sessions');
    this.element = el('nav', { class: 'rail', 'aria-label': 'Sessions' }, name, this.#list, this.#emptyText);
    this.#visibility = new IntersectionObserver((entries) => this.#handleVisibility(entries), {
      rootMargin: '200px',
    });
    const sized = new ResizeObserver(() => this.redraw());
    sized.observe(this.#list);
    this.#listeners = [
      sessions.onChange((id, update) => this.#handleChange(id, update)),
      onSchemeChange(() => this.redraw()),
      onFontLoaded(() => this.redraw()),
      { dispose: () => sized.disconnect() },
      { dispose: () => this.#visibility.disconnect() },
    ];
  }

  /** Filters by names, commands, tags and states. */
  search(words: string): void {
    this.#query = words.trim().toLowerCase();
    this.#layOut();
  }

  select(current: string | undefined): void {
    this.#current = current;
    this.#layOut();
    this.#cards.get(current ?? '')?.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  close(): void {
    disposeAll(this.#listeners);
  }

  redraw(): void {
    for (const card of this.#cards.values()) card.redraw();
  }

  /** The next or the previous session. */
  neighborOf(by: number): string | undefined {
    const ids = this.#matching().map(({ id }) => id);
    const at = this.#current === undefined ? (by > 0 ? -1 : 0) : ids.indexOf(this.#current);
    return ids.at((at + by) % ids.length);
  }

  #handleChange(id: string, update: SessionNews): void {
    const watched = this.#sessions.get(id);
    if (update === 'shown') return this.#cards.get(id)?.handleScreenChange();
    if (!watched || !this.#cards.has(id)) return this.#layOut();
    this.#updateCard(watched);
    if (this.#query) this.#layOut();
  }

  #updateCard(watched: SessionEntry): void {
    this.#cards.get(watched.id)?.update(watched, watched.id === this.#current);
  }

  #matching(): readonly SessionEntry[] {
    return this.#sessions.all().filter((one) => searchText(one).includes(this.#query));
  }

  #layOut(): void {
    const matching = this.#matching();
    for (const [id, card] of this.#cards) {
      if (this.#sessions.get(id)) continue;
      this.#visibility.unobserve(card.element);
      this.#cards.delete(id);
    }
    const cards = matching.map(({ id }) => this.#getCard(id).element);
    // Nodes that are replaced during a click would lose the click.
    if (!sameNodes(this.#list, cards)) setChildren(this.#list, cards);
    for (const watched of matching) this.#updateCard(watched);
    setChildren(
      this.#emptyText,
      matching.length > 0 ? [] : this.#query ? ['No matching sessions.'] : createNoSessionsText(),
    );
  }

  #getCard(id: string): SessionCard {
    const known = this.#cards.get(id);
    if (known) return known;
    const card = new SessionCard(this.#client, id);
    this.#cards.set(id, card);
    this.#visibility.observe(card.element);
    return card;
  }

  #handleVisibility(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries)
      this.#cards.get((target as HTMLElement).dataset.session!)?.setVisible(isIntersecting);
  }
}

const sameNodes = ({ children }: Element, nodes: readonly Element[]): boolean =>
  children.length === nodes.length && nodes.every((node, at) => children[at] === node);

const createNoSessionsText = (): (string | HTMLElement)[] => [
  'No sessions yet. Start a program in a terminal:',
  el('code', { class: 'command' }, 'ptywright start bash'),
];

const searchText = (watched: SessionEntry): string =>
  [
    watched.id,
    sessionName(watched),
    sessionCommand(watched),
    formatState(watched),
    watched.adapter?.plugin ?? '',
    ...watched.details.tags,
  ]
    .join(' ')
    .toLowerCase();
