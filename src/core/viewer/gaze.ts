/**
 * Where a viewer looks that does not follow the cursor: at rows that have scrolled off, or at a part of the screen that
 * his terminal has no room for. What he sees stays where it is, whatever is printed meanwhile.
 */

import { inColors } from '../layer/colored.ts';
import type { Frame } from '../layer/frame.ts';
import type { Redaction } from '../redact/redaction.ts';
import { readHistory } from '../screen/history.ts';
import { type Cropped, cropTo, type Extent } from './crop.ts';
import { noModes } from './modesText.ts';
import type { Subject } from './subject.ts';

/** The line at the top of what he sees, by its number, and the column at its left edge. */
export interface Gaze {
  readonly line: number;
  readonly col: number;
}

export interface Glance {
  /** `oldest`: the first row that is kept; `newest`: the last of the screen; else what is seen now. */
  readonly from: 'here' | 'oldest' | 'newest';
  readonly down: number;
  readonly right: number;
}

/** What there is on each side of what he sees. */
export interface Beyond {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

/** Rows that have scrolled off, and under them the frame. The alternate screen has none above it. */
export class Vista {
  readonly #session: Subject;
  readonly #frame: Frame;
  readonly #extent: Extent;
  readonly #above: number;

  constructor(session: Subject, frame: Frame, extent: Extent | undefined) {
    this.#session = session;
    this.#frame = frame;
    this.#above = frame.alternateScreen ? 0 : session.screen.scrollback.length;
    const { rows, cols } = extent ?? frame.size;
    this.#extent = {
      rows: Math.min(rows, this.#above + frame.size.rows),
      cols: Math.min(cols, frame.size.cols),
    };
  }

  /** From `start`, which is what he sees now: a row and a column of the frame. */
  move({ row, col }: { readonly row: number; readonly col: number }, { from, down, right }: Glance): Gaze {
    const top = { here: row, oldest: -this.#above, newest: this.#lowest }[from];
    return this.#within(top + down, col + right);
  }

  beyond(gaze: Gaze): Beyond {
    const { row, col } = this.#place(gaze);
    const { size } = this.#frame;
    return {
      above: row + this.#above,
      below: this.#lowest - row,
      left: col,
      right: size.cols - this.#extent.cols - col,
    };
  }

  /** The keys that he presses are for us: his terminal tells them, and the mouse, as if there were no program. */
  see(gaze: Gaze, redaction: Redaction): Cropped {
    const { row, col } = this.#place(gaze);
    const { rows, cols } = this.#extent;
    const scrolled = Math.max(0, Math.min(rows, -row));
    const start = this.#above + row;
    const old =
      scrolled > 0 ? readHistory(this.#session.screen, { start, count: scrolled, redaction }) : none;
    const shown = this.#frame.rows.slice(Math.max(0, row), Math.max(0, row + rows));
    const { cursor, modes } = this.#frame;
    const whole: Frame = {
      ...this.#frame,
      size: { rows, cols: this.#frame.size.cols },
      rows: [...inColors(old.rows, this.#session.screen.palette), ...shown],
      cursor: { ...cursor, row: cursor.row - row },
      modes: { ...modes, ...noModes },
    };
    return { frame: cropTo(whole, { row: 0, col }, { rows, cols }), row, col };
  }

  get #first(): number {
    return this.#session.screen.lines.first;
  }

  /** The row of the frame that is at the top when its last one is at the bottom. */
  get #lowest(): number {
    return this.#frame.size.rows - this.#extent.rows;
  }

  #place({ line, col }: Gaze) {
    const within = this.#within(line - this.#first, col);
    return { row: within.line - this.#first, col: within.col };
  }

  #within(row: number, col: number): Gaze {
    return {
      line: this.#first + Math.max(-this.#above, Math.min(row, this.#lowest)),
      col: Math.max(0, Math.min(col, this.#frame.size.cols - this.#extent.cols)),
    };
  }
}

const none = { rows: [] };
