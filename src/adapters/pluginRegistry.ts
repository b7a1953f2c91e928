/** All plugins by name, built-in and loaded. Also exposes their functions as predicates for matchers. */

import { dirname } from 'node:path';
import { type Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { PredicateResult, Predicates } from '#matchers/matcher.ts';
import type { Clock } from '#platform/clock.ts';
import { closestMatches } from '#platform/didYouMean.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import { BuiltinPlugins, type Plugin, readPlugin } from './plugin.ts';
import { describePlugin, type PluginDescription } from './pluginDescription.ts';
import { PluginInstance, type PluginInstanceOptions, toPluginFault } from './pluginInstance.ts';

export type { Plugin };

export type PluginLog = PluginInstanceOptions['log'];

export interface PluginRegistryOptions {
  readonly clock: Clock;
  readonly version: string;
  readonly log: PluginLog;
  /** Those of the package by default. Null for none. */
  readonly builtins?: BuiltinPlugins | null | undefined;
}

export class PluginRegistry {
  readonly #options: PluginRegistryOptions;
  readonly #loaded = new Map<string, Plugin>();
  readonly #holds = new Map<Plugin, number>();
  readonly #shared = new Map<Plugin, PluginInstance>();
  readonly #builtins: BuiltinPlugins | null;
  #closed = false;

  constructor(options: PluginRegistryOptions) {
    this.#options = options;
    const { version, builtins = new BuiltinPlugins({ version, broken: this.#logBroken }) } = options;
    this.#builtins = builtins;
  }

  /** Raises PluginUnknown. `path` is the parameter that held the name. */
  get(name: string, path = 'plugin'): Plugin {
    return this.#find(name) ?? raise(this.#unknownFault(name, path));
  }

  all(): readonly Plugin[] {
    return [...this.builtins(), ...this.#loaded.values()];
  }

  builtins(): readonly Plugin[] {
    return this.#builtins?.all() ?? [];
  }

  /** Reads the files once. Later changes to them have no effect. */
  load(manifestPath: string): Plugin {
    if (this.#loaded.size >= limits.plugins)
      raise(fault.Busy({ reason: 'busy', limit: 'plugins', max: limits.plugins }));
    const file = { path: manifestPath, displayPath: manifestPath, parameter: 'manifest_path' };
    const plugin = readPlugin(file, dirname(manifestPath));
    const taken = this.#find(plugin.name);
    if (taken) raise(alreadyLoadedFault(taken));
    this.#loaded.set(plugin.name, plugin);
    return plugin;
  }

  unload(name: string): void {
    const plugin = this.get(name);
    if (plugin.builtin) raiseCannotUnload(name, 'is a built-in plugin and cannot be unloaded');
    const held = this.#holds.get(plugin) ?? 0;
    if (held > 0)
      raiseCannotUnload(name, `is in use by ${held} adapter${held > 1 ? 's' : ''}: close them first`);
    this.#loaded.delete(name);
    void this.#shared.get(plugin)?.close();
    this.#shared.delete(plugin);
  }

  /** Marks the plugin as used by an adapter until the result is disposed. */
  hold(plugin: Plugin): Disposable {
    let holds = true;
    this.#holds.set(plugin, (this.#holds.get(plugin) ?? 0) + 1);
    const dispose = () => {
      if (!holds) return;
      holds = false;
      const left = this.#holds.get(plugin)! - 1;
      if (left > 0) this.#holds.set(plugin, left);
      else this.#holds.delete(plugin);
    };
    return { dispose };
  }

  /** Creates a new instance. The caller must close it. */
  createInstance({ sources, permissions }: Plugin): PluginInstance {
    if (this.#closed) raise(fault.Cancelled({ reason: 'shutdown' }));
    const { clock, version, log } = this.#options;
    return new PluginInstance({ sources, permissions, clock, log, version });
  }

  /**
   * The instance for calls that belong to no adapter. It is closed with the registry or when the plugin is unloaded.
   */
  shared(plugin: Plugin): PluginInstance {
    // A pending wait on an unloaded plugin must not create a new instance.
    if (this.#find(plugin.name) !== plugin) raise(this.#unknownFault(plugin.name, 'plugin'));
    const instance = this.#shared.get(plugin) ?? this.createInstance(plugin);
    this.#shared.set(plugin, instance);
    return instance;
  }

  async describe(name: string): Promise<PluginDescription> {
    const plugin = this.get(name);
    try {
      return await describePlugin(plugin, this.shared(plugin));
    } catch (problem) {
      throw toPluginFault(name, problem);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const instances = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(instances.map((instance) => instance.close()));
  }

  #find(name: string): Plugin | undefined {
    return this.#loaded.get(name) ?? this.#builtins?.find(name);
  }

  #unknownFault(plugin: string, path: string): Fault {
    const [near] = closestMatches(
      plugin,
      this.all().map(({ name }) => name),
    );
    return fault.PluginUnknown(
      { path, plugin, reason: 'unknown_plugin' },
      `${path}: no plugin is called ${plugin}${near === undefined ? '' : `; did you mean ${near}?`}`,
    );
  }

  readonly #logBroken = (plugin: string, problem: unknown): void =>
    this.#options.log('error', 'a built-in plugin cannot be loaded', {
      plugin,
      problem: String((problem as Error)?.message),
    });
}

const alreadyLoadedFault = ({ name, builtin }: Plugin) =>
  fault.Invalid({
    path: 'manifest_path',
    reason: builtin
      ? `the plugin ${name} is built in and cannot be replaced`
      : `a plugin named ${name} is already loaded: unload it first`,
    got: name,
  });

const raiseCannotUnload = (name: string, reason: string): never =>
  raise(fault.Invalid({ path: 'plugin', reason: `${name} ${reason}`, got: name }));

/** The answer of a predicate, which is validated because a plugin may return anything. */
const OptionalTextSchema = z
  .union([z.string().max(limits.evidenceChars), z.number()])
  .transform(String)
  .nullish()
  .transform((words) => words ?? undefined);

const OutcomeSchema = z.object({
  matched: z.boolean(),
  evidence: OptionalTextSchema,
  capture: OptionalTextSchema,
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});

/** Predicates run in the shared instance of their plugin. */
export const createPredicates = (plugins: PluginRegistry): Predicates => ({
  bind: (name, predicate, params, path) => {
    const plugin = plugins.get(name, `${path}.plugin`);
    return bindPredicate(() => plugins.shared(plugin), name, predicate, params, path);
  },
});

/** Predicates of one plugin, which run in this instance of it. */
export const createOwnPredicates = (instance: PluginInstance): Predicates => ({
  bind: (name, predicate, params, path) => bindPredicate(() => instance, name, predicate, params, path),
});

const bindPredicate =
  (
    find: () => PluginInstance,
    plugin: string,
    predicate: string,
    params: unknown,
    path: string,
  ): ReturnType<Predicates['bind']> =>
  async (view) => {
    const instance = find();
    const screenContext = view.screenContext(instance.permissions);
    try {
      const call = { function: predicate, args: 'context', screenContext, params } as const;
      requireExport(await instance.exports(), predicate, `${path}.predicate`);
      return parseOutcome((await instance.call(call)).value, plugin, predicate);
    } catch (problem) {
      throw toPluginFault(plugin, problem);
    }
  };

function requireExport(exported: readonly string[], name: string, path: string): void {
  if (exported.includes(name)) return;
  throw fault.Invalid({
    path,
    reason: `the plugin exports no function named ${name}`,
    expected: exported.join(', '),
    got: name,
  });
}

/** nil counts as false, as in Lua. */
function parseOutcome(value: unknown, plugin: string, predicate: string): PredicateResult {
  if (value === null || value === undefined) return { matched: false };
  if (typeof value === 'boolean') return { matched: value };
  const read = OutcomeSchema.safeParse(value);
  if (!read.success)
    throw fault.PluginFailed(
      { plugin, function: predicate, reason: 'shape' },
      `${plugin}: ${predicate} must return a boolean, or a table with \`matched\``,
    );
  const { recheck_ms, ...rest } = read.data;
  return {
    ...rest,
    recheckMs: recheck_ms === undefined ? undefined : Math.max(recheck_ms, limits.recheckMs),
  };
}
