/** A viewer: a person who watches a session, scrolls and types. Also the part of a session that viewers use. */

import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { GridSize, Size } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Screen } from '#terminal/screen.ts';
import { readHistory } from '#terminal/screenReader.ts';
import {
  type CroppedFrame,
  cropFrame,
  type FrameCache,
  type FrameOrigin,
  resolvePaletteColors,
  type ScreenFrame,
} from './frame.ts';
import { defaultModes } from './frameDiff.ts';
import { InputWriter, type TypedInput, type TypingResult } from './inputWriter.ts';
import type { Layers } from './layers.ts';

export interface ViewedSession {
  readonly id: string;
  readonly clock: Clock;
  readonly closed: boolean;
  readonly screen: Screen;
  readonly layers: Layers;
  readonly inputLock: {
    readonly holder: { readonly isCongested?: (() => boolean) | undefined } | undefined;
    captures(owner: object): boolean;
  };
  /** Clock time of the last output. */
  readonly changes: { readonly lastOutputAt: number };
  readonly observers: { add(observer: { handleEvent(): void; done(): Promise<unknown> }): Disposable };
  readonly inputQueue: {
    run<T>(operation: () => T | Promise<T>, signal: () => AbortSignal | undefined): T | Promise<T>;
  };
  /** Returns true if an observer follows input and the terminal did not echo it. */
  write(bytes: Uint8Array): boolean;
  changeSize(size: Size): void;
}

/** Options of a new viewer. */
export interface ViewerOptions {
  /** The owner for the input lock, such as a connection. */
  readonly owner: object;
  readonly name?: string | undefined;
  readonly readOnly: boolean;
  readonly redaction: Redaction;
  /** Size of the viewer's terminal. Without it, the viewer gets the whole session. */
  readonly extent?: GridSize | undefined;
  /** The session follows the size of this viewer's terminal. */
  readonly resizes: boolean;
  /** A new frame may be available. */
  onFrameDue(): void;
  /** The viewer was removed. */
  onDismissed(why: Dismissal): void;
}

export type Dismissal = 'detached' | 'closed';

/** Shared by all viewers of a session. */
export interface ViewerDependencies {
  readonly session: ViewedSession;
  readonly frames: FrameCache;
  detach(viewer: Viewer): void;
  handleResize(viewer: Viewer): void;
  handleTyped(typed: TypedInput): void;
}

interface ViewerChange {
  readonly extent?: GridSize | undefined;
  readonly resizes?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

export class Viewer {
  readonly id: string;
  readonly options: ViewerOptions;
  extent: GridSize | undefined;
  resizes: boolean;
  readOnly: boolean;
  /** Number of its last size request. The latest request wins. */
  resizeRequest = 0;
  readonly #dependencies: ViewerDependencies;
  readonly #inputWriter: InputWriter;
  #lastFrame: ScreenFrame | undefined;
  /** Origin of the last frame, relative to the program's screen. */
  #origin: FrameOrigin = { row: 0, col: 0 };
  #scrollPosition: ScrollPosition | undefined;
  #bells: number;

  constructor(id: string, options: ViewerOptions, dependencies: ViewerDependencies) {
    this.id = id;
    this.options = options;
    this.extent = options.extent;
    this.resizes = options.resizes;
    this.readOnly = options.readOnly;
    this.#dependencies = dependencies;
    this.#bells = dependencies.session.screen.bellCount;
    this.#inputWriter = new InputWriter(this, dependencies, () => this.#origin);
  }

  get name(): string | null {
    return this.options.name ?? null;
  }

  /**
   * Returns the sequences from the last frame to the current one; empty if equal. Assumes that the viewer displays
   * them.
   */
  takeFrame(): string {
    const { frames, session } = this.#dependencies;
    const { frame, row, col } = this.#visibleFrame();
    const { bellCount } = session.screen;
    const rang = bellCount > this.#bells ? '\x07' : '';
    const text = frames.diff(this.#lastFrame, frame);
    this.#lastFrame = frame;
    this.#origin = { row: row - frame.program.row, col };
    this.#bells = bellCount;
    return text + rang;
  }

  /** Scrolls the view and stops following the cursor. */
  scroll(request: ScrollRequest): HiddenAround {
    const viewport = this.#createViewport();
    const { row, col } = this.#visibleFrame();
    this.#scrollPosition = viewport.move({ row, col }, request);
    this.options.onFrameDue();
    return viewport.hiddenAround(this.#scrollPosition);
  }

  /** Follows the cursor again. */
  followCursor(): void {
    if (!this.#scrollPosition) return;
    this.#scrollPosition = undefined;
    this.options.onFrameDue();
  }

  /** After a new extent, the content of the terminal is unknown, so the next frame is complete. */
  update({ extent, resizes, readOnly }: ViewerChange): void {
    this.readOnly = readOnly ?? this.readOnly;
    this.resizes = resizes ?? this.resizes;
    if (extent) this.extent = extent;
    if (extent) this.#lastFrame = undefined;
    if (extent || resizes !== undefined) this.#dependencies.handleResize(this);
  }

  /**
   * Ends when all input is written, or sent to the holder of the input lock. `more`: the last key may be incomplete.
   */
  type(text: string, signal?: AbortSignal, more = false): TypingResult | Promise<TypingResult> {
    this.followCursor();
    return this.#inputWriter.type(text, signal, more);
  }

  /** Whether a paste has begun and not ended. */
  get isPasting(): boolean {
    return this.#inputWriter.isPasting;
  }

  /** Types an incomplete key as it is, because the next input is not a key. */
  async flushInput(signal?: AbortSignal): Promise<void> {
    await this.#inputWriter.flush(signal);
  }

  #visibleFrame(): CroppedFrame {
    const { redaction } = this.options;
    if (!this.#scrollPosition) return this.#dependencies.frames.cropped(redaction, this.extent);
    return this.#createViewport().render(this.#scrollPosition, redaction);
  }

  #createViewport(): Viewport {
    const { session, frames } = this.#dependencies;
    return new Viewport(session, frames.full(this.options.redaction), this.extent);
  }

  stopTimers(): void {
    this.#inputWriter.stopTimers();
  }

  detach(): void {
    this.#dependencies.detach(this);
  }
}

/** Line number at the top of the view and column at its left edge. */
interface ScrollPosition {
  readonly line: number;
  readonly col: number;
}

interface ScrollRequest {
  /** `oldest`: the first kept row; `newest`: the end of the screen; `here`: the current position. */
  readonly from: 'here' | 'oldest' | 'newest';
  readonly down: number;
  readonly right: number;
}

/** Rows and columns outside the view, per side. */
interface HiddenAround {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

/**
 * The scrolled view of a viewer that does not follow the cursor. It shows scrollback rows, which the alternate screen does
 * not have, or a part of a screen that is larger than the viewer's terminal. The view keeps its position while output
 * continues.
 */
class Viewport {
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
