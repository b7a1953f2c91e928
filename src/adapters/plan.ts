/**
 * The plan that an intent returns: steps in order, each with an action, an expectation, or both. It is run step by step.
 * Checks that the rows which the plugin read are still on the screen, and that the plugin has the permissions for its
 * matchers and actions.
 */
import { Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { type CompiledMatcher, formatHit, hit, miss, type Predicates } from '#matchers/matcher.ts';
import { type HitPayload, Matcher, matchers } from '#matchers/registry.ts';
import type { Permission } from '#permissions.ts';
import { z } from '#platform/schema.ts';
import { requireActionPermissions, sendActions } from '#session/input.ts';
import type { Session } from '#session/session.ts';
import { throwIfCancelled } from '#session/waits.ts';
import type { Baseline } from '#session/waitView.ts';
import { Action } from '#terminal/input/actions.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { conditionName } from './host/intent.ts';
import type { PluginAnswer } from './pluginInstance.ts';
import type { Plugin } from './pluginRegistry.ts';
import { listSchema } from './state.ts';

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

interface PlanStep {
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

/** A row as the plugin got it. */
const ExpectedRow = z.strictObject({
  row: z.number().int().min(0),
  text: z.string().max(limits.pluginValueBytes),
});
type ExpectedRow = z.output<typeof ExpectedRow>;

export const Plan = z.object({
  actions: listSchema(PlanStep, limits.planSteps),
  shows: listSchema(ExpectedRow, limits.maxRows),
  changed: z.string().min(1).max(limits.stateChars).optional(),
  last_intent: z.string().max(limits.stateChars).nullish(),
  next: z.string().min(1).max(limits.stateChars).optional(),
});
export type Plan = z.output<typeof Plan>;

/** What a suspended intent yields while its condition is not met. */
const Unmet = z.object({
  waiting: z.literal(true),
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});

/**
 * Returns the fault to report when rows that the plugin read have changed. The plugin planned in another thread, so the
 * program may have written in between. No output is parsed between this check and the write.
 */
async function checkExpectedRows(
  shows: readonly ExpectedRow[],
  context: ExecutionContext,
): Promise<Fault | undefined> {
  const { session, signal, adapter, intent } = context;
  const screen = () => redactScreen(session.screen, session.redaction);
  const missing = () => shows.find(({ row, text }) => screen().texts[row] !== text);
  if (!missing()) return undefined;
  // Waits briefly, because a program that redraws the same rows is not a change.
  const probe: CompiledMatcher = {
    watches: new Set(['content'] as const),
    matcherText: 'the rows that the plugin read',
    evaluate: () => (missing() ? miss() : hit('shows')),
  };
  const began = session.clock.now();
  try {
    await session.wait(probe, { timeoutMs: limits.redrawMs, signal }).result;
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
  }
  const expected = missing();
  if (!expected) return undefined;
  return fault.ExpectationFailed(
    {
      adapter,
      intent,
      step: 0,
      expected,
      why: 'the row that the plugin read',
      elapsed_ms: Math.round(session.clock.now() - began),
      screen: screen().text,
    },
    `${intent}: the screen changed after the plugin read it, and nothing was sent`,
  );
}

/** Raises PermissionDenied unless the manifest permits the matcher. A table that is built by hand is checked too. */
export function requireMatcherPermission(matcher: Matcher, plugin: Plugin): void {
  const { needs } = matchers.get(matcher.type)!;
  if (needs) requireManifestPermission(needs, matcher.type, plugin);
  for (const inner of nestedMatchers(matcher.value)) requireMatcherPermission(inner, plugin);
  if (matcher.type === 'lua') requireOwnPredicate(matcher.value as { plugin: string }, plugin);
}

/** A plugin may not call the predicates of another plugin, which may have more permissions. */
function requireOwnPredicate({ plugin: requested }: { plugin: string }, plugin: Plugin): void {
  if (requested !== plugin.name)
    raise(fault.PermissionDenied({ reason: `matcher lua of the plugin ${requested}` }));
}

function requireManifestPermission(needs: Permission, type: string, { permissions }: Plugin): void {
  if (!permissions.has(needs))
    raise(fault.PermissionDenied({ required_permission: needs, reason: `matcher ${type}` }));
}

function nestedMatchers(value: unknown): readonly Matcher[] {
  const inner = Array.isArray(value) ? value : [value];
  return inner.filter((one): one is Matcher => typeof one?.type === 'string' && matchers.has(one.type));
}

interface ExecutionContext {
  readonly adapter: string;
  readonly intent: string;
  readonly session: Session;
  readonly predicates: Predicates;
  readonly plugin: Plugin;
  /** Granted by both the server and the manifest. */
  readonly grants: ReadonlySet<Permission>;
  readonly signal: AbortSignal | undefined;
  /** Identifies the caller, which may hold the input lock. */
  readonly by: object | undefined;
  /** The number of the step of a coroutine. Steps of a plan are counted by their position. */
  readonly step?: number;
}

interface PreparedStep extends PlanStep {
  readonly probe: CompiledMatcher | undefined;
}

/** Checks and compiles all steps before anything is sent. */
export const preparePlan = (steps: readonly PlanStep[], context: ExecutionContext): readonly PreparedStep[] =>
  steps.map((step, at) => prepareStep(step, at, context));

interface PlanResult {
  /** Baseline for a wait on the outcome: the time of the last written byte. Absent when nothing was written. */
  readonly written?: Baseline | undefined;
  /** Set when nothing was sent, because rows that the plugin had read are gone. */
  readonly changed?: Fault;
  /** What the last expectation matched. */
  readonly matched?: HitPayload;
  /** The last expectation was optional and timed out. */
  readonly timedOut?: true;
}

export async function runPlan(
  ready: readonly PreparedStep[],
  context: ExecutionContext,
  shows: readonly ExpectedRow[] = [],
): Promise<PlanResult> {
  let written: Baseline | undefined;
  let from = 0;
  let unsent = true;
  let outcome: ExpectationOutcome = {};
  for (const [at, step] of ready.entries()) {
    if (!step.probe && at < ready.length - 1) continue;
    const actions = ready.slice(from, at + 1).flatMap(({ action }) => (action ? [action] : []));
    const changed = unsent && actions.length > 0 ? await checkExpectedRows(shows, context) : undefined;
    if (changed) return { changed };
    unsent &&= actions.length === 0;
    if ((await sendPlannedActions(actions, from, context)) > 0) written = baselineAfterInput(context.session);
    from = at + 1;
    if (step.probe) outcome = await awaitExpectation(step, step.probe, at, context);
  }
  return { written, ...outcome };
}

/** The whole current screen counts, but only after the program has answered the input. */
const baselineAfterInput = (session: Session): Baseline => ({
  ...session.baseline(false),
  afterInput: true,
  includeOld: true,
});

function prepareStep(
  step: PlanStep,
  at: number,
  { grants, predicates, plugin }: ExecutionContext,
): PreparedStep {
  if (step.action) requireActionPermissions([step.action], grants);
  if (step.expect && !grants.has('matcher.wait'))
    raise(
      fault.PermissionDenied({ required_permission: 'matcher.wait', reason: `expectation of step ${at}` }),
    );
  if (step.expect) requireMatcherPermission(step.expect, plugin);
  return { ...step, probe: step.expect && compileMatcher(step.expect, predicates, `actions.${at}.expect`) };
}

type ExpectationOutcome = Pick<PlanResult, 'matched' | 'timedOut'>;

async function sendPlannedActions(
  actions: readonly Action[],
  from: number,
  context: ExecutionContext,
): Promise<number> {
  const { session, signal } = context;
  throwIfCancelled(signal);
  if (actions.length === 0) return 0;
  const sent = sendActions(session, actions, (at) => `actions.${from + at}`, {
    signal: () => signal,
    by: context.by,
  });
  return (await sent).bytes;
}

async function awaitExpectation(
  step: PreparedStep,
  probe: CompiledMatcher,
  at: number,
  context: ExecutionContext,
): Promise<ExpectationOutcome> {
  const { session, signal, adapter, intent, step: number = at } = context;
  const began = session.clock.now();
  const deadline = { timeoutMs: step.timeoutMs, signal };
  try {
    const { hit } = await session.wait(probe, deadline, { baseline: session.baseline(step.fresh) }).result;
    return { matched: formatHit(hit, session.redaction) };
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
    if (step.optional) return { timedOut: true };
    throw fault.ExpectationFailed(
      {
        adapter,
        intent,
        step: number,
        expected: step.expect,
        ...(step.why !== undefined && { why: step.why }),
        elapsed_ms: Math.round(session.clock.now() - began),
        screen: redactScreen(session.screen, session.redaction).text,
      },
      `${intent}: step ${number} timed out: expected to see ${step.why ?? `a match of ${step.expect!.type}`}${step.fresh ? ' in the output after the action' : ''}`,
    );
  }
}

/**
 * The condition of a suspended intent: a Lua function that the intent evaluates itself each time it is resumed. When the
 * condition is met, the same call continues the intent, so that a step takes one trip to the worker.
 */
export class IntentCondition {
  readonly predicates: Predicates;
  #resumed: Promise<unknown> | undefined;
  #next: PluginAnswer | undefined;

  /** `others` evaluates the exported predicates. */
  constructor(resume: () => Promise<PluginAnswer>, others: Predicates) {
    const evaluate = async () => {
      // A wait may ask again before it reads the answer. The intent has continued by then.
      if (this.#next) return { matched: true };
      const answer = await resume();
      const unmet = answer.suspended ? Unmet.safeParse(answer.value) : undefined;
      if (!unmet?.success) {
        this.#next = answer;
        return { matched: true };
      }
      const { recheck_ms } = unmet.data;
      const recheckMs = recheck_ms === undefined ? undefined : Math.max(recheck_ms, limits.recheckMs);
      return { matched: false, recheckMs };
    };
    this.predicates = {
      bind: (plugin, predicate, params, path) =>
        predicate === conditionName
          ? () => {
              const evaluated = evaluate();
              // Another condition of the wait may match first. Then only `next` reports a failure.
              evaluated.catch(() => {});
              this.#resumed = evaluated;
              return evaluated;
            }
          : others.bind(plugin, predicate, params, path),
    };
  }

  /** What the intent yielded or returned after its condition was met. Undefined if it still waits. */
  async next(): Promise<PluginAnswer | undefined> {
    await this.#resumed;
    return this.#next;
  }
}
