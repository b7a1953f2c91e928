/**
 * The scrolled view of a viewer that does not follow the cursor. It shows scrollback rows, or a part of a screen that
 * is larger than the viewer's terminal. The view keeps its position while output continues.
 */
import type { GridSize } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { readHistory } from '#terminal/screenReader.ts';
import { type CroppedFrame, cropFrame, resolvePaletteColors, type ScreenFrame } from './frame.ts';
import { defaultModes } from './frameDiff.ts';
import type { ViewedSession } from './viewer.ts';

/** Line number at the top of the view and column at its left edge. */
export interface ScrollPosition {
  readonly line: number;
  readonly col: number;
}

export interface ScrollRequest {
  /** `oldest`: the first kept row; `newest`: the end of the screen; `here`: the current position. */
  readonly from: 'here' | 'oldest' | 'newest';
  readonly down: number;
  readonly right: number;
}

/** Rows and columns outside the view, per side. */
export interface HiddenAround {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

/** The scrollback rows above the frame. The alternate screen has no scrollback. */
export class Viewport {
  readonly #session: ViewedSession;
  readonly #frame: ScreenFrame;
  readonly #size: GridSize;
  readonly #above: number;

  constructor(session: ViewedSession, frame: ScreenFrame, extent: GridSize | undefined) {
    this.#session = session;
    this.#frame = frame;
    this.#above = frame.alternateScreen ? 0 : session.screen.scrollback.length;
    const { rows, cols } = extent ?? frame.size;
    this.#size = {
      rows: Math.min(rows, this.#above + frame.size.rows),
      cols: Math.min(cols, frame.size.cols),
    };
  }

  /** `row` and `col` are the current position in the frame. */
  move(
    { row, col }: { readonly row: number; readonly col: number },
    { from, down, right }: ScrollRequest,
  ): ScrollPosition {
    const top = { here: row, oldest: -this.#above, newest: this.#lastTop }[from];
    return this.#clamp(top + down, col + right);
  }

  hiddenAround(position: ScrollPosition): HiddenAround {
    const { row, col } = this.#toFramePosition(position);
    const { size } = this.#frame;
    return {
      above: row + this.#above,
      below: this.#lastTop - row,
      left: col,
      right: size.cols - this.#size.cols - col,
    };
  }

  /** Renders with default modes: while scrolled, keys and mouse reports are for ptywright and not for the program. */
  render(position: ScrollPosition, redaction: Redaction): CroppedFrame {
    const { row, col } = this.#toFramePosition(position);
    const { rows, cols } = this.#size;
    const scrolled = Math.max(0, Math.min(rows, -row));
    const start = this.#above + row;
    const old =
      scrolled > 0 ? readHistory(this.#session.screen, { start, count: scrolled, redaction }) : noRows;
    const visible = this.#frame.rows.slice(Math.max(0, row), Math.max(0, row + rows));
    const { cursor, modes } = this.#frame;
    const whole: ScreenFrame = {
      ...this.#frame,
      size: { rows, cols: this.#frame.size.cols },
      rows: [...resolvePaletteColors(old.rows, this.#session.screen.palette), ...visible],
      cursor: { ...cursor, row: cursor.row - row },
      modes: { ...modes, ...defaultModes },
    };
    return { frame: cropFrame(whole, { row: 0, col }, { rows, cols }), row, col };
  }

  get #firstLine(): number {
    return this.#session.screen.lineNumbers.first;
  }

  /** The top row of the view when it is scrolled to the end of the frame. */
  get #lastTop(): number {
    return this.#frame.size.rows - this.#size.rows;
  }

  #toFramePosition({ line, col }: ScrollPosition) {
    const within = this.#clamp(line - this.#firstLine, col);
    return { row: within.line - this.#firstLine, col: within.col };
  }

  #clamp(row: number, col: number): ScrollPosition {
    return {
      line: this.#firstLine + Math.max(-this.#above, Math.min(row, this.#lastTop)),
      col: Math.max(0, Math.min(col, this.#frame.size.cols - this.#size.cols)),
    };
  }
}

const noRows = { rows: [] };
