/**
 * What happens in a session: its changes, and the operations and events that observers receive. Each output and each
 * input counts as one activity. An operation holds what a script needs to reach the same screen.
 */
import { type CompiledMatcher, hit, miss, type SessionChange } from '#matchers/matcher.ts';
import type { Matcher } from '#matchers/schema.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import type { Action } from '#terminal/input/actions.ts';
import type { Screen } from '#terminal/screen.ts';
import type { Session } from './session.ts';
import type { Wait, WaitDeadline } from './waits.ts';

class SessionActivity {
  readonly #clock: Clock;
  readonly #onActivity = new Emitter();
  readonly onActivity = this.#onActivity.event;
  /** Clock time of the last activity. */
  lastAt: number;
  count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.lastAt = clock.now();
  }

  record(): void {
    this.count += 1;
    this.lastAt = this.#clock.now();
    this.#onActivity.fire();
  }
}

/** Reports which kinds of change, as matchers watch them, a screen had since the last call. */
export class ChangeDetector {
  readonly #screen: Screen;
  readonly activity: SessionActivity;
  /** Clock time of the program's last output. */
  lastOutputAt: number;
  /** Screen sequence at the last bell; 0 if the bell never rang. */
  lastBell = 0;
  /** Whether the sequence had advanced at the last call of `takeChanges`. */
  screenAdvanced = false;
  /** Whether the last call of `takeChanges` found new terminal events. */
  terminalEventSeen = false;
  #previousOutputAt: number;
  #recordedOutputAt = -1;
  #lastEvent = 0;
  #previous = {
    sequence: 0,
    content: 0,
    cursor: '',
    title: null as string | null,
    bells: 0,
    alternate: false,
  };

  constructor(screen: Screen, clock: Clock) {
    this.#screen = screen;
    this.activity = new SessionActivity(clock);
    this.lastOutputAt = clock.now();
    this.#previousOutputAt = this.lastOutputAt;
    this.#previous = this.#readState();
  }

  takeChanges(): ReadonlySet<SessionChange> {
    const before = this.#previous;
    const now = this.#readState();
    const changes = new Set<SessionChange>();
    if (this.lastOutputAt !== this.#previousOutputAt) changes.add('output');
    this.#previousOutputAt = this.lastOutputAt;
    this.#recordActivity();
    const { lastNumber } = this.#screen.events;
    this.terminalEventSeen = lastNumber !== this.#lastEvent;
    this.#lastEvent = lastNumber;
    if (this.terminalEventSeen) changes.add('event');
    this.screenAdvanced = now.sequence !== before.sequence;
    if (!this.screenAdvanced) return changes;
    const unseen = changes.size;
    if (now.content !== before.content) changes.add('content');
    if (now.cursor !== before.cursor) changes.add('cursor');
    if (now.alternate !== before.alternate) changes.add('mode');
    if (now.title !== before.title) changes.add('title');
    if (now.bells !== before.bells) {
      changes.add('bell');
      this.lastBell = now.sequence;
    }
    // The size, or a mode without a matcher, changed. Matchers that watch for any change must still be evaluated.
    if (changes.size === unseen) changes.add('mode');
    this.#previous = now;
    return changes;
  }

  /** Output and a resize both count as activity. */
  #recordActivity(): void {
    const { sequence } = this.#screen;
    if (this.lastOutputAt === this.#recordedOutputAt && sequence === this.#previous.sequence) return;
    this.#recordedOutputAt = this.lastOutputAt;
    this.activity.record();
  }

  #readState() {
    const { sequence, contentVersion, cursor, title, bellCount, alternateScreen } = this.#screen;
    return {
      sequence,
      content: contentVersion,
      cursor: `${cursor.row} ${cursor.col} ${cursor.visible}`,
      title,
      bells: bellCount,
      alternate: alternateScreen,
    };
  }
}

interface QuietOptions {
  /** Length of the quiet period. */
  readonly ms: number;
  /** Starts the period now, and ignores earlier quiet time. */
  readonly fresh: boolean;
  /** If the activity count still equals this number, at least one activity must come first. */
  readonly past?: number | undefined;
}

export function waitForQuiet(
  session: Session,
  { ms, fresh, past }: QuietOptions,
  deadline: WaitDeadline,
): Wait {
  const { clock } = session;
  const { activity } = session.changes;
  const began = fresh ? clock.now() : Number.NEGATIVE_INFINITY;
  const listeners: Disposable[] = [];
  const wait = session.wait(
    {
      watches: new Set(['output']),
      matcherText: `${ms} ms without activity`,
      evaluate: ({ now }) => {
        if (activity.count === past) return miss();
        const due = Math.max(activity.lastAt, began) + ms;
        return now >= due ? hit('quiet') : miss(due);
      },
      onAnswer: (listener) => listeners.push(activity.onActivity(listener)),
    },
    deadline,
  );
  wait.onEnd(() => disposeAll(listeners));
  return wait;
}

export type Operation =
  | { readonly call: 'input'; readonly actions: readonly Action[] }
  | {
      readonly call: 'act';
      readonly actions: readonly Action[];
      readonly matcher: Matcher;
      readonly timeoutMs: number;
    }
  | { readonly call: 'wait'; readonly matcher: Matcher; readonly timeoutMs: number }
  | { readonly call: 'resize'; readonly size: Size };

/**
 * Events in the order in which they happen, unredacted. Observers, such as recordings, must redact before they store
 * or send anything.
 */
export type SessionEvent =
  | { readonly kind: 'output'; readonly text: string }
  /**
   * Bytes written to the program by any client, without the terminal's own replies. `unseen` means that the terminal
   * did not echo them; always false if no observer follows input.
   */
  | { readonly kind: 'typed'; readonly bytes: Uint8Array; readonly unseen: boolean }
  | { readonly kind: 'resized'; readonly size: Size }
  /** A wait is reported when it is satisfied, because its condition may depend on operations that come later. */
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** All actions of an operation ended, or one failed. Some text of the actions in `unseen` was not echoed. */
  | { readonly kind: 'performed'; readonly operation: Operation; readonly unseen: ReadonlySet<Action> }
  | { readonly kind: 'marked'; readonly label: string }
  /** The screen sequence advanced. */
  | { readonly kind: 'changed' }
  /** The last event of a session. */
  | { readonly kind: 'exited'; readonly exit: ProgramExit };

export interface Observer {
  /** The observer stores or sends typed input, and hides input that was not echoed. */
  readonly observesInput?: boolean;
  handleEvent(event: SessionEvent): void;
  /** Raw output before decoding. The bytes are valid only during the call. */
  handleBytes?(bytes: Uint8Array): void;
  /** Resolves when everything observed is stored. */
  done(): Promise<unknown>;
}

export class Observers {
  readonly #all = new Set<Observer>();

  add(observer: Observer): Disposable {
    this.#all.add(observer);
    return { dispose: () => void this.#all.delete(observer) };
  }

  get observesInput(): boolean {
    for (const { observesInput } of this.#all) if (observesInput) return true;
    return false;
  }

  notify(event: SessionEvent): void {
    for (const observer of this.#all) observer.handleEvent(event);
  }

  notifyBytes(bytes: Uint8Array): void {
    for (const observer of this.#all) observer.handleBytes?.(bytes);
  }

  /** Reports the wait when it is satisfied. */
  watchWait({ source }: CompiledMatcher, timeoutMs: number, ended: Promise<unknown>): void {
    if (this.#all.size === 0 || !source) return;
    const operation = { call: 'wait', matcher: source, timeoutMs } as const;
    ended.then(
      () => this.notify({ kind: 'operation', operation }),
      () => {},
    );
  }

  async done(): Promise<void> {
    await Promise.all([...this.#all].map((observer) => observer.done()));
  }
}
