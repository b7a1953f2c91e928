/** Shapes that several methods share. An unknown field is passed over, as the clients that were shipped expect. */
import { limits } from '../../core/limits.ts';
import { z } from '../../platform/schema.ts';

export const None = z.object({});
export const Nothing = z.null();

/** How many there are is the screen's to say. */
export const Row = z.int().min(0).describe('From 0, the top line; one of the screen.');
export const Col = z.int().min(0).describe('From 0, the leftmost character; one of the screen.');

export const Place = z.object({ row: z.int(), col: z.int() });

export const timeout_ms = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .default(limits.defaultTimeoutMs)
  .describe('How long to wait, in milliseconds.');
