/** What a handler knows of the call that it answers. Deadline and cancellation travel in it. */

/** Tells that the caller has lost interest, and why. */
export interface Cancellation {
  readonly cancelled: boolean;
  onCancel(listener: () => void): () => void;
}

export interface Deadline {
  readonly timeoutMs: number;
  readonly cancellation: Cancellation;
}

/** What a handler may know of the one who calls, and do to the line. */
export interface Caller {
  /** Tells apart what belongs to this connection, such as its subscription. */
  readonly id: number;
  notify(event: string, params: object): void;
  /** It has asked once, and is gone with its reply: nothing else that is told it arrives. */
  readonly repliesOnly: boolean;
  readonly clogged: boolean;
  /** Nothing that was said waits to be taken. */
  readonly idle: boolean;
  /** What comes back stops listening. */
  onDrained(listener: () => void): () => void;
  onIdle(listener: () => void): () => void;
  onClosed(listener: () => void): () => void;
  /** Ends the connection once what is owed has been sent. */
  end(): void;
}

export interface Call<World> {
  readonly method: string;
  readonly world: World;
  readonly caller: Caller;
  readonly cancellation: Cancellation;
  /** `narrower` is a cancellation that holds that of the call and something besides. */
  deadline(timeoutMs: number, narrower?: Cancellation): Deadline;
}

export const callOf = <World>(
  method: string,
  world: World,
  caller: Caller,
  cancellation: Cancellation,
): Call<World> => ({
  method,
  world,
  caller,
  cancellation,
  deadline: (timeoutMs, narrower = cancellation) => ({ timeoutMs, cancellation: narrower }),
});
