/** A screen to be told or drawn: the program's alone, or with what is laid over it. */
import type { Redaction } from '../redact/redaction.ts';
import type { Cell, CompactRun, Run, Style } from '../screen/cells.ts';
import { gridOf } from '../screen/grid.ts';
import { joinRows } from '../screen/rows.ts';
import { runsOf } from '../screen/runs.ts';
import type { Screen } from '../screen/screen.ts';
import {
  type CellForm,
  eachRow,
  type Region,
  redactedLinks,
  type Snapshot,
  takeSnapshot,
} from '../screen/snapshot.ts';
import type { Size } from '../size.ts';
import { readCells } from './cellRow.ts';
import { cursorOf, pageOf, type Shown } from './page.ts';
import { runsOfCells } from './pageRuns.ts';

/** All of it, or a region; columns are those of the whole. */
export interface View {
  readonly size: Size;
  readonly sequence: number;
  readonly cursor: Screen['cursor'];
  runs(region?: Region): Run[][];
  cells(region?: Region): Cell[][];
  snapshot(cells: CellForm, region?: Region): Snapshot;
}

export function bareView(screen: Screen, redaction: Redaction): View {
  const linkTo = redactedLinks(screen, redaction);
  return {
    size: screen.size,
    sequence: screen.sequence,
    cursor: screen.cursor,
    runs: (region) => eachRow(screen, redaction, region, (...row) => runsOf(...row, linkTo)),
    cells: (region) => eachRow(screen, redaction, region, (...row) => gridOf(...row, linkTo)),
    snapshot: (cells, region) => takeSnapshot(screen, { redaction, cells, region }),
  };
}

export const layeredSequence = ({ screen, layers }: Shown): number => screen.sequence + layers.version;

/** Its sequence counts what changes in the layers as well, so it goes with no other view's. */
export function layeredView(shown: Shown, redaction: Redaction): View {
  const { screen, layers } = shown;
  const { size } = layers;
  const sequence = layeredSequence(shown);
  const cursor = cursorOf(shown);
  const each = <T>(
    region: Region | undefined,
    read: (row: readonly Cell[], from: number, to: number) => T,
  ) => {
    const { row, col, ...of } = region ?? { row: 0, col: 0, ...size };
    const [from, to] = [Math.min(col, size.cols), Math.min(size.cols, col + of.cols)];
    return pageOf(shown, redaction)
      .slice(row, row + of.rows)
      .map((cells) => read(cells, from, to));
  };
  const view: View = {
    size,
    sequence,
    cursor,
    runs: (region) => each(region, runsOfCells),
    cells: (region) => each(region, (cells, from, to) => cells.slice(from, to)),
    snapshot: (form, region) => ({
      ...takeSnapshot(screen, { redaction, cells: 'none' }),
      size: {
        rows: size.rows,
        cols: size.cols,
        pixel_width: size.pixelWidth,
        pixel_height: size.pixelHeight,
      },
      cursor,
      sequence,
      plain_text: joinRows(each(region, (cells, from, to) => readCells(cells.slice(from, to)).text)),
      ...inForm(view, form, region),
    }),
  };
  return view;
}

function inForm(view: View, form: CellForm, region?: Region): Pick<Snapshot, 'cells' | 'styles'> {
  if (form === 'none') return { cells: [] };
  return form === 'full' ? { cells: view.cells(region) } : compact(view.runs(region));
}

/** Each with its text, which is always allowed. */
function compact(rows: readonly (readonly Run[])[]): { cells: CompactRun[][]; styles: Style[] } {
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
