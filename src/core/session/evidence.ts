/** What a wait answers with: that it was satisfied, why, and what was to be seen, redacted. */
import { tell } from '../matcher/told.ts';
import type { Redaction } from '../redact/redaction.ts';
import { masked } from '../screen/masked.ts';
import { takeSnapshot } from '../screen/snapshot.ts';
import type { Session } from './session.ts';
import type { WaitEnd } from './waits.ts';

export type EvidenceForm = 'full' | 'text' | 'none';

const tailChars = 4096;

export function evidenceOf(
  session: Session,
  { hit, elapsedMs }: WaitEnd,
  form: EvidenceForm,
  redaction: Redaction,
) {
  const base = {
    matched: true as const,
    sequence: session.screen.sequence,
    elapsed_ms: Math.round(elapsedMs),
  };
  if (form === 'none') return base;
  if (form === 'text')
    return { ...base, hit: tell(hit, redaction), plain_text: masked(session.screen, redaction).text };
  return {
    ...base,
    hit: tell(hit, redaction),
    snapshot: takeSnapshot(session.screen, { redaction, cells: 'none' }),
    transcript_tail: transcriptTail(session, redaction),
  };
}

const transcriptTail = ({ transcript }: Session, redaction: Redaction) =>
  transcript.read(redaction, Math.max(transcript.head, transcript.cursor - tailChars)).text;
