/**
 * The limits and the timer that a channel needs. The code that opens a channel passes them: rpc imports no limits
 * table.
 */
export interface ChannelLimits {
  readonly frameBytes: number;
  readonly headerBytes: number;
  readonly headerLines: number;
  readonly frameFinishMs: number;
  readonly jsonDepth: number;
  readonly idBytes: number;
  readonly batchMessages: number;
  readonly pendingRequests: number;
  readonly pendingWaits: number;
  readonly outboxPauseBytes: number;
  readonly outboxCloseBytes: number;
  readonly stalledClientMs: number;
}

export interface ChannelTimer {
  /** Calls `due` once after `ms`. The returned function cancels the timer. */
  after(ms: number, due: () => void): () => void;
}
