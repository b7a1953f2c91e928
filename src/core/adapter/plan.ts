/** What an intent gives: steps to take, one after the other, each perhaps with what must be seen before the next. */
import { z } from '../../platform/schema.ts';
import { Action } from '../input/index.ts';
import { limits } from '../limits.ts';
import { Matcher } from '../matcher/shape.ts';

const expectation = {
  expect: Matcher.optional(),
  timeout_ms: z.number().int().min(0).max(limits.timeoutMs).default(limits.expectMs),
  /** Whether only what was written after the action counts. Nothing new can come of a step that sends nothing. */
  fresh: z.boolean().optional(),
  why: z.string().max(limits.evidenceChars).optional(),
};

const Expectation = z.strictObject(expectation);

export interface Step {
  readonly action?: Action;
  readonly expect?: Matcher | undefined;
  readonly timeoutMs: number;
  readonly fresh: boolean;
  readonly why?: string | undefined;
}

/** An action and an expectation share one table in Lua: a field belongs to one or to the other. */
const Step = z.record(z.string(), z.unknown()).transform((table, context): Step => {
  const { type, value, ...rest } = table;
  const action =
    type === undefined ? undefined : read(Action, { type, ...(value !== undefined && { value }) }, context);
  const expected = read(Expectation, rest, context);
  if (!expected || (type !== undefined && !action)) return z.NEVER;
  if (!action && !expected.expect) {
    context.addIssue({ code: 'custom', message: 'neither does anything nor expects anything' });
    return z.NEVER;
  }
  const { expect, timeout_ms: timeoutMs, fresh = action !== undefined, why } = expected;
  return { ...(action && { action }), expect, timeoutMs, fresh, why };
});

function read<Out>(shape: z.ZodType<Out>, value: unknown, context: z.core.$RefinementCtx): Out | undefined {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues)
    context.addIssue({ code: 'custom', path: [...path], message });
  return undefined;
}

const emptyTable = (value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 0 ? [] : value;

/** A row as the plugin was shown it. */
const Shown = z.strictObject({
  row: z.number().int().min(0),
  text: z.string().max(limits.pluginValueBytes),
});
export type Shown = z.output<typeof Shown>;

export const Plan = z.object({
  actions: z.preprocess(emptyTable, z.array(Step).max(limits.planSteps).default([]) as z.ZodType<Step[]>),
  shows: z.preprocess(emptyTable, z.array(Shown).max(limits.maxRows).default([]) as z.ZodType<Shown[]>),
  last_intent: z.string().max(limits.stateChars).nullish(),
  next: z.string().min(1).max(limits.stateChars).optional(),
});
export type Plan = z.output<typeof Plan>;
