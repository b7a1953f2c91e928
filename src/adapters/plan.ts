/** The schema of a plan, which an intent returns: steps in order, each with an action, an expectation, or both. */

import { limits } from '#limits.ts';
import { Matcher } from '#matchers/schema.ts';
import { z } from '#platform/schema.ts';
import { Action } from '#terminal/input/actions.ts';

const expectationFields = {
  expect: Matcher.optional(),
  /** A time-out does not fail the intent. It continues, and gets to know of it. */
  optional: z.literal(true).optional(),
  timeout_ms: z.number().int().min(0).max(limits.timeoutMs).default(limits.expectMs),
  /** Whether only output after the action counts. Defaults to true for a step with an action, else to false. */
  fresh: z.boolean().optional(),
  why: z.string().max(limits.evidenceChars).optional(),
};

const ExpectationSchema = z.strictObject(expectationFields);

export interface PlanStep {
  readonly action?: Action;
  readonly expect?: Matcher | undefined;
  readonly optional: boolean;
  readonly timeoutMs: number;
  readonly fresh: boolean;
  readonly why?: string | undefined;
}

/** An action and its expectation are one table in Lua. Each field belongs to one of the two. */
const PlanStep = z.record(z.string(), z.unknown()).transform((table, context): PlanStep => {
  const { type, value, ...rest } = table;
  const action =
    type === undefined
      ? undefined
      : parseWith(Action, { type, ...(value !== undefined && { value }) }, context);
  const expected = parseWith(ExpectationSchema, rest, context);
  if (!expected || (type !== undefined && !action)) return z.NEVER;
  const { expect, optional = false } = expected;
  if (!action && !expect) {
    context.addIssue({ code: 'custom', message: 'has neither an action nor an expectation' });
    return z.NEVER;
  }
  const { timeout_ms: timeoutMs, fresh = action !== undefined, why } = expected;
  return { ...(action && { action }), expect, optional, timeoutMs, fresh, why };
});

function parseWith<Out>(
  shape: z.ZodType<Out>,
  value: unknown,
  context: z.core.$RefinementCtx,
): Out | undefined {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues)
    context.addIssue({ code: 'custom', path: [...path], message });
  return undefined;
}

const emptyTableAsList = (value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 0 ? [] : value;

/** A row as the plugin got it. */
const ShownRow = z.strictObject({
  row: z.number().int().min(0),
  text: z.string().max(limits.pluginValueBytes),
});
export type ShownRow = z.output<typeof ShownRow>;

export const Plan = z.object({
  actions: z.preprocess(
    emptyTableAsList,
    z.array(PlanStep).max(limits.planSteps).default([]) as z.ZodType<PlanStep[]>,
  ),
  shows: z.preprocess(
    emptyTableAsList,
    z.array(ShownRow).max(limits.maxRows).default([]) as z.ZodType<ShownRow[]>,
  ),
  changed: z.string().min(1).max(limits.stateChars).optional(),
  last_intent: z.string().max(limits.stateChars).nullish(),
  next: z.string().min(1).max(limits.stateChars).optional(),
});
export type Plan = z.output<typeof Plan>;

/** What a suspended intent yields while its condition is not met. */
export const Unmet = z.object({
  waiting: z.literal(true),
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});
