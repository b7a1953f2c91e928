/** The part of a frame that a smaller terminal shows: from the top left, or as far on as a visible cursor is. */
import type { Frame } from '../layer/frame.ts';
import type { Run } from '../screen/cells.ts';
import { cellsOf, isPlain } from './cells.ts';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

/** Which row and column of the whole is the first that is seen. */
export interface Corner {
  readonly row: number;
  readonly col: number;
}

export interface Cropped extends Corner {
  readonly frame: Frame;
}

export function crop(frame: Frame, { rows, cols }: Extent): Cropped {
  const { size, cursor } = frame;
  if (rows >= size.rows && cols >= size.cols) return { frame, row: 0, col: 0 };
  const row = cursor.visible ? Math.max(0, cursor.row - rows + 1) : 0;
  const col = cursor.visible ? Math.max(0, cursor.col - cols + 1) : 0;
  return { row, col, frame: cropTo(frame, { row, col }, { rows, cols }) };
}

export function cropTo(frame: Frame, { row, col }: Corner, { rows, cols }: Extent): Frame {
  const { size, cursor } = frame;
  const to = Math.min(col + cols, size.cols);
  const part = frame.rows.slice(row, row + rows);
  const [down, right] = [cursor.row - row, cursor.col - col];
  const inside = down >= 0 && down < part.length && right >= 0 && right < to - col;
  return {
    ...frame,
    size: { rows: part.length, cols: to - col },
    rows: to - col === size.cols ? part : part.map((runs) => cropRow(runs, col, to)),
    // One that is hidden may be anywhere, and is kept inside.
    cursor: {
      ...cursor,
      visible: cursor.visible && inside,
      row: Math.max(0, Math.min(down, rows - 1)),
      col: Math.max(0, Math.min(right, cols - 1)),
    },
  };
}

const cropRow = (runs: readonly Run[], from: number, to: number): Run[] =>
  runs
    .filter(({ col, width }) => col < to && col + width > from)
    .map((run) => {
      const inside = run.col >= from && run.col + run.width <= to;
      const cut = inside ? run : cutRun(run, Math.max(from, run.col), Math.min(to, run.col + run.width));
      return { ...cut, col: cut.col - from };
    });

/** Of a wide character at the edge a blank is left. */
function cutRun(run: Run, from: number, to: number): Run {
  const text = isPlain(run)
    ? run.text.slice(from - run.col, to - run.col)
    : cellsOf(run)
        .filter(({ col, width }) => col < to && col + width > from)
        .map(({ text, col, width }) => (col >= from && col + width <= to ? text : ' '))
        .join('');
  return { ...run, text, col: from, width: to - from };
}
