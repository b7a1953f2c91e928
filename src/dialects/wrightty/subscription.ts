/**
 * What one subscription is told of one session. News of a turn is gathered and told at its end: what the program told
 * its terminal, output, that the screen looks different, and its exit last. While the client does not read, news is
 * only remembered.
 */
import type { Follower } from '../../core/session/followers.ts';
import type { Session, SessionNews } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import type { Caller } from '../../rpc/call.ts';
import { event } from './events/event.ts';
import { type EventName, type News, newsOf, type Told } from './news.ts';

export interface Terms {
  readonly id: string;
  readonly events: ReadonlySet<EventName>;
  /** Between two words of a screen that changes. */
  readonly debounceMs: number;
  readonly held: () => boolean;
  readonly ended: () => void;
}

export class Subscription {
  readonly session: Session;
  readonly #caller: Caller;
  readonly #terms: Terms;
  readonly #clock: World['clock'];
  readonly #follower: Follower | undefined;
  readonly #news = new Set<SessionNews>();
  readonly #told: Told;
  #heard: number;
  #version: number;
  #size: string;
  #updateDue = false;
  #disarm: (() => void) | undefined;
  #scheduled = false;
  #over = false;

  constructor(session: Session, caller: Caller, clock: World['clock'], terms: Terms) {
    const { screen } = session;
    this.session = session;
    this.#caller = caller;
    this.#terms = terms;
    this.#clock = clock;
    this.#follower = terms.events.has('Session.output') ? session.followers.follow() : undefined;
    this.#told = {
      title: session.redaction.text(screen.title ?? ''),
      iconName: screen.iconName && session.redaction.text(screen.iconName),
      cursorVisible: screen.cursor.visible,
    };
    this.#heard = screen.events.last;
    this.#version = screen.contentVersion;
    this.#size = sizeOf(session);
  }

  hear(news: SessionNews): void {
    this.#news.add(news);
    if (news === 'changed' && this.#terms.events.has('Screen.updated')) this.#updateSoon();
    this.schedule();
  }

  schedule(): void {
    if (this.#scheduled || this.#over) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#over && !this.#terms.held()) this.#tellAll();
    });
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#disarm?.();
    this.#follower?.leave();
    this.#terms.ended();
  }

  #updateSoon(): void {
    this.#disarm ??= this.#clock.after(this.#terms.debounceMs, () => {
      this.#disarm = undefined;
      this.#updateDue = true;
      this.schedule();
    });
  }

  #tellAll(): void {
    if (this.#caller.clogged) return;
    if (this.#news.delete('terminal')) this.#tellTerminal();
    if (!this.#tellOutput()) return;
    const exited = this.#news.has('exited');
    if (this.#updateDue || (exited && this.#disarm)) this.#tellUpdate();
    this.#news.clear();
    if (!exited) return;
    const { exitCode, signal } = this.session.exit!;
    this.#tell({ event: 'Session.exited', data: { exitCode, signal } });
    if (this.session.closed) this.end();
  }

  #tellTerminal(): void {
    const { events } = this.session.screen;
    const came = events.since(this.#heard);
    this.#heard = events.last;
    const redacted = came.map((raw) => ({ ...raw, facts: this.session.redaction.value(raw.facts) }));
    for (const news of newsOf(redacted, this.#told)) this.#tell(news);
  }

  /** False when the client reads too slowly for all of it. */
  #tellOutput(): boolean {
    while (this.#follower?.behind) {
      if (this.#caller.clogged) return false;
      const { text } = this.#follower.read();
      this.#tell({ event: 'Session.output', data: { data: Buffer.from(text).toString('base64') } });
    }
    return true;
  }

  #tellUpdate(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#updateDue = false;
    this.#tell({ event: 'Screen.updated', data: { dirtyRegion: this.#dirty() } });
  }

  /** The rows that differ from those of the last time, whole; null when no cell does. */
  #dirty() {
    const { screen } = this.session;
    const { rows, cols } = screen.size;
    const size = sizeOf(this.session);
    const all = size !== this.#size;
    const changed = Array.from({ length: rows }, (_, row) => row).filter(
      (row) => all || screen.rowVersion(row) > this.#version,
    );
    this.#version = screen.contentVersion;
    this.#size = size;
    if (changed.length === 0) return null;
    return { top: changed[0], left: 0, bottom: changed.at(-1), right: cols - 1 };
  }

  #tell({ event: name, data }: News): void {
    if (!this.#terms.events.has(name)) return;
    this.#caller.notify(event.name, {
      subscriptionId: this.#terms.id,
      event: name,
      sessionId: this.session.id,
      timestamp: this.#clock.wall(),
      data,
    });
  }
}

const sizeOf = ({ screen: { size } }: Session) => `${size.rows} ${size.cols}`;
