import { z } from '../platform/schema.ts';
import { fault, raise } from './faults.ts';
import { limits } from './limits.ts';

const Pixels = z.int().min(0).max(limits.maxPixels).default(0);

/** A terminal's size. The same values go to the PTY and to the emulator, so the bounds are those of both. */
export const Size = z.object({
  rows: z.int().min(limits.minRows).max(limits.maxRows),
  cols: z.int().min(limits.minCols).max(limits.maxCols),
  pixel_width: Pixels,
  pixel_height: Pixels,
});

export interface Size {
  readonly rows: number;
  readonly cols: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export const fitsInMemory = ({ rows, cols }: { rows: number; cols: number }) =>
  rows * cols <= limits.maxCells;

/** Rows and columns are bounded one by one by their shapes; this bounds them together. */
export function refuseHuge(size: { rows: number; cols: number }): void {
  if (fitsInMemory(size)) return;
  const reason = `${size.rows} rows of ${size.cols} columns are more than ${limits.maxCells} cells`;
  raise(fault.Invalid({ path: 'rows', reason }));
}
