/** Recordings of this dialect: kept in memory, and handed over when they are stopped. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Ending, Recording } from '../../core/recording/recording.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
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

export function startRecording(world: World, session: Session, format: Kind, input: boolean): Recording {
  return world.recordings.start(session, {
    path: null,
    format,
    input,
    append: false,
    maxBytes: limits.recordingTextBytes,
    intervalMs: limits.recordingFrameMs,
    redaction: session.redaction,
  });
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
  becomes: 'text' | 'film' = 'text',
): Promise<Stopped> {
  const recording = recordings.get(id, 'recordingId');
  const isFilm = films.has(recording);
  if (recording.format !== format || recording.path !== null || isFilm !== (becomes === 'film'))
    raise(fault.Invalid({ path: 'recordingId', reason: 'that is a recording of another kind' }));
  const { ended } = recording;
  await recordings.stop(recording);
  return {
    text: recording.text,
    duration: Math.round(recording.durationMs) / 1000,
    events: recording.events - 1,
    ended,
  };
}
