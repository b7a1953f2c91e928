/** What a session is made of and begins with, and what it tells those around it. */
import type { Clock } from '../../platform/clock.ts';
import type { RedactionPolicy } from '../redact/policy.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Looks } from './looks.ts';
import type { RawTranscript } from './rawTranscript.ts';
import type { Session } from './session.ts';
import type { Baseline } from './sight.ts';
import type { SpawnRequest } from './spawnPlan.ts';

export interface SessionOptions {
  readonly spawn: SpawnRequest;
  readonly name?: string;
  readonly tags: readonly string[];
  readonly scrollback: number;
  readonly transcriptMaxChars: number;
  readonly terminalReplies: boolean;
  readonly policy: RedactionPolicy;
  readonly rawTranscript?: RawTranscript;
}

export type SessionNews =
  | 'opened'
  | 'changed'
  | 'terminal'
  | 'output'
  | 'exited'
  | 'warning'
  | 'labelled'
  | 'closed';
export type SessionListener = (session: Session, news: SessionNews) => void;

export interface WaitTerms {
  /** Hides secrets in what a time-out shows; the session's own if absent. */
  readonly redaction?: Redaction;
  readonly baseline?: Baseline;
  /** Lets go of the room that was taken for the wait. */
  readonly leave?: () => void;
}

export interface Surroundings {
  readonly tagPrefix: string;
  readonly clock: Clock;
  readonly redactionEnforced: boolean;
  readonly listener: SessionListener;
  /** Counts a wait in; what it gives counts it out. */
  readonly admitWait: () => () => void;
  readonly looks: Looks;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}
