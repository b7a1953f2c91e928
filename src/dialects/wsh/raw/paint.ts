/** A plain stream that begins, or begins again: where the output of the program goes on from. */
import type { Frame } from '../../../core/layer/frame.ts';
import { limits } from '../../../core/limits.ts';
import type { Redaction } from '../../../core/redact/redaction.ts';
import type { Run } from '../../../core/screen/cells.ts';
import { masked } from '../../../core/screen/masked.ts';
import type { Screen } from '../../../core/screen/screen.ts';
import { runsByRow } from '../../../core/screen/styledRows.ts';
import type { Session } from '../../../core/session/session.ts';
import { begunText, programFrame, programText } from '../../../core/viewer/programText.ts';
import { hidingUnfinished } from '../../../core/viewer/unfinished.ts';

/** Whether something at the cursor may become a secret, and is hidden as long as it is new. */
export const isUnfinished = (session: Session, redaction: Redaction): boolean =>
  hidingNew(session, redaction) !== undefined;

/** Whether there is anything to see on the screen that is hidden there. */
export const hidesAny = (session: Session, redaction: Redaction): boolean =>
  masked(session.screen, redaction).secrets !== null || isUnfinished(session, redaction);

function hidingNew({ screen, changes, clock }: Session, redaction: Redaction): Redaction | undefined {
  const fresh = clock.now() - changes.outputAt < limits.holdBackMs;
  return fresh ? hidingUnfinished(screen, redaction) : undefined;
}

/** `again`: the terminal has been told more than this before. */
export function rawPaint(session: Session, redaction: Redaction, again: boolean): string {
  const { screen, transcript } = session;
  const text = programText(screen, frameNow(session, redaction), { redaction, again });
  return text + begunText(transcript.tailWithKeptBack(limits.blockChars), redaction);
}

const rowsOf = new WeakMap<
  Screen,
  { readonly version: number; readonly by: Redaction; readonly rows: Rows }
>();
type Rows = readonly (readonly Run[])[];

/** What is to be seen of the program's own screen. Those who look at the same time share it. */
export function frameNow(session: Session, redaction: Redaction): Frame {
  const { screen } = session;
  const hiding = hidingNew(session, redaction);
  if (hiding) return programFrame(screen, redaction, runsByRow(screen, hiding));
  const { contentVersion: version } = screen;
  let known = rowsOf.get(screen);
  if (known?.version !== version || known.by !== redaction) {
    known = { version, by: redaction, rows: runsByRow(screen, redaction) };
    rowsOf.set(screen, known);
  }
  return programFrame(screen, redaction, known.rows);
}
