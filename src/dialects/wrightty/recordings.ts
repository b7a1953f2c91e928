/** Recordings of this dialect: kept in memory, and handed over when they are stopped. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Ending, Recording } from '../../core/recording/recording.ts';
import type { Session } from '../../core/session/session.ts';
import type { Call } from '../../rpc/call.ts';
import type { Desk } from './desk.ts';

export interface Stopped {
  readonly text: string;
  /** In seconds. */
  readonly duration: number;
  /** Lines behind the header. */
  readonly events: number;
  /** Why it ended, if not because somebody stopped it. */
  readonly ended: Ending | null;
}

export type Kind = 'asciicast-v2' | 'actions-json';

export function startRecording(
  { world, caller }: Call<Desk>,
  session: Session,
  format: Kind,
  input: boolean,
): Recording {
  const bounds = { maxBytes: limits.recordingTextBytes, intervalMs: limits.recordingFrameMs };
  const { redaction } = session;
  const request = { path: null, format, input, append: false, redaction, ...bounds };
  return world.core.recordings.start(session, request, caller);
}

/** What we have written ourselves is as it must be. */
export const ours = {
  torn: false,
  refuse: (line: number, why: string): never => {
    throw new Error(`line ${line} of a recording of ours: ${why}`);
  },
};

/** A film is kept as an asciicast until it is stopped; it is not to be had as one. */
export async function stopRecording(
  { core: { recordings }, films }: Desk,
  id: string,
  format: Kind,
): Promise<Stopped> {
  const recording = recordings.get(id, 'recordingId');
  if (recording.format !== format || recording.path !== null || films.has(recording))
    raise(fault.Invalid({ path: 'recordingId', reason: 'that is a recording of another kind' }));
  const stopped = await endRecording(recording);
  await recordings.stop(recording);
  return format === 'asciicast-v2' ? unmarked(stopped) : stopped;
}

/** Marks of what was called are ours: the document knows output and input. */
function unmarked(stopped: Stopped): Stopped {
  const lines = stopped.text.split('\n');
  const kept = lines.filter((line) => !/^\[[\d.e-]+, ?"m"/.test(line));
  return { ...stopped, text: kept.join('\n'), events: stopped.events - (lines.length - kept.length) };
}

/** It is still known afterwards. */
export async function endRecording(recording: Recording): Promise<Stopped> {
  const { ended } = recording;
  await recording.stop();
  return {
    text: recording.text,
    duration: Math.round(recording.durationMs) / 1000,
    events: recording.events - 1,
    ended: ended === 'stopped' ? null : ended,
  };
}
