/**
 * Composes the whole terminal as cells: the program's screen between the panels, the panels, and the overlays over
 * both.
 */
import type { Redaction } from '#redaction/redaction.ts';
import { type Cell, type CellRun, createCell } from '#terminal/cells.ts';
import { rowCells } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import { createLinkResolver, mapRows } from '#terminal/screenReader.ts';
import { hideSettledOpenSecret } from '#terminal/screenRedaction.ts';
import { blankCell, type CellRow, fillCells, layCells, widestRow } from './cellRow.ts';
import type { Overlay, Panel } from './layer.ts';
import { haveSameStyle, isUnstyled, layerCellStyle, type SpanColor } from './layerContent.ts';
import { hideSecrets, redactContent } from './layerRedaction.ts';
import type { Layers } from './layers.ts';

type ComposedCells = readonly (readonly Cell[])[];

/** The screen of a session and its layers. */
export interface LayeredScreen {
  readonly screen: Screen;
  readonly layers: Layers;
}

export const hasLayers = ({ layers }: LayeredScreen): boolean =>
  layers.layout.panels.length > 0 || layers.visibleOverlays().length > 0;

const compositionCache = new WeakMap<
  Screen,
  { readonly at: string; readonly by: WeakMap<Redaction, ComposedCells> }
>();

/**
 * Composes the terminal. Cached for each state of the screen and the layers, and for each redaction. `onScreen` also
 * hides text by its position on the program's screen. It must not be used for layers.
 */
export function composeLayers(
  layered: LayeredScreen,
  redaction: Redaction,
  onScreen = redaction,
): ComposedCells {
  const { screen, layers } = layered;
  const { row, col } = screen.cursor;
  const at = `${screen.contentVersion} ${layers.version} ${row} ${col}`;
  let known = compositionCache.get(screen);
  if (known?.at !== at) {
    known = { at, by: new WeakMap() };
    compositionCache.set(screen, known);
  }
  const page = known.by.get(onScreen) ?? computeComposition(layered, redaction, onScreen);
  known.by.set(onScreen, page);
  return page;
}

/**
 * Redacts the composed rows again: text of a layer may form a secret only with its neighbors, even with a secret that
 * is half hidden.
 */
function computeComposition(
  layered: LayeredScreen,
  redaction: Redaction,
  onScreen: Redaction,
): ComposedCells {
  const rows = drawLayers(layered, redaction, onScreen);
  const hidesHalf = onScreen !== redaction || hideSettledOpenSecret(layered.screen, redaction) !== undefined;
  const whole = hidesHalf ? drawLayers(layered, redaction, { ...redaction, secrets: undefined }) : rows;
  return (hideSecrets(whole, layered.layers.size.cols, redaction, rows)?.rows ?? rows) as ComposedCells;
}

function drawLayers({ screen, layers }: LayeredScreen, redaction: Redaction, onScreen: Redaction): Cell[][] {
  const { size, layout } = layers;
  const ground = backgroundCell(undefined);
  const rows = Array.from({ length: size.rows }, () => new Array<Cell>(size.cols).fill(ground));
  const linkTo = createLinkResolver(screen, redaction);
  mapRows(screen, onScreen, undefined, (...row) => rowCells(...row, linkTo)).forEach((cells, at) => {
    rows[layout.top + at] = cells;
  });
  for (const { panel, row } of layout.panels) drawPanel(rows, panel, row, size.cols, redaction);
  for (const overlay of layers.visibleOverlays()) drawOverlay(rows, overlay, size.cols, redaction);
  return rows;
}

function drawPanel(rows: Cell[][], panel: Panel, top: number, cols: number, redaction: Redaction): void {
  const redacted = redactContent(panel.content, cols, redaction);
  const ground = backgroundCell(panel.background);
  for (let at = 0; at < panel.height; at++) {
    const row = rows[top + at]!;
    fillCells(row, ground, 0, cols);
    layCells(row, 0, withBackground(redacted.rows[at] ?? [], panel.background), 0, cols);
  }
}

/** Position of the program's cursor in the whole terminal. Not visible under an overlay. */
export function layeredCursor({ screen, layers }: LayeredScreen): Screen['cursor'] {
  const { row, col, visible } = screen.cursor;
  const at = row + layers.layout.top;
  const free = () => !layers.visibleOverlays().some((overlay) => coversCell(overlay, at, col));
  return { row: at, col, visible: visible && free() };
}

function coversCell(overlay: Overlay, row: number, col: number): boolean {
  const { sheet } = overlay.content;
  const { width, height } = overlayExtent(overlay, sheet.rows);
  const [down, right] = [row - overlay.y, col - overlay.x];
  if (down < 0 || down >= height || right < 0 || right >= width) return false;
  return isFilled(overlay) || sheet.rows[down]?.[right] !== undefined;
}

function drawOverlay(rows: Cell[][], overlay: Overlay, cols: number, redaction: Redaction): void {
  const { x, y, background } = overlay;
  const redacted = redactContent(overlay.content, overlay.width, redaction);
  const { width, height } = overlayExtent(overlay, redacted.rows);
  const filled = isFilled(overlay) ? backgroundCell(background) : undefined;
  const [from, to] = [Math.max(0, x), Math.min(cols, x + width)];
  if (from >= to) return;
  for (let at = Math.max(0, -y); at < Math.min(height, rows.length - y); at++) {
    const row = rows[y + at]!;
    if (filled) fillCells(row, filled, from, to);
    layCells(row, x, withBackground(redacted.rows[at] ?? [], background), from, to);
  }
}

function overlayExtent(overlay: Overlay, rows: readonly CellRow[]) {
  const { height = rows.length, width } = overlay;
  return { height, width: width ?? widestRow(rows.slice(0, height)) };
}

const isFilled = ({ width, height, background }: Overlay) =>
  width !== undefined || height !== undefined || background !== undefined;

const backgroundCell = (background: SpanColor | undefined): Cell =>
  createCell(blankCell.char, blankCell.width, background === undefined ? {} : { bg: background });

/** Applies the layer's background to cells without a background. */
const withBackground = (cells: CellRow, background: SpanColor | undefined): CellRow =>
  background === undefined
    ? cells
    : Array.from(cells, (cell) => (cell && cell.bg === null ? { ...cell, bg: background } : cell));

const runsCache = new WeakMap<ComposedCells, CellRun[][]>();

export function composedRuns(page: ComposedCells): CellRun[][] {
  const runs = runsCache.get(page) ?? page.map((row) => cellsToRuns(row, 0, row.length));
  runsCache.set(page, runs);
  return runs;
}

/** Merges cells of equal style into runs. Omits unstyled blanks at the end. */
export function cellsToRuns(cells: readonly Cell[], from: number, to: number): CellRun[] {
  const runs: CellRun[] = [];
  let like: Cell | undefined;
  const lastVisible = cells.slice(0, to).findLastIndex((cell) => cell.char !== ' ' || !isUnstyled(cell));
  for (let col = from; col <= lastVisible; col++) {
    const cell = cells[col]!;
    const run = runs.at(-1);
    if (run && like && (cell.width === 0 || haveSameStyle(cell, like))) {
      run.text += cell.char;
      run.width += 1;
    } else {
      runs.push({ col, width: 1, text: cell.char || ' ', ...layerCellStyle(cell) });
      like = cell;
    }
  }
  return runs;
}
