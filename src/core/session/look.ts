/** What a plugin is shown of a session, with secrets replaced: it may tell whatever it sees. */
import type { Clock } from '../../platform/clock.ts';
import type { Look } from '../matcher/look.ts';
import type { Exit } from '../matcher/moment.ts';
import type { Redaction } from '../redact/redaction.ts';
import { masked } from '../screen/masked.ts';
import type { Screen } from '../screen/screen.ts';
import { styledRows } from '../screen/styledRows.ts';
import type { Transcript } from './transcript.ts';

export interface Looked {
  readonly screen: Screen;
  readonly transcript: Transcript;
  readonly redaction: Redaction;
  readonly clock: Clock;
  readonly exit: Exit | null;
  /** The end of the transcript, redacted; at most `limits.lookTranscriptChars`. */
  redactedTail(): string;
}

/** `eventsAfter` is the number of the last terminal event that was shown before. */
export function lookAt(session: Looked, eventsAfter = 0): Look {
  const { screen, transcript, redaction, clock, exit } = session;
  const { rows, cols } = screen.size;
  const tail = session.redactedTail();
  return {
    rows: masked(screen, redaction).texts,
    runs: styledRows(screen, redaction),
    size: { rows, cols },
    cursor: screen.cursor,
    sequence: screen.sequence,
    title: screen.title === null ? null : redaction.text(screen.title),
    bells: screen.bells,
    alternateScreen: screen.alternateScreen,
    modes: { ...screen.modes },
    stableMs: Math.max(0, Math.round(clock.now() - screen.lastVisibleChange)),
    exit,
    transcript: tail,
    // Counted from its end: where a secret was replaced, what stands before it is some places off.
    transcriptStart: transcript.cursor - tail.length,
    transcriptCursor: transcript.cursor,
    markers: Object.fromEntries(transcript.markers),
    events: redaction.value(screen.events.since(eventsAfter)),
  };
}
