/** What a handler knows about the call that it answers, including deadline and cancellation. */
import type { Disposable } from '#platform/lifetimes.ts';

interface CallDeadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The client that made a call, and what a handler can do to its connection. */
export interface Caller {
  /** Identifies the connection, for example for its subscriptions. */
  readonly id: number;
  notify(event: string, params: object): void;
  /** The caller sent one request and receives only its reply. Notifications do not arrive. */
  readonly repliesOnly: boolean;
  readonly clogged: boolean;
  /** Nothing waits to be sent. */
  readonly idle: boolean;
  onDrained(listener: () => void): Disposable;
  onIdle(listener: () => void): Disposable;
  onClosed(listener: () => void): Disposable;
  /** Ends the connection after everything queued has been sent. */
  end(): void;
}

/** Aborts with the reason `request` when the caller cancels the call or disconnects. */
export interface CallCancellation {
  /** Created on first use, which costs more than most calls without a wait. */
  readonly signal: AbortSignal;
}

export interface Call<World> extends CallCancellation {
  readonly method: string;
  readonly world: World;
  readonly caller: Caller;
  /** `narrower` is a signal that includes that of the call. */
  deadline(timeoutMs: number, narrower?: AbortSignal): CallDeadline;
}

export const createCall = <World>(
  method: string,
  world: World,
  caller: Caller,
  cancellation: CallCancellation,
): Call<World> => ({
  method,
  world,
  caller,
  get signal() {
    return cancellation.signal;
  },
  deadline: (timeoutMs, narrower = cancellation.signal) => ({ timeoutMs, signal: narrower }),
});
