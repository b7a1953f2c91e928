/** What must be printed on a terminal so that what a session prints from now on looks there as it does here; redacted. */
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { runsByRow } from '../screen/styledRows.ts';
import type { Session } from '../session/session.ts';
import { begunText, programFrame, programText } from '../viewer/programText.ts';
import { hidingUnfinishedToo } from '../viewer/unfinished.ts';

/** `again`: another recording has been shown there before. Colours that clients have chosen are told as if set by the program. */
export function openingOf(
  { screen, transcript }: Pick<Session, 'screen' | 'transcript'>,
  redaction: Redaction,
  again: boolean,
): string {
  const begun = begunText(transcript.tailWithKeptBack(limits.blockChars), redaction);
  if (screen.sequence === 0 && transcript.cursor === 0 && !again) return begun;
  const frame = programFrame(screen, redaction, runsByRow(screen, hidingUnfinishedToo(screen, redaction)));
  return programText(screen, frame, { redaction, again, chosenColors: true }) + begun;
}
