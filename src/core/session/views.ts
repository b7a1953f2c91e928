/** What else of a session is text to look in: its title, its directory and the end of its transcript. */
import { limits } from '../limits.ts';
import type { TextView } from '../matcher/moment.ts';
import type { Session } from './session.ts';

export function labelView(
  { enforced, redaction: own }: Session,
  label: string | null,
  admits: () => boolean,
): TextView | null {
  if (label === null) return null;
  const text = enforced ? own.text(label) : label;
  return { text, admits, told: (_start, _end, redaction) => redaction.text(text) };
}

/** The end of the transcript; what was written before `since` is not admitted. */
export function transcriptView(session: Session, since: number): TextView {
  const { transcript, enforced } = session;
  const end = transcript.cursor;
  const start = Math.max(transcript.head, end - limits.transcriptTailChars);
  if (enforced) return redactedTail(session, Math.max(start, since));
  return {
    text: transcript.tail(limits.transcriptTailChars),
    admits: (_from, to) => start + to > since,
    told: (from, to, how) => transcript.read(how, start + from, start + to).text,
  };
}

/** Text in which secrets are replaced has no cursors of its own: it begins where admission does. */
function redactedTail({ transcript, redaction }: Session, since: number): TextView {
  const { text } = transcript.read(redaction, since);
  return { text, admits: () => true, told: (from, to, how) => how.text(text.slice(from, to)) };
}
