/**
 * The limits and the timer that a channel needs. The code that opens a channel passes them: rpc imports no limits
 * table.
 */
import type { Clock } from '#platform/clock.ts';

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

export type ChannelTimer = Pick<Clock, 'after'>;
