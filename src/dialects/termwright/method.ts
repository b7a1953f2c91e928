/** The method factory of this dialect, and the schemas that its methods share. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { createMethodFactory } from '#rpc/method.ts';
import type { Daemon } from './daemon.ts';

/** `method()` of this dialect: its handlers act on the one program of their listener. */
export const method = createMethodFactory<Daemon, z.ZodNull>({
  // Unknown fields are ignored, because released clients send some.
  params: z.object({}),
  result: z.null(),
});

// The upper bound depends on the size of the screen.
export const RowParam = z.int().min(0).describe('Row of the screen, from 0 at the top.');
export const ColParam = z.int().min(0).describe('Column of the screen, from 0 at the left.');

export const ScreenPosition = z.object({ row: z.int(), col: z.int() });

export const TimeoutMs = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .default(limits.defaultTimeoutMs)
  .describe('How long to wait, in milliseconds.');
