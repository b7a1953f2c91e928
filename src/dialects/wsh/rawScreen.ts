/** Renders the screen for a plain stream: in full, and as frames while it hides secrets. */
import { limits } from '#limits.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Session } from '#session/session.ts';
import type { Screen } from '#terminal/screen.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { createProgramFrame, hideNewUnfinished, type ScreenFrame } from '#viewers/frame.ts';
import { renderFrameDiff } from '#viewers/frameDiff.ts';
import { serializeOpenSequence, serializeProgram, serializeScreens } from '#viewers/serialize.ts';

/** Whether text at the cursor may become a secret. Such text is hidden while it is new. */
export const hasUnfinishedSecret = (session: Session, redaction: Redaction): boolean =>
  hideNewUnfinished(session, redaction) !== undefined;

/** Whether redaction hides any text of the screen. */
export const hasHiddenText = (session: Session, redaction: Redaction): boolean =>
  redactScreen(session.screen, redaction).secrets !== null || hasUnfinishedSecret(session, redaction);

/** Renders the full screen. `again`: the terminal has received output before. */
export function renderScreenText(session: Session, redaction: Redaction, again: boolean): string {
  const { screen, transcript } = session;
  const text = serializeProgram(screen, renderFrame(session, redaction), { redaction, repeated: again });
  return text + serializeOpenSequence(transcript.tailWithContext(limits.blockChars), redaction);
}

/** The redacted frame of the program's screen. */
const renderFrame = (session: Session, redaction: Redaction): ScreenFrame =>
  createProgramFrame(
    session.screen,
    redaction,
    screenRuns(session.screen, hideNewUnfinished(session, redaction) ?? redaction),
  );

/** Renders frames while the output of the program would reveal more than its redacted screen. */
export class RawFrameRenderer {
  readonly #session: Session;
  readonly #redaction: Redaction;
  #lastFrame: ScreenFrame | undefined;
  #bells: number;

  constructor(session: Session, redaction: Redaction) {
    this.#session = session;
    this.#redaction = redaction;
    this.#bells = session.screen.bellCount;
  }

  /** The output that changes the last frame into the current one; empty if both are equal. */
  next(): string {
    const frame = renderFrame(this.#session, this.#redaction);
    const { bellCount } = this.#session.screen;
    const rang = bellCount > this.#bells ? '\x07' : '';
    const text = this.#canUpdate(frame)
      ? renderFrameDiff(this.#lastFrame, frame)
      : serializeScreens(this.#session.screen, frame, { redaction: this.#redaction, repeated: true });
    this.#lastFrame = frame;
    this.#bells = bellCount;
    return text + rang;
  }

  #canUpdate({ size, alternateScreen }: ScreenFrame): boolean {
    const lastFrame = this.#lastFrame;
    return (
      lastFrame?.alternateScreen === alternateScreen &&
      lastFrame.size.rows === size.rows &&
      lastFrame.size.cols === size.cols
    );
  }
}

/**
 * Cursor movement, scrolling, insertion, deletion and repetition; changes of the screen; box drawing. Not colors, nor
 * changes at the end of a line.
 */
const placementPattern =
  /\x1b(?:\[(?:[\d;:]*[@ABE-ILMPSTXZ`abdefjrsu]|\?(?:47|1047|1049)[hl]|4h)|[78DEM])|[\x0b\x0c\x84\x85\x8d\x9b│┃║▏▎▍▌▐▕⎿]/;

/**
 * Detects output whose order in the stream may differ from its order on the screen. Redaction of a stream finds a
 * secret by the order of the text. If a program moves its cursor or draws boxes, only the screen shows the secret in
 * one piece. Costs one pass over the output.
 */
export class PlacementDetector {
  /** Lines of plain output until nothing on the screen was placed by cursor movement. */
  #linesLeft = 0;

  /** Whether to check the screen before this output is sent. */
  needsScreenCheck(text: string, { alternateScreen, size }: Screen): boolean {
    if (alternateScreen || placementPattern.test(text)) this.#linesLeft = size.rows;
    else if (this.#linesLeft > 0) this.#linesLeft -= countLines(text);
    return this.#linesLeft > 0;
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
