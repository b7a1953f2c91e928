/** Shapes that several methods share. An unknown field is passed over, as clients expect. */
import { limits } from '../../core/limits.ts';
import type { Area } from '../../core/matcher/moment.ts';
import type { Screen } from '../../core/screen/screen.ts';
import type { Region as CoreRegion } from '../../core/screen/snapshot.ts';
import { z } from '../../platform/schema.ts';

export const SessionId = z.string().min(1).max(limits.nameChars);
export const inSession = { sessionId: SessionId };
export const Nothing = z.object({});

export const Cols = z.int().min(limits.minCols).max(limits.maxCols);
export const Rows = z.int().min(limits.minRows).max(limits.maxRows);

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);

/** Both ends belong to it. */
export const Region = z
  .object({ top: Row, left: Col, bottom: Row, right: Col })
  .refine(({ top, bottom }) => top <= bottom, { path: ['bottom'], error: 'is above `top`' })
  .refine(({ left, right }) => left <= right, { path: ['right'], error: 'is left of `left`' })
  .nullish();

export type Region = z.output<typeof Region>;

export const areaOf = (region: Region): (CoreRegion & Area) | undefined =>
  region
    ? {
        row: region.top,
        rows: region.bottom - region.top + 1,
        col: region.left,
        cols: region.right - region.left + 1,
      }
    : undefined;

export const TimeoutMs = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .nullish()
  .transform((ms) => ms ?? limits.defaultTimeoutMs);

export const Cursor = z.object({
  row: z.int(),
  col: z.int(),
  visible: z.boolean(),
  shape: z.enum(['block', 'underline', 'bar']),
});

export const cursorOf = ({ cursor, cursorShape }: Screen) => ({ ...cursor, shape: cursorShape });

export const Rgb = z.object({
  r: z.int().min(0).max(255),
  g: z.int().min(0).max(255),
  b: z.int().min(0).max(255),
});

export const toRgb = ([r, g, b]: readonly [number, number, number]) => ({ r, g, b });
