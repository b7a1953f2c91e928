/**
 * What brings a terminal to where the output of a program goes on from: the program's screens without layers, its modes,
 * and how what comes next is to be drawn.
 */
import type { Frame } from '../layer/frame.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Run } from '../screen/cells.ts';
import { readHistory } from '../screen/history.ts';
import type { Screen } from '../screen/screen.ts';
import { redactedLinks } from '../screen/snapshot.ts';
import { mainStandingOf, standingOf } from '../screen/standing.ts';
import { paint } from './paint.ts';
import { leftText, resumeText } from './resume.ts';

/** Margins, pen, origin and the like; on the screen that is shown. */
const softReset = '\x1b[!p';
const main = '\x1b[?1049l';
const alternate = '\x1b[?1049h';

export interface Told {
  readonly redaction: Redaction;
  /** The terminal has been told more than this before. */
  readonly again: boolean;
  /** With the colours that clients have chosen. */
  readonly chosenColors?: boolean;
}

/** `frame` is that of its own screen. A sequence that has begun is told by `begunText`. */
export function programText(screen: Screen, frame: Frame, told: Told): string {
  const standing = standingOf(screen, redactedLinks(screen, told.redaction));
  return screensText(screen, frame, told) + resumeText(standing, frame.rows[standing.row] ?? [], told.again);
}

/** Both screens, whatever was shown before; what comes next is not drawn as it should be yet. */
export function screensText(screen: Screen, frame: Frame, told: Told): string {
  const colors = screen.palette.sequences(told.chosenColors);
  const behind = screen.alternateScreen ? mainText(screen, told) : '';
  return main + softReset + colors + behind + paint(undefined, frame);
}

/** What the program comes back to when it leaves the alternate screen. */
function mainText(screen: Screen, { redaction, again }: Told): string {
  const { length: start, behind: count } = screen.scrollback;
  const { rows } = readHistory(screen, { start, count, redaction, least: limits.unfinishedSecretChars });
  const left = leftText(mainStandingOf(screen, redactedLinks(screen, redaction)), again);
  return paint(undefined, programFrame(screen, redaction, rows)) + left + alternate + softReset;
}

type Rows = readonly (readonly Run[])[];

export function programFrame(screen: Screen, redaction: Redaction, rows: Rows): Frame {
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
export function begunText(output: string, redaction: Redaction): string {
  const found = string.exec(output);
  if (!found) return beginning.exec(output.slice(-limits.typedKeyChars))?.[0] ?? '';
  const [text] = found;
  if (tells(text, redaction)) return text;
  // Nobody is told what it says, nor its rest as if it were text.
  return found.groups!.kind === ']' ? '\x1b]9999;' : '\x1b_';
}

const tells = (text: string, redaction: Redaction): boolean =>
  redaction.text(text) === text &&
  text.length - (redaction.secrets?.open(text) ?? text.length) < limits.unfinishedSecretChars;
