/** The bounds and the timer that the wire needs. They are given by whoever opens a channel: wire imports no table. */
export interface WireLimits {
  readonly frameBytes: number;
  readonly headerBytes: number;
  readonly headerLines: number;
  readonly frameFinishMs: number;
  readonly jsonDepth: number;
  readonly idBytes: number;
  readonly batchMessages: number;
  readonly pendingRequests: number;
  readonly outboxPauseBytes: number;
  readonly outboxCloseBytes: number;
  readonly stalledClientMs: number;
}

export interface WireTimer {
  /** Calls `due` once after `ms`; the returned function takes that back. */
  after(ms: number, due: () => void): () => void;
}
