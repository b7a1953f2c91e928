/** What a handler knows about the call that it answers, including deadline and cancellation. */

/** Reports that the caller cancelled the call or disconnected. */
export interface CallCancellation {
  readonly cancelled: boolean;
  onCancel(listener: () => void): () => void;
}

export interface CallDeadline {
  readonly timeoutMs: number;
  readonly cancellation: CallCancellation;
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
  /** Returns the function that removes the listener. */
  onDrained(listener: () => void): () => void;
  onIdle(listener: () => void): () => void;
  onClosed(listener: () => void): () => void;
  /** Ends the connection after everything queued has been sent. */
  end(): void;
}

export interface Call<World> {
  readonly method: string;
  readonly world: World;
  readonly caller: Caller;
  readonly cancellation: CallCancellation;
  /** `narrower` is a cancellation that includes that of the call. */
  deadline(timeoutMs: number, narrower?: CallCancellation): CallDeadline;
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
  cancellation,
  deadline: (timeoutMs, narrower = cancellation) => ({ timeoutMs, cancellation: narrower }),
});
