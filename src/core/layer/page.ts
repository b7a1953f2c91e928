/** The whole terminal as cells: the program's screen where panels leave room for it, the panels, and the overlays over both. */
import type { Redaction } from '../redact/redaction.ts';
import type { Cell } from '../screen/cells.ts';
import { gridOf } from '../screen/grid.ts';
import type { Screen } from '../screen/screen.ts';
import { eachRow, redactedLinks } from '../screen/snapshot.ts';
import { hidingRested } from '../screen/unfinished.ts';
import { blank, type CellRow, fill, lay, widest } from './cellRow.ts';
import { hide } from './hide.ts';
import type { Overlay, Panel } from './layer.ts';
import type { Layers } from './layers.ts';
import { type Color, cellOf } from './span.ts';
import { toldOf } from './told.ts';

export type Page = readonly (readonly Cell[])[];

/** A session, as far as it is to be seen. */
export interface Shown {
  readonly screen: Screen;
  readonly layers: Layers;
}

/** Whether anything is drawn that the program has not. */
export const hasLayers = ({ layers }: Shown): boolean =>
  layers.fit.panels.length > 0 || layers.shownOverlays().length > 0;

const kept = new WeakMap<Screen, { readonly at: string; readonly by: WeakMap<Redaction, Page> }>();

/**
 * Worked out once for each state of the screen and of the layers, and each redaction. `onScreen` hides what it hides by
 * where it stands on the program's screen, which is nowhere else.
 */
export function pageOf(shown: Shown, redaction: Redaction, onScreen = redaction): Page {
  const { screen, layers } = shown;
  const { row, col } = screen.cursor;
  const at = `${screen.contentVersion} ${layers.version} ${row} ${col}`;
  let known = kept.get(screen);
  if (known?.at !== at) {
    known = { at, by: new WeakMap() };
    kept.set(screen, known);
  }
  const page = known.by.get(onScreen) ?? compose(shown, redaction, onScreen);
  known.by.set(onScreen, page);
  return page;
}

/** What is drawn may be a secret only together with what stands beside it, also with half of one that is hidden by itself. */
function compose(shown: Shown, redaction: Redaction, onScreen: Redaction): Page {
  const rows = draw(shown, redaction, onScreen);
  const hidesHalf = onScreen !== redaction || hidingRested(shown.screen, redaction) !== undefined;
  const whole = hidesHalf ? draw(shown, redaction, { ...redaction, secrets: undefined }) : rows;
  return (hide(whole, shown.layers.size.cols, redaction, rows)?.rows ?? rows) as Page;
}

function draw({ screen, layers }: Shown, redaction: Redaction, onScreen: Redaction): Cell[][] {
  const { size, fit } = layers;
  const ground = groundOf(undefined);
  const rows = Array.from({ length: size.rows }, () => new Array<Cell>(size.cols).fill(ground));
  const linkTo = redactedLinks(screen, redaction);
  eachRow(screen, onScreen, undefined, (...row) => gridOf(...row, linkTo)).forEach((cells, at) => {
    rows[fit.top + at] = cells;
  });
  for (const { panel, row } of fit.panels) drawPanel(rows, panel, row, size.cols, redaction);
  for (const overlay of layers.shownOverlays()) drawOverlay(rows, overlay, size.cols, redaction);
  return rows;
}

function drawPanel(rows: Cell[][], panel: Panel, top: number, cols: number, redaction: Redaction): void {
  const told = toldOf(panel.content, cols, redaction);
  const ground = groundOf(panel.background);
  for (let at = 0; at < panel.height; at++) {
    const row = rows[top + at]!;
    fill(row, ground, 0, cols);
    lay(row, 0, grounded(told.rows[at] ?? [], panel.background), 0, cols);
  }
}

/** Where the program's cursor is, of the whole; not to be seen where an overlay stands. */
export function cursorOf({ screen, layers }: Shown): Screen['cursor'] {
  const { row, col, visible } = screen.cursor;
  const at = row + layers.fit.top;
  const free = () => !layers.shownOverlays().some((overlay) => covers(overlay, at, col));
  return { row: at, col, visible: visible && free() };
}

function covers(overlay: Overlay, row: number, col: number): boolean {
  const { sheet } = overlay.content;
  const { width, height } = extentOf(overlay, sheet.rows);
  const [down, right] = [row - overlay.y, col - overlay.x];
  if (down < 0 || down >= height || right < 0 || right >= width) return false;
  return isFilled(overlay) || sheet.rows[down]?.[right] !== undefined;
}

function drawOverlay(rows: Cell[][], overlay: Overlay, cols: number, redaction: Redaction): void {
  const { x, y, background } = overlay;
  const told = toldOf(overlay.content, overlay.width, redaction);
  const { width, height } = extentOf(overlay, told.rows);
  const filled = isFilled(overlay) ? groundOf(background) : undefined;
  const [from, to] = [Math.max(0, x), Math.min(cols, x + width)];
  if (from >= to) return;
  for (let at = Math.max(0, -y); at < Math.min(height, rows.length - y); at++) {
    const row = rows[y + at]!;
    if (filled) fill(row, filled, from, to);
    lay(row, x, grounded(told.rows[at] ?? [], background), from, to);
  }
}

function extentOf(overlay: Overlay, rows: readonly CellRow[]) {
  const { height = rows.length, width } = overlay;
  return { height, width: width ?? widest(rows.slice(0, height)) };
}

const isFilled = ({ width, height, background }: Overlay) =>
  width !== undefined || height !== undefined || background !== undefined;

const groundOf = (background: Color | undefined): Cell =>
  cellOf(blank.char, blank.width, background === undefined ? {} : { bg: background });

/** On the layer's background where they have none. */
const grounded = (cells: CellRow, background: Color | undefined): CellRow =>
  background === undefined
    ? cells
    : Array.from(cells, (cell) => (cell && cell.bg === null ? { ...cell, bg: background } : cell));
