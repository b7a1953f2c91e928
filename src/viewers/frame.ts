/**
 * Frames: what viewers see of a session. A frame resolves changed palette colors, because the viewer's terminal has
 * its own palette. It can be cropped to a smaller terminal.
 */
import { limits } from '#limits.ts';
import type { GridSize } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { CellRun, Style } from '#terminal/cells.ts';
import type { Modes } from '#terminal/modes.ts';
import { formatHex, specialColors, type TerminalPalette } from '#terminal/palette.ts';
import type { Screen } from '#terminal/screen.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { hideUnfinished } from '#terminal/screenRedaction.ts';
import { composedRuns, composeLayers, hasLayers, type LayeredScreen, layeredCursor } from './composition.ts';
import { renderFrameDiff } from './frameDiff.ts';
import { isAsciiRun, splitRun } from './rowText.ts';
import type { ViewedSession } from './viewer.ts';

/** Default foreground, background and cursor color; absent if the session has not changed it. */
export interface DefaultColors {
  readonly foreground?: string;
  readonly background?: string;
  readonly cursor?: string;
}

type PaletteColor = Style['fg'];

export function resolvePaletteColors(
  rows: readonly (readonly CellRun[])[],
  palette: TerminalPalette,
): readonly (readonly CellRun[])[] {
  if (!palette.isCustomized) return rows;
  const resolve = (color: PaletteColor): PaletteColor => {
    const changed = typeof color === 'number' ? palette.customColor(color) : undefined;
    return changed ? formatHex(changed) : color;
  };
  return rows.map((row) => (row.some(usesPalette) ? row.map((run) => resolveRunColors(run, resolve)) : row));
}

const defaultColorsOf = (palette: TerminalPalette): DefaultColors =>
  Object.fromEntries(
    Object.entries(specialColors).flatMap(([name, index]) => {
      const changed = palette.customColor(index);
      return changed ? [[name, formatHex(changed)]] : [];
    }),
  );

const usesPalette = ({ fg, bg, underline_color }: CellRun) =>
  typeof fg === 'number' || typeof bg === 'number' || typeof underline_color === 'number';

function resolveRunColors(run: CellRun, resolve: (color: PaletteColor) => PaletteColor): CellRun {
  if (!usesPalette(run)) return run;
  const made = { ...run };
  for (const name of ['fg', 'bg', 'underline_color'] as const) {
    const color = resolve(run[name]);
    if (color !== undefined) made[name] = color;
  }
  return made;
}

/** The screen of a session with its layers at one time, redacted. */
export interface ScreenFrame {
  /** Size of the whole terminal, panels included. */
  readonly size: GridSize;
  /** As many rows as `size.rows`. Unstyled blanks at the end of a row are omitted. */
  readonly rows: readonly (readonly CellRun[])[];
  readonly cursor: {
    readonly row: number;
    readonly col: number;
    /** False if a layer covers the cursor. */
    readonly visible: boolean;
    readonly style: { readonly shape: 'block' | 'underline' | 'bar'; readonly blinks: boolean };
  };
  readonly title: string | null;
  /** Absent if the receiver sends the colors in another way. */
  readonly defaultColors?: DefaultColors;
  /** The terminal modes that the program has set. */
  readonly modes: Modes;
  readonly alternateScreen: boolean;
  /** First row and number of rows of the program's screen, between the panels. */
  readonly program: { readonly row: number; readonly rows: number };
}

/** `onScreen` hides more of the program's screen than `redaction`, for example unfinished secrets. */
export function createFrame(layered: LayeredScreen, redaction: Redaction, onScreen = redaction): ScreenFrame {
  const { screen, layers } = layered;
  const rows = hasLayers(layered)
    ? composedRuns(composeLayers(layered, redaction, onScreen))
    : screenRuns(screen, onScreen);
  const program = createProgramFrame(screen, redaction, resolvePaletteColors(rows, screen.palette));
  return {
    ...program,
    size: { rows: layers.size.rows, cols: layers.size.cols },
    defaultColors: defaultColorsOf(screen.palette),
    cursor: { ...program.cursor, ...layeredCursor(layered) },
    program: { row: layers.layout.top, rows: screen.size.rows },
  };
}

/** A frame of the program's screen without layers, with these rows. */
export function createProgramFrame(
  screen: Screen,
  redaction: Redaction,
  rows: ScreenFrame['rows'],
): ScreenFrame {
  const { size, cursor, cursorShape, cursorBlinks, title, modes, alternateScreen } = screen;
  return {
    size: { rows: size.rows, cols: size.cols },
    rows,
    cursor: { ...cursor, style: { shape: cursorShape, blinks: cursorBlinks } },
    title: title === null ? null : redaction.text(title),
    modes,
    alternateScreen,
    program: { row: 0, rows: size.rows },
  };
}

/** The redaction that also hides an unfinished secret while it is new; undefined if there is none. */
export const hideNewUnfinished = (
  { screen, changes, clock }: Pick<ViewedSession, 'screen' | 'changes' | 'clock'>,
  redaction: Redaction,
): Redaction | undefined =>
  clock.now() - changes.lastOutputAt < limits.holdBackMs ? hideUnfinished(screen, redaction) : undefined;

/** Row and column of the frame at the top left of the visible part. */
export interface FrameOrigin {
  readonly row: number;
  readonly col: number;
}

export interface CroppedFrame extends FrameOrigin {
  readonly frame: ScreenFrame;
}

export function cropToCursor(frame: ScreenFrame, { rows, cols }: GridSize): CroppedFrame {
  const { size, cursor } = frame;
  if (rows >= size.rows && cols >= size.cols) return { frame, row: 0, col: 0 };
  const row = cursor.visible ? Math.max(0, cursor.row - rows + 1) : 0;
  const col = cursor.visible ? Math.max(0, cursor.col - cols + 1) : 0;
  return { row, col, frame: cropFrame(frame, { row, col }, { rows, cols }) };
}

export function cropFrame(
  frame: ScreenFrame,
  { row, col }: FrameOrigin,
  { rows, cols }: GridSize,
): ScreenFrame {
  const { size, cursor } = frame;
  const to = Math.min(col + cols, size.cols);
  const part = frame.rows.slice(row, row + rows);
  const [down, right] = [cursor.row - row, cursor.col - col];
  const inside = down >= 0 && down < part.length && right >= 0 && right < to - col;
  return {
    ...frame,
    size: { rows: part.length, cols: to - col },
    rows: to - col === size.cols ? part : part.map((runs) => cropRow(runs, col, to)),
    // A cursor outside the part is hidden, and clamped to the part.
    cursor: {
      ...cursor,
      visible: cursor.visible && inside,
      row: Math.max(0, Math.min(down, rows - 1)),
      col: Math.max(0, Math.min(right, cols - 1)),
    },
  };
}

const cropRow = (runs: readonly CellRun[], from: number, to: number): CellRun[] =>
  runs
    .filter(({ col, width }) => col < to && col + width > from)
    .map((run) => {
      const inside = run.col >= from && run.col + run.width <= to;
      const cut = inside ? run : cutRun(run, Math.max(from, run.col), Math.min(to, run.col + run.width));
      return { ...cut, col: cut.col - from };
    });

/** A wide character at the edge becomes a blank. */
function cutRun(run: CellRun, from: number, to: number): CellRun {
  const text = isAsciiRun(run)
    ? run.text.slice(from - run.col, to - run.col)
    : splitRun(run)
        .filter(({ col, width }) => col < to && col + width > from)
        .map(({ text, col, width }) => (col >= from && col + width <= to ? text : ' '))
        .join('');
  return { ...run, text, col: from, width: to - from };
}

/** Caches the frames, crops and diffs of a session until the next change. Viewers share them. */
export class FrameCache {
  readonly #session: ViewedSession;
  readonly #frames = new Map<Redaction, ScreenFrame>();
  readonly #crops = new WeakMap<ScreenFrame, Map<string, CroppedFrame>>();
  readonly #diffs = new WeakMap<ScreenFrame, { readonly after: ScreenFrame; readonly text: string }>();
  /** Some new output is hidden because it may be an unfinished secret. */
  hidesUnfinished = false;
  /** Milliseconds spent on rendering the current frames. */
  renderMs = 0;

  constructor(session: ViewedSession) {
    this.#session = session;
  }

  /** Drops the frames after a change. */
  invalidate(): void {
    if (this.#frames.size > 0) this.renderMs = 0;
    this.#frames.clear();
    this.hidesUnfinished = false;
  }

  cropped(redaction: Redaction, extent: GridSize | undefined): CroppedFrame {
    const frame = this.full(redaction);
    return extent ? this.#cropFrame(frame, extent) : { frame, row: 0, col: 0 };
  }

  full(redaction: Redaction): ScreenFrame {
    let frame = this.#frames.get(redaction);
    if (!frame) {
      const { clock } = this.#session;
      const begun = clock.now();
      frame = this.#render(redaction);
      this.renderMs += clock.now() - begun;
      this.#frames.set(redaction, frame);
    }
    return frame;
  }

  /** Viewers with the same last frame share one diff. */
  diff(before: ScreenFrame | undefined, after: ScreenFrame): string {
    if (!before) return renderFrameDiff(before, after);
    if (before === after) return '';
    const known = this.#diffs.get(before);
    if (known?.after === after) return known.text;
    const text = renderFrameDiff(before, after);
    this.#diffs.set(before, { after, text });
    return text;
  }

  #render(redaction: Redaction): ScreenFrame {
    const hiding = hideNewUnfinished(this.#session, redaction);
    if (hiding) this.hidesUnfinished = true;
    return createFrame(this.#session, redaction, hiding);
  }

  #cropFrame(frame: ScreenFrame, { rows, cols }: GridSize): CroppedFrame {
    const known = this.#crops.get(frame) ?? new Map<string, CroppedFrame>();
    this.#crops.set(frame, known);
    const key = `${rows} ${cols}`;
    const made = known.get(key) ?? cropToCursor(frame, { rows, cols });
    known.set(key, made);
    return made;
  }
}
