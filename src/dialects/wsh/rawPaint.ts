/**
 * What brings a terminal to where the output of a program goes on from: the program's screen without layers, its modes,
 * and then everything as it is in a terminal that has not been painted by anybody.
 */
import type { Frame } from '../../core/layer/frame.ts';
import { limits } from '../../core/limits.ts';
import type { Redaction } from '../../core/redact/redaction.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
import { paint } from '../../core/viewer/paint.ts';
import { hidingUnfinished } from '../../core/viewer/unfinished.ts';

/** Margins, colors, origin and the like. */
const softReset = '\x1b[!p';
const wrapping = '\x1b[?7h';

/** Whether something at the cursor may become a secret, and is hidden as long as it is new. */
export const isUnfinished = (session: Session, redaction: Redaction): boolean =>
  hidingNew(session, redaction) !== undefined;

function hidingNew({ screen, changes, clock }: Session, redaction: Redaction): Redaction | undefined {
  const fresh = clock.now() - changes.outputAt < limits.holdBackMs;
  return fresh ? hidingUnfinished(screen, redaction) : undefined;
}

export function rawPaint(session: Session, redaction: Redaction): string {
  const { screen } = session;
  const page = `\x1b[?1049${screen.alternateScreen ? 'h' : 'l'}`;
  const shown = paint(
    undefined,
    programFrame(session, redaction, hidingNew(session, redaction) ?? redaction),
  );
  const wraps = screen.modes.wraparound ? wrapping : '';
  return softReset + page + shown + wraps + begun(session);
}

function programFrame({ screen }: Session, redaction: Redaction, onScreen: Redaction): Frame {
  const { size, cursor, cursorShape: shape, cursorBlinks: blinks, title, modes, alternateScreen } = screen;
  return {
    size: { rows: size.rows, cols: size.cols },
    rows: runsByRow(screen, onScreen),
    cursor: { ...cursor, style: { shape, blinks } },
    title: title === null ? null : redaction.text(title),
    modes,
    alternateScreen,
    program: { row: 0, rows: size.rows },
  };
}

const beginning = /\x1b(?:\[[0-?]*)?[ -/]*$/;

/** Output is read in pieces: of a sequence that was cut, only the rest is still to come. */
const begun = ({ transcript }: Session): string =>
  beginning.exec(transcript.tailWithKeptBack(limits.typedKeyChars))?.[0] ?? '';
