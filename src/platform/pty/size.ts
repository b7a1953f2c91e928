/** The size of a terminal and its limits. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '../schema.ts';

const PixelCount = z.int().min(0).max(limits.maxPixels).default(0);

/** The size of a terminal. The PTY and the emulator get the same values, so the limits of both apply. */
export const Size = z.object({
  rows: z.int().min(limits.minRows).max(limits.maxRows),
  cols: z.int().min(limits.minCols).max(limits.maxCols),
  pixel_width: PixelCount,
  pixel_height: PixelCount,
});

export interface GridSize {
  readonly rows: number;
  readonly cols: number;
}

export interface Size extends GridSize {
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export const fitsInMemory = ({ rows, cols }: GridSize) => rows * cols <= limits.maxCells;

/** The schema limits rows and columns separately. This limits their product. */
export function requireSizeInMemory(size: GridSize): void {
  if (fitsInMemory(size)) return;
  const reason = `${size.rows} rows of ${size.cols} columns are more than ${limits.maxCells} cells`;
  raise(fault.Invalid({ path: 'rows', reason }));
}
