/** Which panels have room, and what they leave to the program. */
import type { Size } from '../size.ts';
import type { Panel } from './layer.ts';

export interface PlacedPanel {
  readonly panel: Panel;
  /** Its first row. */
  readonly row: number;
}

export interface Fit {
  readonly panels: readonly PlacedPanel[];
  /** Where the program's screen begins. */
  readonly top: number;
  /** What the program has of the terminal: one row at least. */
  readonly program: Size;
}

/** The highest come first; one that has no room beside those above it is not shown until there is room again. */
export function fitPanels(panels: readonly Panel[], outer: Size): Fit {
  let left = outer.rows - 1;
  const shown = highestFirst(panels).filter(({ height }) => {
    const fits = height <= left;
    if (fits) left -= height;
    return fits;
  });
  const placed: PlacedPanel[] = [];
  let top = 0;
  let bottom = outer.rows;
  for (const panel of shown) {
    if (panel.position === 'bottom') bottom -= panel.height;
    placed.push({ panel, row: panel.position === 'top' ? top : bottom });
    if (panel.position === 'top') top += panel.height;
  }
  return { panels: placed, top, program: ofHeight(outer, bottom - top) };
}

/** Of equal ones, the one that was made first. */
const highestFirst = (panels: readonly Panel[]) => [...panels].sort((a, b) => b.z - a.z);

/** Pixels go with the rows. */
const ofHeight = (size: Size, rows: number): Size => ({
  ...size,
  rows,
  pixelHeight: Math.round((size.pixelHeight * rows) / size.rows),
});
