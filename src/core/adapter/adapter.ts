/** A session and the plugin that knows its program: what state it is in, what can be done, what can be waited for. */
import type { z } from '../../platform/schema.ts';
import { Fault, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { compileMatcher } from '../matcher/compile.ts';
import type { Probe } from '../matcher/matcher.ts';
import type { Predicates } from '../matcher/predicates.ts';
import { Matcher } from '../matcher/shape.ts';
import type { Permission } from '../permissions.ts';
import type { Instance } from '../plugin/instance.ts';
import { pluginFailed } from '../plugin/pluginFailed.ts';
import type { Plugin } from '../plugin/registry.ts';
import { InputTurns } from '../session/inputTurns.ts';
import { lookAt } from '../session/look.ts';
import type { Session } from '../session/session.ts';
import { closedFault } from '../session/sessionFaults.ts';
import type { Baseline } from '../session/sight.ts';
import type { Cancellation } from '../session/waits.ts';
import { carryOut, prepare } from './carryOut.ts';
import { Classifier } from './classifier.ts';
import { permitMatcher } from './permitMatcher.ts';
import { Plan } from './plan.ts';

export interface Bound {
  readonly id: string;
  readonly plugin: Plugin;
  readonly session: Session;
  readonly instance: Instance;
  readonly predicates: Predicates;
  /** What the server grants. */
  readonly grants: ReadonlySet<Permission>;
}

export type Params = Readonly<Record<string, unknown>>;

/** What is no intent although it is exported. Names that begin with `_` are the plugin's own: plans go on in them. */
const apart: ReadonlySet<string> = new Set(['classify', 'describe']);

export class Adapter {
  readonly id: string;
  readonly plugin: Plugin;
  readonly session: Session;
  readonly classifier: Classifier;
  /** Whose turn it is to act. Reads need none. */
  readonly turns = new InputTurns();
  readonly #bound: Bound;
  /** Tells that an intent has been carried out: what the state is called may depend on it alone. */
  readonly #onActed = new Set<() => void>();

  constructor(bound: Bound) {
    this.#bound = bound;
    this.id = bound.id;
    this.plugin = bound.plugin;
    this.session = bound.session;
    this.classifier = new Classifier(bound.plugin, bound.session, bound.instance);
  }

  get finished(): boolean {
    return this.session.exit !== null || this.session.closed;
  }

  onActed(listener: () => void): () => void {
    this.#onActed.add(listener);
    return () => this.#onActed.delete(listener);
  }

  /**
   * Does what the intent plans. Whoever calls has the turn. Gives what a wait for its outcome counts from. `by` is whose
   * deed it is, for one who may hold the input.
   */
  async act(
    intent: string,
    params: Params,
    cancellation: Cancellation,
    by?: object,
  ): Promise<Baseline | undefined> {
    await this.#requireExport(intent, 'intent', intent.endsWith('_matcher') || intent.startsWith('_'));
    let written: Baseline | undefined;
    let asked = intent;
    for (let round = 0; round < limits.planRounds; round++) {
      if (cancellation.cancelled) raise(fault.Cancelled({ reason: cancellation.reason ?? 'request' }));
      const plan = await this.#plan(asked, params);
      const errand = this.#errand(intent, cancellation, by);
      const steps = this.#sound(asked, () => prepare(plan.actions, errand));
      written = (await carryOut(steps, errand, plan.shows)) ?? written;
      if (typeof plan.last_intent === 'string') this.classifier.lastIntent = plan.last_intent || null;
      for (const listener of this.#onActed) listener();
      if (plan.next === undefined) return written;
      asked = plan.next;
    }
    return this.#misshapen(asked, `a plan went on more than ${limits.planRounds} times`);
  }

  /** What an intent to wait hopes for. */
  async matcher(intent: string, params: Params): Promise<Probe> {
    await this.#requireExport(intent, 'intent', intent.startsWith('_'));
    const given = { completed_turn_stable_ms: limits.completedTurnStableMs, ...params };
    const read = Matcher.safeParse(await this.#call(intent, given));
    if (!read.success) return this.#misshapen(intent, `${intent} gave no matcher: ${firstOf(read.error)}`);
    permitMatcher(read.data, this.plugin);
    return this.#sound(intent, () => compileMatcher(read.data, this.#bound.predicates, intent));
  }

  async close(): Promise<void> {
    await this.#bound.instance.close();
  }

  async #plan(asked: string, params: Params): Promise<Plan> {
    const read = Plan.safeParse((await this.#call(asked, params)) ?? {});
    return read.success ? read.data : this.#misshapen(asked, `${asked} gave no plan: ${firstOf(read.error)}`);
  }

  async #call(asked: string, params: Params): Promise<unknown> {
    const { session, instance } = this.#bound;
    if (session.closed) throw closedFault(session);
    const look = lookAt(session, this.classifier.eventsShown);
    const facts = this.classifier.facts();
    try {
      return (await instance.call({ function: asked, args: 'params, context', look, params, facts })).value;
    } catch (problem) {
      throw session.closed ? closedFault(session) : pluginFailed(this.plugin.name, problem);
    }
  }

  async #requireExport(wanted: string, path: string, hidden: boolean): Promise<void> {
    const exported = await this.#exports();
    if (exported.includes(wanted) && !hidden && !apart.has(wanted)) return;
    const known = exported.filter((name) => !apart.has(name) && !name.startsWith('_'));
    raise(
      fault.Invalid({
        path,
        reason: `the plugin ${this.plugin.name} has none of that name`,
        expected: known.join(', '),
        got: wanted,
      }),
    );
  }

  async #exports(): Promise<readonly string[]> {
    try {
      return await this.#bound.instance.exports();
    } catch (problem) {
      throw pluginFailed(this.plugin.name, problem);
    }
  }

  #errand(intent: string, cancellation: Cancellation, by: object | undefined) {
    const { id, session, predicates, grants, plugin } = this.#bound;
    const both = new Set([...plugin.permissions].filter((one) => grants.has(one)));
    return { adapter: id, intent, session, predicates, plugin, grants: both, cancellation, by };
  }

  /** What is wrong with what the plugin made up is the plugin's fault, not that of whoever called. */
  #sound<T>(asked: string, make: () => T): T {
    try {
      return make();
    } catch (problem) {
      if (!(problem instanceof Fault) || problem.name !== 'Invalid') throw problem;
      return this.#misshapen(asked, problem.message);
    }
  }

  #misshapen(asked: string, message: string): never {
    return raise(
      fault.PluginFailed(
        { plugin: this.plugin.name, function: asked, reason: 'shape' },
        `${this.plugin.name}: ${message}`,
      ),
    );
  }
}

const firstOf = ({ issues }: z.ZodError): string => {
  const { path, message } = issues[0]!;
  return path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message;
};
