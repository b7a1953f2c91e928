/** One interface for reading the program's screen or the composed terminal with layers. */
import type { Size } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Cell, CellRun, CompactRun, Style } from '#terminal/cells.ts';
import { joinRows, rowCells, rowRuns } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import {
  type CellFormat,
  createLinkResolver,
  mapRows,
  type Region,
  type Snapshot,
  takeSnapshot,
  toTerminalSize,
} from '#terminal/screenReader.ts';
import { readCellText } from './cellRow.ts';
import { cellsToRuns, composeLayers, type LayeredScreen, layeredCursor } from './composition.ts';

/** Without a region, reads all. Columns count from the left edge of the whole. */
export interface ReadableScreen {
  readonly size: Size;
  readonly sequence: number;
  readonly cursor: Screen['cursor'];
  runs(region?: Region): CellRun[][];
  cells(region?: Region): Cell[][];
  snapshot(cells: CellFormat, region?: Region): Snapshot;
}

export function readProgramScreen(screen: Screen, redaction: Redaction): ReadableScreen {
  const linkTo = createLinkResolver(screen, redaction);
  return {
    size: screen.size,
    sequence: screen.sequence,
    cursor: screen.cursor,
    runs: (region) => mapRows(screen, redaction, region, (...row) => rowRuns(...row, linkTo)),
    cells: (region) => mapRows(screen, redaction, region, (...row) => rowCells(...row, linkTo)),
    snapshot: (cells, region) => takeSnapshot(screen, { redaction, cells, region }),
  };
}

export const layeredSequence = ({ screen, layers }: LayeredScreen): number =>
  screen.sequence + layers.version;

/**
 * Reads the screen with its layers. The sequence also counts changes of layers, so it cannot be compared with that of
 * the program's screen.
 */
export function readLayeredScreen(layered: LayeredScreen, redaction: Redaction): ReadableScreen {
  const { screen, layers } = layered;
  const { size } = layers;
  const sequence = layeredSequence(layered);
  const cursor = layeredCursor(layered);
  const each = <T>(
    region: Region | undefined,
    read: (row: readonly Cell[], from: number, to: number) => T,
  ) => {
    const { row, col, ...of } = region ?? { row: 0, col: 0, ...size };
    const [from, to] = [Math.min(col, size.cols), Math.min(size.cols, col + of.cols)];
    return composeLayers(layered, redaction)
      .slice(row, row + of.rows)
      .map((cells) => read(cells, from, to));
  };
  const view: ReadableScreen = {
    size,
    sequence,
    cursor,
    runs: (region) => each(region, cellsToRuns),
    cells: (region) => each(region, (cells, from, to) => cells.slice(from, to)),
    snapshot: (form, region) => ({
      ...takeSnapshot(screen, { redaction, cells: 'none' }),
      size: toTerminalSize(size),
      cursor,
      sequence,
      plain_text: joinRows(each(region, (cells, from, to) => readCellText(cells.slice(from, to)).text)),
      ...cellsInForm(view, form, region),
    }),
  };
  return view;
}

function cellsInForm(
  view: ReadableScreen,
  form: CellFormat,
  region?: Region,
): Pick<Snapshot, 'cells' | 'styles'> {
  if (form === 'none') return { cells: [] };
  return form === 'full' ? { cells: view.cells(region) } : compactCells(view.runs(region));
}

/** Every run includes its text, which the format always allows. */
function compactCells(rows: readonly (readonly CellRun[])[]): { cells: CompactRun[][]; styles: Style[] } {
  const styles = new Map<string, Style>([['{}', {}]]);
  const indices = new Map([['{}', 0]]);
  const cells = rows.map((row) =>
    row.map(({ col, width, text, ...style }): CompactRun => {
      const key = JSON.stringify(style);
      if (!indices.has(key)) indices.set(key, styles.size);
      styles.set(key, style);
      return [col, width, indices.get(key)!, text];
    }),
  );
  return { cells, styles: [...styles.values()] };
}
