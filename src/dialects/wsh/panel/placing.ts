/** Where a panel is and what it says, as clients tell it. */
import { fault, raise } from '../../../core/faults.ts';
import type { Layers } from '../../../core/layer/layers.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { Background, backgroundOf, replacing, type Spans, Z } from '../layers.ts';

export const Position = z.enum(['top', 'bottom']);
export const Height = z.int().min(1).max(limits.maxRows);
export const more = { z: Z, background: Background, focusable: z.boolean().nullish() };

export interface Placed {
  readonly position?: 'top' | 'bottom' | null | undefined;
  readonly height?: number | null | undefined;
  readonly z?: number | null | undefined;
  readonly background?: z.output<typeof Background>;
  readonly focusable?: boolean | null | undefined;
  readonly spans?: z.output<typeof Spans> | null | undefined;
}

export const changeOf = ({ position, height, z: over, background, focusable, spans }: Placed) => ({
  ...(position != null && { position }),
  ...(height != null && { height }),
  ...(over != null && { z: over }),
  ...(focusable != null && { focusable }),
  ...backgroundOf(background),
  ...replacing({ spans }),
});

/** Rows that a terminal does not have would be taken from nobody, and seen by nobody. */
export function refuseHigh({ size: { rows } }: Layers, height: number | null | undefined): void {
  if (height == null || height < rows) return;
  const reason = `the terminal has ${rows} rows, and the program keeps one: at most ${rows - 1}`;
  raise(fault.Invalid({ path: 'height', reason, got: String(height) }));
}
