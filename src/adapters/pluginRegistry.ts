/**
 * All plugins by name, built-in and loaded. Describes what they can do, and exposes their functions as predicates for
 * matchers.
 */

import { dirname } from 'node:path';
import { type Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { PredicateResult, Predicates } from '#matchers/matcher.ts';
import type { Clock } from '#platform/clock.ts';
import { closestMatches } from '#platform/didYouMean.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Manifest } from './manifest.ts';
import { BuiltinPlugins, type Plugin, readPlugin } from './plugin.ts';
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

  /** From the function `describe` of the plugin, or else from the names of its exports. */
  async describe(name: string): Promise<PluginDescription> {
    const plugin = this.get(name);
    const instance = this.shared(plugin);
    try {
      const exported = await instance.exports();
      const catalog = exported.includes('describe')
        ? parseCatalog(name, (await instance.call({ function: 'describe', args: 'params' })).value)
        : catalogFromExports(exported);
      return { plugin: name, manifest: plugin.manifest, ...catalog };
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

/** A plugin may add any fields beside `name`. */
export const DescribedItem = z.looseObject({ name: z.string().min(1) });
export type DescribedItem = z.output<typeof DescribedItem>;

/** An empty Lua table may arrive as an empty object. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess((value) => (isEmptyObject(value) ? [] : value), z.array(item).max(limits.candidates))
    .default([]);

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const DescribedItems = listOf(DescribedItem);

const Arguments = z.array(z.string().max(limits.stateChars)).max(limits.candidates).optional();

const roles = ['starting', 'idle', 'busy', 'permission', 'question', 'login', 'failed', 'page'] as const;

const AgentState = z.object({
  role: z
    .enum(roles)
    .describe(
      '`starting`: accepts no input yet; `idle`: accepts a prompt, and no turn is running; `busy`: a turn is running; `permission` and `question`: a dialog waits for a choice or an answer; `login`: a login is missing; `failed`: the turn or the program has ended with an error; `page`: another page is open, which the intent `no` closes.',
    ),
  details: z
    .string()
    .optional()
    .describe('The field of the metadata with the dialog: `options`, and its text.'),
  yes: z
    .string()
    .default('approve')
    .describe('The intent that chooses the plain Yes. It returns when the dialog has taken the answer.'),
  no: z.string().default('deny').describe('The intent that chooses the No.'),
});

/** What a client of agents needs to know of a plugin beside its intents. */
export const AgentDescription = z
  .object({
    states: z.record(z.string(), AgentState).describe('The states that a client must react to, by name.'),
    events: z
      .boolean()
      .default(false)
      .describe(
        'Whether the events of a state contain each turn: `turn_started`, its text and tools, and `turn_complete`.',
      ),
    modes: listOf(
      z.object({ id: z.string(), name: z.string(), description: z.string().optional() }),
    ).describe('The modes for `set_mode`.'),
    commands: listOf(
      z.object({ name: z.string(), description: z.string(), hint: z.string().optional() }),
    ).describe('The commands for `slash_command` that need no page of the program.'),
    tools: z
      .record(z.string(), z.string())
      .default({})
      .describe('Kinds of tools by name: `read`, `edit`, `search`, `execute`, `fetch`, `think` and so on.'),
    hides: z
      .string()
      .max(limits.stateChars)
      .optional()
      .describe(
        'What the program does not draw of a command or a change. A Yes is then refused unless `accept_unseen` is set.',
      ),
    arguments: z
      .object({
        session: Arguments.describe('They start a session with the id `{session}`, a UUID.'),
        resume: Arguments.describe('They continue the session with the id `{session}`.'),
        mcp_servers: Arguments.describe(
          'They add the MCP servers in the JSON file `{file}`: `{"mcpServers": {NAME: …}}`.',
        ),
      })
      .default({}),
    environment: z
      .record(z.string(), z.string())
      .default({})
      .describe(
        'Variables with which a session of an agent starts, so that its text can be read completely.',
      ),
  })
  .meta({ id: 'AgentDescription', description: 'How a client drives the program of a plugin as an agent.' });
export type AgentDescription = z.output<typeof AgentDescription>;

const PluginCatalog = z.object({
  intents: DescribedItems,
  wait_matchers: DescribedItems,
  states: DescribedItems,
  agent: AgentDescription.optional(),
});
type PluginCatalog = z.output<typeof PluginCatalog>;

export interface PluginDescription extends PluginCatalog {
  readonly plugin: string;
  readonly manifest: Manifest;
}

/** Validates the answer of `describe`. Raises PluginFailed when it is invalid. */
export function parseCatalog(plugin: string, value: unknown): PluginCatalog {
  const read = PluginCatalog.safeParse(value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  const expected = path[0] === 'agent' ? `: ${message}` : ' must be a list of tables, each with a name';
  throw fault.PluginFailed(
    { plugin, function: 'describe', reason: 'shape' },
    `${plugin}: describe returned an invalid value: ${path.join('.') || 'the result'}${expected}`,
  );
}

/** Exports that are not intents. */
export const reservedExports: ReadonlySet<string> = new Set(['classify', 'describe']);
const isMatcher = (name: string) => name.endsWith('_matcher');

/** The list of states is empty, because only the body of `classify` knows them. */
const catalogFromExports = (exported: readonly string[]): PluginCatalog => {
  const named = (names: readonly string[]) => [...names].sort().map((name) => ({ name }));
  return {
    intents: named(exported.filter((name) => !isMatcher(name) && !reservedExports.has(name))),
    wait_matchers: named(exported.filter(isMatcher)),
    states: [],
  };
};
