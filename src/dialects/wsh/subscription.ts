/**
 * What one subscription is told of one session. What has happened is told at the end of its turn, or when the interval
 * that the client asked for is over. While the client does not read nothing is told; then that, and all of the screen.
 */
import type { Session, SessionNews } from '../../core/session/session.ts';
import type { Caller } from '../../rpc/call.ts';
import { type Format, rowsOf, screenOf, stateOf } from './lines.ts';
import { QuietWatch } from './quietWatch.ts';
import { TypedNews } from './typedNews.ts';

export const eventTypes = ['lines', 'cursor', 'mode', 'diffs', 'input', 'activity'] as const;
export type EventType = (typeof eventTypes)[number];

export interface SubscriptionTerms {
  readonly events: ReadonlySet<EventType>;
  readonly intervalMs: number;
  readonly format: Format;
  /** After so much quiet all of the screen is told; 0 for never. */
  readonly quietMs: number;
  /** The name by which a connection that is about several sessions tells this one. */
  readonly label: (() => string) | undefined;
  /** Whether the first sync has its facts where the shipped server had them. */
  readonly nested: boolean;
  /** Of all that one connection is told of the session, however often it subscribes. */
  readonly count: { next: number };
  readonly ended: () => void;
}

export class Subscription {
  readonly #session: Session;
  readonly #caller: Caller;
  readonly #terms: SubscriptionTerms;
  readonly #stops: (() => void)[] = [];
  #resets: ReturnType<Session['screen']['resets']['counts']>;
  #alternate: boolean;
  #lines: readonly string[] = [];
  #cursor = '';
  #diffed: readonly string[] = [];
  #toldAt = Number.NEGATIVE_INFINITY;
  #disarm: (() => void) | undefined;
  #skipped = 0;
  #over = false;

  constructor(session: Session, caller: Caller, terms: SubscriptionTerms) {
    this.#session = session;
    this.#caller = caller;
    this.#terms = terms;
    this.#resets = session.screen.resets.counts();
    this.#alternate = session.screen.alternateScreen;
  }

  /** All of the screen first, then what becomes of it. */
  begin(): void {
    const { events, quietMs, nested } = this.#terms;
    this.#sync(nested);
    const tellState = (event: string, facts: object) => this.#caller.clogged || this.#tell(event, facts);
    if (quietMs > 0 || events.has('activity')) {
      const watch = new QuietWatch(this.#session, quietMs, {
        quiet: (generation) => this.#quiet(generation),
        running: (generation) => events.has('activity') && tellState('running', { generation }),
      });
      this.#stops.push(() => watch.end());
    }
    if (events.has('input'))
      this.#stops.push(
        new TypedNews(this.#session, (event, facts) => this.#tellTyped(event, facts)).listen(),
      );
  }

  hear(news: SessionNews): void {
    if (news === 'changed' || news === 'output') this.#soon();
    if (news === 'exited' || news === 'closed') this.#last();
  }

  drained(): void {
    if (this.#skipped > 0) this.#tick();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#disarm?.();
    for (const stop of this.#stops) stop();
    this.#terms.ended();
  }

  #soon(): void {
    if (this.#disarm || this.#over) return;
    const { clock } = this.#session;
    const wait = this.#toldAt + this.#terms.intervalMs - clock.now();
    const due = () => {
      this.#disarm = undefined;
      this.#tick();
    };
    if (wait > 0) this.#disarm = clock.after(Math.ceil(wait), due);
    else {
      const immediate = setImmediate(due);
      this.#disarm = () => clearImmediate(immediate);
    }
  }

  /** What has not been told is told before the session is gone. */
  #last(): void {
    if (this.#over) return;
    this.#tick();
    this.end();
  }

  #tick(): void {
    if (this.#over) return;
    this.#toldAt = this.#session.clock.now();
    if (this.#caller.clogged) {
      this.#skipped += 1;
      return;
    }
    if (this.#skipped > 0) return this.#catchUp();
    const { screen } = this.#session;
    const resets = screen.resets.since(this.#resets);
    this.#tellMode();
    for (const reason of resets) this.#tell('reset', { reason });
    if (resets.length > 0) this.#sync(false);
    else {
      this.#tellLines();
      this.#tellCursor();
    }
    this.#tellDiff();
  }

  #catchUp(): void {
    const skipped = this.#skipped;
    this.#skipped = 0;
    this.#tell('lagged', { type: 'lagged', skipped });
    this.#tellMode();
    this.#sync(false);
    this.#diffed = this.#lines;
  }

  /** Who does not read is told only that there was more of it. */
  #tellTyped(event: string, facts: object): void {
    if (event === 'input' && this.#caller.clogged) this.#skipped += 1;
    else this.#notify(event, facts);
  }

  #tellMode(): void {
    const { alternateScreen: alternate_active } = this.#session.screen;
    if (alternate_active === this.#alternate) return;
    this.#alternate = alternate_active;
    if (this.#terms.events.has('mode')) this.#tell('mode', { alternate_active });
  }

  #tellLines(): void {
    const before = this.#lines;
    const { lines, texts } = this.#read();
    this.#lines = texts;
    if (!this.#terms.events.has('lines')) return;
    for (const [index, line] of lines.entries())
      if (texts[index] !== before[index]) this.#tell('line', { index, total_lines: lines.length, line });
  }

  #tellCursor(): void {
    const { cursor } = this.#session.screen;
    const place = placeOf(cursor);
    if (place === this.#cursor) return;
    this.#cursor = place;
    if (this.#terms.events.has('cursor')) this.#tell('cursor', cursor);
  }

  #tellDiff(): void {
    if (!this.#terms.events.has('diffs')) return;
    const changed = this.#lines.flatMap((text, row) => (text === this.#diffed[row] ? [] : [row]));
    if (changed.length === 0 && this.#lines.length === this.#diffed.length) return;
    this.#diffed = this.#lines;
    this.#tell('diff', { changed_lines: changed, screen: screenOf(this.#session, this.#terms.format) });
  }

  #quiet(generation: number): void {
    if (this.#caller.clogged) return;
    const { events, quietMs, format } = this.#terms;
    if (quietMs > 0) this.#sync(false);
    if (events.has('activity')) this.#tell('idle', { generation, ...stateOf(this.#session, format) });
  }

  #sync(nested: boolean): void {
    const { screen } = this.#session;
    const state = stateOf(this.#session, this.#terms.format);
    this.#resets = screen.resets.counts();
    this.#lines = this.#read().texts;
    if (this.#diffed.length === 0) this.#diffed = this.#lines;
    this.#cursor = placeOf(screen.cursor);
    if (nested) this.#notify('sync', { params: { seq: this.#terms.count.next++, ...state } });
    else this.#tell('sync', state);
  }

  #read() {
    return rowsOf(this.#session, this.#terms.format);
  }

  #tell(event: string, facts: object): void {
    this.#notify(event, { seq: this.#terms.count.next++, ...facts });
  }

  #notify(event: string, facts: object): void {
    const { label } = this.#terms;
    this.#caller.notify(event, label ? { session: label(), ...facts } : facts);
  }
}

const placeOf = ({ row, col, visible }: { row: number; col: number; visible: boolean }) =>
  `${row} ${col} ${visible}`;
