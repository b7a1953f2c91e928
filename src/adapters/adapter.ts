/** A session bound to the plugin that knows its program. It classifies states, runs intents and provides matchers. */

import { Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import type { CompiledMatcher, Predicates } from '#matchers/matcher.ts';
import { type HitPayload, Matcher } from '#matchers/schema.ts';
import type { Permission } from '#permissions.ts';
import { Emitter } from '#platform/lifetimes.ts';
import { firstIssue } from '#platform/schema.ts';
import { InputQueue } from '#session/input.ts';
import type { Session } from '#session/session.ts';
import { closedFault, throwIfCancelled } from '#session/waits.ts';
import { type Baseline, screenContextOf } from '#session/waitView.ts';
import { Classifier } from './classifier.ts';
import type { PluginCall } from './host/declaration.ts';
import { IntentCondition, Plan, preparePlan, requireMatcherPermission, runPlan } from './plan.ts';
import type { PluginAnswer } from './pluginInstance.ts';
import { listExports, type PluginInstance, toPluginFault } from './pluginInstance.ts';
import { createOwnPredicates, type Plugin } from './pluginRegistry.ts';

interface AdapterOptions {
  readonly id: string;
  readonly plugin: Plugin;
  readonly session: Session;
  readonly instance: PluginInstance;
  /** The permissions that the server grants. */
  readonly grants: ReadonlySet<Permission>;
}

/** What a suspended intent gets when its step is done. */
interface StepResult {
  /** Rows that the intent had read changed, and nothing was sent. */
  readonly changed: boolean;
  readonly timed_out: true | undefined;
  readonly matched: HitPayload | undefined;
}

/** Where an intent is that has not ended. */
interface IntentProgress {
  readonly intent: string;
  /** Counts from 0. */
  readonly step: number;
  readonly line?: string;
  readonly why?: string;
}

export type IntentParams = Readonly<Record<string, unknown>>;

/** Exports that are not intents. Names that begin with `_` are private too: plans continue in them. */
const reservedExports: ReadonlySet<string> = new Set(['classify', 'describe']);

export class Adapter {
  readonly id: string;
  readonly plugin: Plugin;
  readonly session: Session;
  readonly classifier: Classifier;
  /** Serializes intents. Reads do not queue. */
  readonly turns = new InputQueue();
  readonly #options: AdapterOptions;
  readonly #predicates: Predicates;
  /** Called after each intent, because the state can depend on the intent alone. */
  readonly #onActed = new Emitter();
  readonly onActed = this.#onActed.event;
  #progress: IntentProgress | undefined;

  constructor(bound: AdapterOptions) {
    this.#options = bound;
    this.#predicates = createOwnPredicates(bound.instance);
    this.id = bound.id;
    this.plugin = bound.plugin;
    this.session = bound.session;
    this.classifier = new Classifier(bound.plugin, bound.session, bound.instance);
  }

  /** The intent that is suspended now. */
  get progress(): IntentProgress | undefined {
    return this.#progress;
  }

  get finished(): boolean {
    return this.session.exit !== null || this.session.closed;
  }

  /**
   * Runs the plan of an intent. The caller must hold the turn. Returns the baseline for a wait on the outcome. `by`
   * identifies the caller, which may hold the input lock.
   */
  async runIntent(
    intent: string,
    params: IntentParams,
    signal: AbortSignal | undefined,
    by?: object,
  ): Promise<Baseline | undefined> {
    await this.#requireExport(intent, 'intent', intent.endsWith('_matcher') || intent.startsWith('_'));
    try {
      return await this.#runSteps(intent, params, signal, by);
    } finally {
      this.#progress = undefined;
    }
  }

  async #runSteps(
    intent: string,
    params: IntentParams,
    signal: AbortSignal | undefined,
    by: object | undefined,
  ): Promise<Baseline | undefined> {
    let written: Baseline | undefined;
    let called = intent;
    let answer = await this.#call(called, params, { coroutine: 'start' });
    for (let step = 0; step < limits.intentSteps; step++) {
      throwIfCancelled(signal);
      const plan = this.#readPlan(called, answer.value);
      this.#progress = answer.suspended ? progressOf(intent, step, answer, plan) : undefined;
      const resume = (result?: StepResult) =>
        this.#call(called, params, { coroutine: 'resume', answer: result });
      const condition = answer.suspended ? new IntentCondition(resume, this.#predicates) : undefined;
      const context = {
        ...this.#executionContext(intent, signal, by, condition?.predicates),
        ...(condition && { step }),
      };
      const prepared = this.#asPluginFault(called, () => preparePlan(plan.actions, context));
      if (condition) this.#setLastIntent(plan);
      const done = await runPlan(prepared, context, plan.shows);
      written = done.written ?? written;
      if (done.changed && plan.changed === undefined) throw done.changed;
      if (condition) {
        const { changed, timedOut, matched } = done;
        const result = { changed: changed !== undefined, timed_out: timedOut, matched };
        answer = (await condition.next()) ?? (await resume(result));
        continue;
      }
      if (!done.changed) {
        this.#setLastIntent(plan);
        this.#onActed.fire();
        if (plan.next === undefined) return written;
      }
      called = (done.changed ? plan.changed : plan.next)!;
      answer = await this.#call(called, params, { coroutine: 'start' });
    }
    return this.#raiseShapeFault(called, `more than ${limits.intentSteps} steps in one intent`);
  }

  #setLastIntent({ last_intent }: Plan): void {
    if (typeof last_intent === 'string') this.classifier.lastIntent = last_intent || null;
  }

  /** Returns the matcher that a wait intent of the plugin produces. */
  async matcher(intent: string, params: IntentParams): Promise<CompiledMatcher> {
    await this.#requireExport(intent, 'intent', intent.startsWith('_'));
    const given = { completed_turn_stable_ms: limits.completedTurnStableMs, ...params };
    const read = Matcher.safeParse((await this.#call(intent, given)).value);
    if (!read.success)
      return this.#raiseShapeFault(
        intent,
        `${intent} returned no valid matcher: ${firstIssue(read.error).reason}`,
      );
    requireMatcherPermission(read.data, this.plugin);
    return this.#asPluginFault(intent, () => compileMatcher(read.data, this.#predicates, intent));
  }

  async close(): Promise<void> {
    await this.#options.instance.close();
  }

  #readPlan(intent: string, value: unknown): Plan {
    const read = Plan.safeParse(value ?? {});
    return read.success
      ? read.data
      : this.#raiseShapeFault(intent, `${intent} returned no valid plan: ${firstIssue(read.error).reason}`);
  }

  async #call(
    intent: string,
    params: IntentParams,
    how: Pick<PluginCall, 'coroutine' | 'answer'> = {},
  ): Promise<PluginAnswer> {
    const { session, instance } = this.#options;
    if (session.closed) throw closedFault(session);
    const { permissions } = this.plugin;
    const context = screenContextOf(session, { permissions, previous: this.classifier.lastPosition });
    const facts = this.classifier.facts();
    try {
      return await instance.call({
        function: intent,
        args: 'params, context',
        screenContext: context,
        params,
        facts,
        ...how,
      });
    } catch (problem) {
      throw session.closed ? closedFault(session) : toPluginFault(this.plugin.name, problem);
    }
  }

  async #requireExport(name: string, path: string, hidden: boolean): Promise<void> {
    const exported = await listExports(this.plugin.name, this.#options.instance);
    if (exported.includes(name) && !hidden && !reservedExports.has(name)) return;
    const known = exported.filter((name) => !reservedExports.has(name) && !name.startsWith('_'));
    raise(
      fault.Invalid({
        path,
        reason: `the plugin ${this.plugin.name} exports no intent named ${name}`,
        expected: known.join(', '),
        got: name,
      }),
    );
  }

  #executionContext(
    intent: string,
    signal: AbortSignal | undefined,
    by: object | undefined,
    predicates = this.#predicates,
  ) {
    const { id, session, grants, plugin } = this.#options;
    const both = new Set([...plugin.permissions].filter((one) => grants.has(one)));
    return { adapter: id, intent, session, predicates, plugin, grants: both, signal, by };
  }

  /** An invalid value from the plugin is reported as PluginFailed, not as an invalid request. */
  #asPluginFault<T>(intent: string, make: () => T): T {
    try {
      return make();
    } catch (problem) {
      if (!(problem instanceof Fault) || problem.name !== 'Invalid') throw problem;
      return this.#raiseShapeFault(intent, problem.message);
    }
  }

  #raiseShapeFault(intent: string, message: string): never {
    return raise(
      fault.PluginFailed(
        { plugin: this.plugin.name, function: intent, reason: 'shape' },
        `${this.plugin.name}: ${message}`,
      ),
    );
  }
}

function progressOf(intent: string, step: number, { line }: PluginAnswer, { actions }: Plan): IntentProgress {
  const why = actions.at(-1)?.why;
  return { intent, step, ...(line !== undefined && { line }), ...(why !== undefined && { why }) };
}
