/** Screen subscriptions of a connection. */
import type { Disposable } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/method.ts';
import { ClientFeed } from '#session/feed.ts';
import type { Session, SessionUpdate } from '#session/session.ts';
import { getScreenInfo, getScreenState, type LineFormat, renderRows } from './screenInfo.ts';
import { TypedInputReporter } from './typedInput.ts';

interface QuietListener {
  onQuiet(generation: number): void;
  onRunning(generation: number): void;
}

/** Used when the client subscribes to activity without a duration. */
const defaultQuietMs = 2000;

/** Reports when a busy session becomes quiet, and when it is busy again. Uses one timer, which activity starts. */
class QuietWatcher {
  readonly #session: Session;
  readonly #ms: number;
  readonly #listener: QuietListener;
  readonly #activity: Disposable;
  #timer: Disposable | undefined;

  constructor(session: Session, ms: number, news: QuietListener) {
    this.#session = session;
    this.#ms = ms || defaultQuietMs;
    this.#listener = news;
    this.#activity = session.changes.activity.onActivity(() => this.#handleActivity());
  }

  dispose(): void {
    this.#activity.dispose();
    this.#timer?.dispose();
  }

  #handleActivity(): void {
    if (this.#timer) return;
    this.#startTimer(this.#ms);
    this.#listener.onRunning(this.#session.changes.activity.count);
  }

  #startTimer(ms: number): void {
    this.#timer = this.#session.clock.after(ms, () => this.#checkQuiet());
  }

  #checkQuiet(): void {
    const { lastAt, count } = this.#session.changes.activity;
    const left = Math.ceil(lastAt + this.#ms - this.#session.clock.now());
    if (left > 0) return this.#startTimer(left);
    this.#timer = undefined;
    this.#listener.onQuiet(count);
  }
}

export const eventTypes = ['lines', 'cursor', 'mode', 'diffs', 'input', 'activity'] as const;
type WshEventType = (typeof eventTypes)[number];

export interface ScreenSubscriptionOptions {
  readonly events: ReadonlySet<WshEventType>;
  readonly intervalMs: number;
  readonly format: LineFormat;
  /** Sends the full screen after this much quiet; 0 for never. */
  readonly quietMs: number;
  /** The name of the session, in events of a connection that serves several sessions. */
  readonly label: (() => string) | undefined;
  /** Whether the first sync has its fields where the released server has them. */
  readonly nested: boolean;
  /** The sequence number of this session's events on one connection, across subscriptions. */
  readonly count: { next: number };
}

/**
 * One subscription to one session. Changes are sent at the end of their turn, or when the client's interval is over.
 * While the client does not read, nothing is sent; then `lagged` and the full screen follow.
 */
export class ScreenSubscription extends ClientFeed<Caller> {
  readonly #session: Session;
  readonly #options: ScreenSubscriptionOptions;
  #resets: ReturnType<Session['screen']['resets']['counts']>;
  #alternate: boolean;
  #lines: readonly string[] = [];
  #cursor = '';
  #lastDiffed: readonly string[] = [];

  constructor(session: Session, caller: Caller, options: ScreenSubscriptionOptions) {
    super(caller, { clock: session.clock, intervalMs: options.intervalMs });
    this.#session = session;
    this.#options = options;
    this.#resets = session.screen.resets.counts();
    this.#alternate = session.screen.alternateScreen;
  }

  /** Sends the full screen, then changes. */
  start(): void {
    const { events, quietMs, nested } = this.#options;
    this.register(this.#session.onUpdate((update) => this.#handleChange(update)));
    this.#sendSync(nested);
    if (quietMs > 0 || events.has('activity')) {
      const watcher = new QuietWatcher(this.#session, quietMs, {
        onQuiet: (generation) => this.#handleQuiet(generation),
        onRunning: (generation) =>
          events.has('activity') && !this.client.clogged && this.#send('running', { generation }),
      });
      this.register(watcher);
    }
    if (events.has('input'))
      this.register(
        new TypedInputReporter(this.#session, (event, facts) => this.#sendTyped(event, facts)).listen(),
      );
  }

  #handleChange(update: SessionUpdate): void {
    if (update === 'changed' || update === 'output') this.schedule();
    if (update !== 'exited' && update !== 'closed') return;
    // The pending changes leave before the session is closed.
    this.flushNow();
    this.dispose();
  }

  protected flush(): void {
    const skipped = this.takeSkipped();
    if (skipped > 0) return this.#catchUp(skipped);
    const { screen } = this.#session;
    const resets = screen.resets.since(this.#resets);
    this.#sendMode();
    for (const reason of resets) this.#send('reset', { reason });
    if (resets.length > 0) this.#sendSync(false);
    else {
      this.#sendLines();
      this.#sendCursor();
    }
    this.#sendDiff();
  }

  #catchUp(skipped: number): void {
    this.#send('lagged', { type: 'lagged', skipped });
    this.#sendMode();
    this.#sendSync(false);
    this.#lastDiffed = this.#lines;
  }

  /** While the client does not read, typed input is only counted. */
  #sendTyped(event: string, facts: object): void {
    if (event === 'input' && this.client.clogged) this.skip();
    else this.#notify(event, facts);
  }

  #sendMode(): void {
    const { alternateScreen } = this.#session.screen;
    if (alternateScreen === this.#alternate) return;
    this.#alternate = alternateScreen;
    if (this.#options.events.has('mode')) this.#send('mode', { alternate_active: alternateScreen });
  }

  #sendLines(): void {
    const before = this.#lines;
    const { lines, texts } = this.#renderRows();
    this.#lines = texts;
    if (!this.#options.events.has('lines')) return;
    for (const [index, line] of lines.entries())
      if (texts[index] !== before[index]) this.#send('line', { index, total_lines: lines.length, line });
  }

  #sendCursor(): void {
    const { cursor } = this.#session.screen;
    const place = formatCursor(cursor);
    if (place === this.#cursor) return;
    this.#cursor = place;
    if (this.#options.events.has('cursor')) this.#send('cursor', cursor);
  }

  #sendDiff(): void {
    if (!this.#options.events.has('diffs')) return;
    const changed = this.#lines.flatMap((text, row) => (text === this.#lastDiffed[row] ? [] : [row]));
    if (changed.length === 0 && this.#lines.length === this.#lastDiffed.length) return;
    this.#lastDiffed = this.#lines;
    this.#send('diff', {
      changed_lines: changed,
      screen: getScreenInfo(this.#session, this.#options.format),
    });
  }

  #handleQuiet(generation: number): void {
    if (this.client.clogged) return;
    const { events, quietMs, format } = this.#options;
    if (quietMs > 0) this.#sendSync(false);
    if (events.has('activity')) this.#send('idle', { generation, ...getScreenState(this.#session, format) });
  }

  #sendSync(nested: boolean): void {
    const { screen } = this.#session;
    const state = getScreenState(this.#session, this.#options.format);
    this.#resets = screen.resets.counts();
    this.#lines = this.#renderRows().texts;
    if (this.#lastDiffed.length === 0) this.#lastDiffed = this.#lines;
    this.#cursor = formatCursor(screen.cursor);
    if (nested) this.#notify('sync', { params: { seq: this.#options.count.next++, ...state } });
    else this.#send('sync', state);
  }

  #renderRows() {
    return renderRows(this.#session, this.#options.format);
  }

  #send(event: string, facts: object): void {
    this.#notify(event, { seq: this.#options.count.next++, ...facts });
  }

  #notify(event: string, facts: object): void {
    const { label } = this.#options;
    this.client.notify(event, label ? { session: label(), ...facts } : facts);
  }
}

const formatCursor = ({ row, col, visible }: { row: number; col: number; visible: boolean }) =>
  `${row} ${col} ${visible}`;
