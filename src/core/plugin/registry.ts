/** All plugins by name: those that come with ptywright, and those that were loaded since. */
import type { Clock } from '../../platform/clock.ts';
import { fault, raise } from '../faults.ts';
import type { Permission } from '../permissions.ts';
import type { Manifest } from './manifest.ts';

export interface Sources {
  readonly name: string;
  readonly modules: Readonly<Record<string, string>>;
}

export interface Instance {
  exports(): Promise<readonly string[]>;
  call(asked: unknown): Promise<{ readonly value: unknown; readonly trace: readonly unknown[] }>;
  close(): Promise<void>;
}

export interface Plugin {
  readonly name: string;
  readonly manifest: Manifest;
  readonly builtin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  readonly sources: Sources;
}

export type PluginLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  line: string,
  facts?: Readonly<Record<string, unknown>>,
) => void;

export interface PluginsOptions {
  readonly clock: Clock;
  readonly version: string;
  readonly log: PluginLog;
  /** Asked once, at the first question. */
  readonly builtin?: () => readonly Plugin[];
}

export interface Described {
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface Description {
  readonly plugin: string;
  readonly manifest: Manifest;
  readonly intents: readonly Described[];
  readonly wait_matchers: readonly Described[];
  readonly states: readonly Described[];
}

export class Plugins {
  readonly #options: PluginsOptions;
  readonly #loaded = new Map<string, Plugin>();

  constructor(options: PluginsOptions) {
    this.#options = options;
  }

  get(name: string, path = 'plugin'): Plugin {
    return (
      this.all().find((plugin) => plugin.name === name) ??
      raise(
        fault.PluginUnknown(
          { path, plugin: name, reason: 'unknown_plugin' },
          `${path}: no plugin is called ${name}`,
        ),
      )
    );
  }

  all(): readonly Plugin[] {
    return [...this.builtins(), ...this.#loaded.values()];
  }

  builtins(): readonly Plugin[] {
    return this.#options.builtin?.() ?? [];
  }

  load(manifestPath: string): Plugin {
    return raise(fault.Unsupported({ reason: manifestPath }));
  }

  unload(name: string): void {
    this.get(name);
  }

  /** An adapter is bound to it until the function that comes back is called. */
  hold(plugin: Plugin): () => void {
    this.get(plugin.name);
    return () => {};
  }

  instance(plugin: Plugin): Instance {
    return raise(fault.Unsupported({ reason: plugin.name }));
  }

  shared(plugin: Plugin): Instance {
    return this.instance(plugin);
  }

  async describe(name: string): Promise<Description> {
    const { manifest } = this.get(name);
    return { plugin: name, manifest, intents: [], wait_matchers: [], states: [] };
  }

  async close(): Promise<void> {}
}
