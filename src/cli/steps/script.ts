/** The shape of a file of steps: a program, and what is done to it one after the other. */
import { limits } from '../../core/limits.ts';
import { fitsInMemory } from '../../core/size.ts';
import { z } from '../../platform/schema.ts';

export const Timeout = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .describe('How long a step may wait, in milliseconds.');

/** What every step may say besides what it does. */
export const StepTerms = z.object({
  name: z.string().min(1).max(limits.nameChars).optional().describe('What the report calls it.'),
  timeout_ms: Timeout.optional(),
});
export const termNames: readonly string[] = Object.keys(StepTerms.shape);

export const Script = z
  .strictObject({
    name: z.string().min(1).max(limits.nameChars).optional().describe('What the report calls it all.'),
    program: z.string().min(1).max(limits.pathChars),
    args: z.array(z.string()).max(limits.args).default([]),
    cwd: z.string().min(1).optional().describe('Where the program starts; seen from the folder of the file.'),
    env: z
      .record(z.string(), z.string().nullable())
      .default({})
      .describe('Null takes a variable away that would be inherited.'),
    rows: z.int().min(limits.minRows).max(limits.maxRows).default(24),
    cols: z.int().min(limits.minCols).max(limits.maxCols).default(80),
    timeout_ms: Timeout.default(limits.defaultTimeoutMs),
    steps: z.array(z.record(z.string(), z.unknown())).min(1).max(limits.steps),
  })
  .refine(fitsInMemory, `more than ${limits.maxCells} cells`);
