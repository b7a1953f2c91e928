/** Changes of sessions for one client of any dialect: merged, and held back while the client does not read. */
import type { Clock } from '#platform/clock.ts';
import { Feed } from '#platform/feed.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { TerminalEvent, TerminalEventKind } from '#terminal/events.ts';
import type { OutputPart, OutputSubscriber } from './outputSubscribers.ts';
import type { Session, SessionUpdate } from './session.ts';

interface FeedClient {
  /** The client is far behind. */
  readonly clogged: boolean;
  onDrained(listener: () => void): Disposable;
  onClosed(listener: () => void): Disposable;
}

interface ClientState {
  readonly feeds: Set<{ schedule(): void }>;
  /** Counts the pending requests of the client that end a session. */
  readonly paused: Map<Session, number>;
}

const states = new WeakMap<FeedClient, ClientState>();

function stateOf(client: FeedClient): ClientState {
  const state = states.get(client) ?? { feeds: new Set(), paused: new Map() };
  states.set(client, state);
  return state;
}

/** Waits for an operation that ends a session. The client gets the reply before the events that the end causes. */
export async function replyBeforeEvents(
  client: FeedClient,
  session: Session,
  operation: Promise<void>,
): Promise<void> {
  const { feeds, paused } = stateOf(client);
  paused.set(session, (paused.get(session) ?? 0) + 1);
  try {
    await operation;
  } finally {
    const left = paused.get(session)! - 1;
    if (left > 0) paused.set(session, left);
    else paused.delete(session);
    for (const feed of feeds) feed.schedule();
  }
}

/** A subscription of one client. Ends with its connection. */
export abstract class ClientFeed<Client extends FeedClient> implements Disposable {
  protected readonly client: Client;
  readonly #feed: Feed;
  readonly #state: ClientState;
  readonly #disposables: Disposable[];
  #disposed = false;

  /** With a pace, at least `intervalMs` pass between two flushes. */
  constructor(client: Client, pace?: { readonly clock: Clock; readonly intervalMs: number }) {
    this.client = client;
    this.#feed = new Feed({
      flush: () => this.flush(),
      isBlocked: () => client.clogged,
      ...(pace && { clock: pace.clock, intervalMs: () => pace.intervalMs }),
    });
    this.#state = stateOf(client);
    this.#state.feeds.add(this);
    this.#disposables = [
      client.onDrained(() => this.#feed.resume()),
      client.onClosed(() => this.dispose()),
      this.#feed,
    ];
  }

  /** Sends the pending changes. Called once per turn. */
  protected abstract flush(): void;

  /** Something changed. */
  schedule(): void {
    if (!this.#disposed) this.#feed.schedule();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#state.feeds.delete(this);
    disposeAll(this.#disposables);
  }

  /** Sends at once. */
  protected flushNow(): void {
    if (!this.#disposed) this.#feed.flush();
  }

  protected skip(): void {
    this.#feed.skip();
  }

  protected takeSkipped(): number {
    return this.#feed.takeSkipped();
  }

  /** Whether the events of the session wait for the reply to a request that ends it. */
  protected isPaused(session: Session): boolean {
    return this.#state.paused.has(session);
  }

  /** Disposes these with the feed. */
  register(...disposables: readonly Disposable[]): void {
    this.#disposables.push(...disposables);
  }
}

/** The changes of one session since they were last sent. */
export class SessionFeed<Change extends string = SessionUpdate> implements Disposable {
  readonly session: Session;
  readonly changes = new Set<Change | SessionUpdate>();
  readonly #output: OutputSubscriber | undefined;
  readonly #onChange: (change: Change | SessionUpdate) => void;
  readonly #updates: Disposable;
  #lastEvent: number;

  constructor(session: Session, output: boolean, onChange: (change: Change | SessionUpdate) => void) {
    this.session = session;
    this.#onChange = onChange;
    this.#output = output ? session.outputSubscribers.subscribe() : undefined;
    this.#lastEvent = session.screen.events.lastNumber;
    this.#updates = session.onUpdate((update) => this.mark(update));
  }

  mark(change: Change | SessionUpdate): void {
    this.changes.add(change);
    this.#onChange(change);
  }

  /** Returns the new terminal events of these kinds, redacted. */
  takeTerminalEvents(kinds: readonly TerminalEventKind[] = []): readonly TerminalEvent[] {
    const { screen, redaction } = this.session;
    const events = screen.events.since(this.#lastEvent);
    this.#lastEvent = screen.events.lastNumber;
    return events
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .map(({ facts, ...event }) => ({ ...event, facts: redaction.value(facts) }));
  }

  /** Returns false if the client stopped reading before all of the output was sent. */
  sendOutput(client: FeedClient, send: (part: OutputPart) => void): boolean {
    while (this.#output?.hasOutput) {
      if (client.clogged) return false;
      send(this.#output.read());
    }
    return true;
  }

  dispose(): void {
    this.#updates.dispose();
    this.#output?.dispose();
  }
}
