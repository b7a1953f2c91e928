/**
 * What brings a terminal to where the output of a program goes on from: the program's screens without layers, its modes,
 * and how what comes next is to be drawn.
 */
import type { Frame } from '../../../core/layer/frame.ts';
import { limits } from '../../../core/limits.ts';
import type { Redaction } from '../../../core/redact/redaction.ts';
import type { Run } from '../../../core/screen/cells.ts';
import { readHistory } from '../../../core/screen/history.ts';
import { masked } from '../../../core/screen/masked.ts';
import type { Screen } from '../../../core/screen/screen.ts';
import { redactedLinks } from '../../../core/screen/snapshot.ts';
import { mainStandingOf, standingOf } from '../../../core/screen/standing.ts';
import { runsByRow } from '../../../core/screen/styledRows.ts';
import type { Session } from '../../../core/session/session.ts';
import { paint } from '../../../core/viewer/paint.ts';
import { leftText, resumeText } from '../../../core/viewer/resume.ts';
import { hidingUnfinished } from '../../../core/viewer/unfinished.ts';

/** Margins, pen, origin and the like; on the screen that is shown. */
const softReset = '\x1b[!p';
const main = '\x1b[?1049l';
const alternate = '\x1b[?1049h';

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
  const { screen } = session;
  const frame = frameNow(session, redaction);
  const standing = standingOf(screen, redactedLinks(screen, redaction));
  return [
    screenText(session, redaction, again, frame),
    resumeText(standing, frame.rows[standing.row] ?? [], again),
    begun(session, redaction),
  ].join('');
}

/** Both screens, whatever was shown before; what comes next is not drawn as it should be yet. */
export function screenText(session: Session, redaction: Redaction, again: boolean, frame: Frame): string {
  const { palette, alternateScreen } = session.screen;
  const behind = alternateScreen ? mainPage(session, redaction, again) : '';
  return main + softReset + palette.sequences() + behind + paint(undefined, frame);
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
  if (hiding) return programFrame(session, redaction, runsByRow(screen, hiding));
  const { contentVersion: version } = screen;
  let known = rowsOf.get(screen);
  if (known?.version !== version || known.by !== redaction) {
    known = { version, by: redaction, rows: runsByRow(screen, redaction) };
    rowsOf.set(screen, known);
  }
  return programFrame(session, redaction, known.rows);
}

/** What the program comes back to when it leaves the alternate screen. */
function mainPage(session: Session, redaction: Redaction, again: boolean): string {
  const { screen } = session;
  const { length: start, behind: count } = screen.scrollback;
  const { rows } = readHistory(screen, { start, count, redaction });
  const left = leftText(mainStandingOf(screen, redactedLinks(screen, redaction)), again);
  return paint(undefined, programFrame(session, redaction, rows)) + left + alternate + softReset;
}

function programFrame({ screen }: Session, redaction: Redaction, rows: Rows): Frame {
  const { size, cursor, cursorShape: shape, cursorBlinks: blinks, title, modes, alternateScreen } = screen;
  return {
    size: { rows: size.rows, cols: size.cols },
    rows,
    cursor: { ...cursor, style: { shape, blinks } },
    title: title === null ? null : redaction.text(title),
    modes,
    alternateScreen,
    program: { row: 0, rows: size.rows },
  };
}

const beginning = /\x1b(?:\[[0-?]*)?[ -/]*$/;
const string = /\x1b(?<kind>[\]PX^_])[^\x07\x18\x1a\x1b]*\x1b?$/;

/** Output is read in pieces: of a sequence that was cut, only the rest is still to come. */
function begun({ transcript }: Session, redaction: Redaction): string {
  const tail = transcript.tailWithKeptBack(limits.blockChars);
  const found = string.exec(tail);
  if (!found) return beginning.exec(tail.slice(-limits.typedKeyChars))?.[0] ?? '';
  const [text] = found;
  if (tells(text, redaction)) return text;
  // Nobody is told what it says, nor its rest as if it were text.
  return found.groups!.kind === ']' ? '\x1b]9999;' : '\x1b_';
}

const tells = (text: string, redaction: Redaction): boolean =>
  redaction.text(text) === text &&
  text.length - (redaction.secrets?.open(text) ?? text.length) < limits.unfinishedSecretChars;
