/** All plugins by name: those that come with ptywright, and those that were loaded since. */
import { dirname } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { nearMatches } from '../../platform/near.ts';
import { type Fault, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { readBuiltins } from './builtins.ts';
import { type Description, describe } from './describe.ts';
import { Instance, type InstanceOptions } from './instance.ts';
import { type Plugin, readPlugin } from './plugin.ts';
import { pluginFailed } from './pluginFailed.ts';

export type { Plugin };

export type PluginLog = InstanceOptions['log'];

export interface PluginsOptions {
  readonly clock: Clock;
  readonly version: string;
  readonly log: PluginLog;
  /** Asked once, at the first question: the start of a server does not wait for plugins that nobody uses. */
  readonly builtin?: () => readonly Plugin[];
}

export class Plugins {
  readonly #options: PluginsOptions;
  readonly #loaded = new Map<string, Plugin>();
  readonly #held = new Map<Plugin, number>();
  readonly #shared = new Map<Plugin, Instance>();
  #builtins: readonly Plugin[] | undefined;
  #closed = false;

  constructor(options: PluginsOptions) {
    this.#options = options;
  }

  /** `path` names the parameter that held the name. */
  get(name: string, path = 'plugin'): Plugin {
    return this.#find(name) ?? raise(this.#unknown(name, path));
  }

  all(): readonly Plugin[] {
    return [...this.builtins(), ...this.#loaded.values()];
  }

  builtins(): readonly Plugin[] {
    this.#builtins ??= this.#options.builtin?.() ?? this.#readBuiltins();
    return this.#builtins;
  }

  /** The plugin is what its files are now; they are not looked at again. */
  load(manifestPath: string): Plugin {
    if (this.#loaded.size >= limits.plugins)
      raise(fault.Busy({ reason: 'busy', limit: 'plugins', max: limits.plugins }));
    const file = { path: manifestPath, shown: manifestPath, parameter: 'manifest_path' };
    const plugin = readPlugin(file, dirname(manifestPath));
    const taken = this.#find(plugin.name);
    if (taken) raise(alreadyThere(taken));
    this.#loaded.set(plugin.name, plugin);
    return plugin;
  }

  unload(name: string): void {
    const plugin = this.get(name);
    if (plugin.builtin) refuseUnload(name, 'comes with ptywright, and stays');
    const held = this.#held.get(plugin) ?? 0;
    if (held > 0) refuseUnload(name, `is in use by ${held} adapter${held > 1 ? 's' : ''}: close them first`);
    this.#loaded.delete(name);
    void this.#shared.get(plugin)?.close();
    this.#shared.delete(plugin);
  }

  /** An adapter is bound to the plugin until the function that comes back is called. */
  hold(plugin: Plugin): () => void {
    let holds = true;
    this.#held.set(plugin, (this.#held.get(plugin) ?? 0) + 1);
    return () => {
      if (!holds) return;
      holds = false;
      const left = this.#held.get(plugin)! - 1;
      if (left > 0) this.#held.set(plugin, left);
      else this.#held.delete(plugin);
    };
  }

  /** One more, which whoever asked for it closes. */
  instance({ sources, permissions }: Plugin): Instance {
    if (this.#closed) raise(fault.Cancelled({ reason: 'shutdown' }));
    const { clock, version, log } = this.#options;
    return new Instance({ sources, permissions, clock, log, version });
  }

  /** The one for questions that belong to no adapter; closed with the registry, or when the plugin is unloaded. */
  shared(plugin: Plugin): Instance {
    // Whoever waits for a predicate of a plugin that was unloaded must not bring it back.
    if (this.#find(plugin.name) !== plugin) raise(this.#unknown(plugin.name, 'plugin'));
    const instance = this.#shared.get(plugin) ?? this.instance(plugin);
    this.#shared.set(plugin, instance);
    return instance;
  }

  async describe(name: string): Promise<Description> {
    const plugin = this.get(name);
    try {
      return await describe(plugin, this.shared(plugin));
    } catch (problem) {
      throw pluginFailed(name, problem);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const instances = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(instances.map((instance) => instance.close()));
  }

  #find(name: string): Plugin | undefined {
    return this.#loaded.get(name) ?? this.builtins().find((plugin) => plugin.name === name);
  }

  #unknown(plugin: string, path: string): Fault {
    const [near] = nearMatches(
      plugin,
      this.all().map(({ name }) => name),
    );
    return fault.PluginUnknown(
      { path, plugin, reason: 'unknown_plugin' },
      `${path}: no plugin is called ${plugin}${near === undefined ? '' : `; did you mean ${near}?`}`,
    );
  }

  #readBuiltins(): readonly Plugin[] {
    const { version, log } = this.#options;
    return readBuiltins(version, (plugin, problem) =>
      log('error', 'a plugin that comes with ptywright is broken', {
        plugin,
        problem: String((problem as Error)?.message),
      }),
    );
  }
}

const alreadyThere = ({ name, builtin }: Plugin) =>
  fault.Invalid({
    path: 'manifest_path',
    reason: builtin
      ? `the plugin ${name} comes with ptywright, and cannot be replaced`
      : `a plugin called ${name} is loaded already: unload it first`,
    got: name,
  });

const refuseUnload = (name: string, reason: string): never =>
  raise(fault.Invalid({ path: 'plugin', reason: `${name} ${reason}`, got: name }));
