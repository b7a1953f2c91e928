/**
 * An adapter is a session bound to the plugin that knows its program. It classifies states, runs intents and provides
 * matchers. The registry starts adapters, for which it merges the request with the manifest, and finds them by id.
 *
 * Long because an adapter and the registry that starts it share the manifest, permissions and matchers of its plugin.
 */
import { Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import type { CompiledMatcher, Predicates } from '#matchers/matcher.ts';
import { type HitPayload, Matcher } from '#matchers/registry.ts';
import type { Permission } from '#permissions.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';
import { firstIssue } from '#platform/schema.ts';
import { InputQueue } from '#session/input.ts';
import type { SpawnRequest } from '#session/process.ts';
import type { IdRange, SessionRegistry, SessionRequest } from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import { closedFault, throwIfCancelled } from '#session/waits.ts';
import { type Baseline, screenContextOf } from '#session/waitView.ts';
import type { PluginCall } from './host/declaration.ts';
import { IntentCondition, Plan, preparePlan, requireMatcherPermission, runPlan } from './plan.ts';
import { listExports, type PluginAnswer, type PluginInstance, toPluginFault } from './pluginInstance.ts';
import { createOwnPredicates, type Plugin, type PluginRegistry, reservedExports } from './pluginRegistry.ts';
import type { ProgramWidths } from './programWidths.ts';
import { Classifier } from './state.ts';

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

  /** Names that begin with `_` are hidden: plans continue in them. */
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

/** A session request whose missing values are taken from the manifest. */
export interface AdapterStartRequest extends Omit<SessionRequest, 'spawn'> {
  readonly spawn: Omit<SpawnRequest, 'program' | 'args' | 'size'> & {
    readonly program?: string | undefined;
    readonly args?: readonly string[] | undefined;
    readonly rows?: number | undefined;
    readonly cols?: number | undefined;
    readonly pixelWidth: number;
    readonly pixelHeight: number;
  };
}

/** Large enough for a full-screen program. */
const defaultSize = { rows: 40, cols: 120 };

function resolveTarget(
  { name, manifest }: Plugin,
  { spawn, ...rest }: AdapterStartRequest,
): SessionRequest & { readonly spawn: SpawnRequest } {
  const target = manifest.default_target;
  const program = spawn.program ?? target?.program;
  if (program === undefined)
    return raise(
      fault.Invalid({
        path: 'program',
        reason: `is missing, and the manifest of ${name} has no default_target`,
      }),
    );
  const { rows, cols, pixelWidth, pixelHeight, ...how } = spawn;
  return {
    ...rest,
    spawn: {
      ...how,
      program,
      args: spawn.args ?? (spawn.program === undefined ? (target?.args ?? []) : []),
      env: { ...target?.env, ...spawn.env, ...target?.required_env },
      size: {
        rows: rows ?? target?.rows ?? defaultSize.rows,
        cols: cols ?? target?.cols ?? defaultSize.cols,
        pixelWidth,
        pixelHeight,
      },
    },
  };
}

/** Ids are never reused. Closed adapters are removed. */
interface AdapterRegistryOptions {
  readonly plugins: PluginRegistry;
  readonly sessions: SessionRegistry;
  readonly grants: ReadonlySet<Permission>;
  readonly programWidths: ProgramWidths;
  readonly ids: IdRange;
  open(request: SessionRequest): Session;
}

type AdapterChange = 'opened' | 'closed';
type AdapterListener = (adapter: Adapter, update: AdapterChange) => void;

interface AdapterEntry {
  readonly adapter: Adapter;
  readonly pluginUse: Disposable;
}

export class AdapterRegistry {
  readonly #options: AdapterRegistryOptions;
  readonly #entries = new Map<string, AdapterEntry>();
  readonly #onUpdate = new Emitter<Parameters<AdapterListener>>();
  readonly onUpdate = this.#onUpdate.event;
  #lastId: number;
  #starting = 0;
  #closing = false;

  constructor(options: AdapterRegistryOptions) {
    this.#options = options;
    this.#lastId = options.ids.last;
    // A session may be closed on its own. Its adapter is closed with it.
    options.sessions.onUpdate((session, update) => {
      const adapter = update === 'closed' ? this.findBySession(session) : undefined;
      if (adapter) void this.close(adapter);
    });
  }

  /** Loads the plugin first, so that a broken plugin starts no program. */
  async start(
    plugin: Plugin,
    request: AdapterStartRequest,
    signal?: AbortSignal | undefined,
  ): Promise<Adapter> {
    if (plugin.manifest.kind !== 'adapter')
      raise(
        fault.Invalid({
          path: 'plugin',
          reason: `${plugin.name} is a ${plugin.manifest.kind}, not an adapter`,
        }),
      );
    const target = resolveTarget(plugin, request);
    this.#requireRoom();
    const pluginUse = this.#options.plugins.hold(plugin);
    this.#starting += 1;
    try {
      return await this.#bind(plugin, target, pluginUse, signal);
    } catch (problem) {
      pluginUse.dispose();
      throw problem;
    } finally {
      this.#starting -= 1;
    }
  }

  async #bind(
    plugin: Plugin,
    target: ReturnType<typeof resolveTarget>,
    pluginUse: Disposable,
    signal?: AbortSignal | undefined,
  ): Promise<Adapter> {
    const { plugins, grants, open } = this.#options;
    const instance = plugins.createInstance(plugin);
    try {
      await requireClassify(plugin, instance);
      const widths = target.widths ?? (await this.#findWidths(plugin, target));
      if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
      throwIfCancelled(signal);
      const session = open({ ...target, widths });
      const adapter = new Adapter({
        id: `${this.#options.ids.prefix}e${this.#lastId + 1}`,
        plugin,
        session,
        instance,
        grants,
      });
      this.#lastId += 1;
      this.#entries.set(adapter.id, { adapter, pluginUse });
      this.#onUpdate.fire(adapter, 'opened');
      return adapter;
    } catch (problem) {
      await instance.close();
      throw problem;
    }
  }

  #findWidths({ manifest }: Plugin, { spawn }: ReturnType<typeof resolveTarget>) {
    const { program_version } = manifest;
    return program_version && this.#options.programWidths.find(program_version, spawn);
  }

  get(id: string, path = 'adapter'): Adapter {
    return (
      this.find(id) ??
      raise(fault.AdapterUnknown({ path, adapter: id, reason: 'unknown_adapter' }, `unknown adapter: ${id}`))
    );
  }

  find(id: string): Adapter | undefined {
    return this.#entries.get(id)?.adapter;
  }

  findBySession(session: Session): Adapter | undefined {
    return this.all().find((adapter) => adapter.session === session);
  }

  /** In the order of their ids. */
  all(): readonly Adapter[] {
    return [...this.#entries.values()].map(({ adapter }) => adapter);
  }

  /** Removes the adapter at once and ends its program. Resolves when the program has ended. */
  async close(adapter: Adapter): Promise<void> {
    const entry = this.#entries.get(adapter.id);
    if (!entry) return;
    this.#entries.delete(adapter.id);
    this.#onUpdate.fire(adapter, 'closed');
    await Promise.all([this.#options.sessions.close(adapter.session), adapter.close()]);
    entry.pluginUse.dispose();
  }

  /** Call this after the sessions are closed. */
  async closeAll(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.all().map((adapter) => this.close(adapter)));
  }

  #requireRoom(): void {
    if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#entries.size + this.#starting >= limits.adapters)
      raise(fault.Busy({ reason: 'busy', limit: 'adapters', max: limits.adapters }));
  }
}

async function requireClassify({ name }: Plugin, instance: PluginInstance): Promise<void> {
  if (!(await listExports(name, instance)).includes('classify'))
    raise(
      fault.PluginFailed(
        { plugin: name, function: 'classify', reason: 'shape' },
        `${name}: the plugin exports no function classify, which an adapter needs`,
      ),
    );
}
