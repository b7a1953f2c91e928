import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { Cell, CompactRun, Style } from './cells.ts';
import { compactRunsOf, Styles } from './compact.ts';
import { gridOf } from './grid.ts';
import { type Mask, maskCells } from './mask.ts';
import { masked } from './masked.ts';
import { joinRows } from './rows.ts';
import { textOf } from './runs.ts';
import type { Screen } from './screen.ts';
import type { LinkTo } from './style.ts';
import type { Line } from './xterm.ts';

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);

export const Region = z
  .strictObject({
    row: Row.describe('The first row, from 0.'),
    col: Col.describe('The first column, from 0.'),
    rows: Row.min(1),
    cols: Col.min(1),
  })
  .meta({ id: 'Region', description: 'A part of the screen; what reaches past its edges is not there.' });

export type Region = z.infer<typeof Region>;

export const CellForm = z
  .enum(['none', 'runs', 'full'])
  .describe('`runs`: neighbouring cells that look alike, next to the text; `full`: an object for each cell.');

export type CellForm = z.infer<typeof CellForm>;

export const Snapshot = z
  .object({
    size: z.object({ rows: z.int(), cols: z.int(), pixel_width: z.int(), pixel_height: z.int() }),
    cursor: z
      .object({ row: z.int(), col: z.int(), visible: z.boolean() })
      .describe('From 0, of the whole screen.'),
    sequence: z.int().describe('Advances whenever anything in a snapshot changes or the bell rings.'),
    plain_text: z.string().describe('Rows without blanks at the right, without blank rows at the end.'),
    cells: z
      .union([z.array(z.array(CompactRun)), z.array(z.array(Cell))])
      .describe('By row, as asked for with `cells`; empty if not.'),
    styles: z
      .array(Style)
      .optional()
      .describe('With `runs`: the styles that they name by their index. The first is the default one.'),
    alternate_screen: z.boolean(),
    application_cursor: z.boolean(),
    application_keypad: z.boolean(),
    title: z.string().nullable().describe('Null while the program has set none.'),
  })
  .meta({ id: 'Snapshot', description: 'A screen at one moment. Text, cells and title are redacted alike.' });

export type Snapshot = z.infer<typeof Snapshot>;

export interface SnapshotOptions {
  readonly redaction: Redaction;
  readonly cells: CellForm;
  readonly region?: Region | undefined;
}

export function takeSnapshot(screen: Screen, { redaction, cells, region }: SnapshotOptions): Snapshot {
  const { rows, cols, pixelWidth, pixelHeight } = screen.size;
  const { applicationCursorKeys, applicationKeypad } = screen.emulator.core.coreService.decPrivateModes;
  return {
    size: { rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight },
    cursor: screen.cursor,
    sequence: screen.sequence,
    plain_text: region ? regionText(screen, redaction, region) : masked(screen, redaction).text,
    ...cellsOf(screen, redaction, cells, region),
    alternate_screen: screen.alternateScreen,
    application_cursor: applicationCursorKeys,
    application_keypad: applicationKeypad,
    title: screen.title === null ? null : redaction.text(screen.title),
  };
}

function cellsOf(
  screen: Screen,
  redaction: Redaction,
  form: CellForm,
  region?: Region,
): Pick<Snapshot, 'cells' | 'styles'> {
  if (form === 'none') return { cells: [] };
  const linkTo = redactedLinks(screen, redaction);
  if (form === 'full')
    return { cells: eachRow(screen, redaction, region, (...row) => gridOf(...row, linkTo)) };
  const styles = new Styles(linkTo);
  const cells = eachRow(screen, redaction, region, (...row) => compactRunsOf(...row, styles));
  return { cells, styles: styles.all };
}

/** Read from cells: the columns of a region are columns, whatever was replaced to the left of them. */
function regionText(screen: Screen, redaction: Redaction, region: Region): string {
  return joinRows(eachRow(screen, redaction, region, textOf));
}

type ReadRow<T> = (line: Line, mask: Mask | undefined, from: number, to: number) => T;

export function eachRow<T>(
  screen: Screen,
  redaction: Redaction,
  region: Region | undefined,
  read: ReadRow<T>,
): T[] {
  const { rows, cols } = screen.size;
  const { row, col, ...of } = region ?? { row: 0, col: 0, rows, cols };
  const { secrets } = masked(screen, redaction);
  const result: T[] = [];
  for (let at = row; at < Math.min(rows, row + of.rows); at++) {
    const line = screen.line(at);
    const found = secrets?.[at];
    const mask = found?.length ? maskCells(line, found, redaction.replacement) : undefined;
    result.push(read(line, mask, Math.min(col, cols), Math.min(cols, col + of.cols)));
  }
  return result;
}

export function redactedLinks(screen: Screen, redaction: Redaction): LinkTo {
  const told = new Map<number, string | undefined>();
  return (id) => {
    if (!told.has(id)) {
      const uri = screen.links.uri(id);
      told.set(id, uri === undefined ? undefined : redaction.text(uri));
    }
    return told.get(id);
  };
}
