/** Instances of plugins of a few lines of Lua, each closed when its test ends. */
import { onTestFinished } from 'vitest';
import type { PluginCall } from '#adapters/host/declaration.ts';
import { PluginInstance } from '#adapters/pluginInstance.ts';
import { systemClock } from '#platform/clock.ts';

export interface Logged {
  readonly level: string;
  readonly line: string;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
}

export interface Opened {
  readonly instance: PluginInstance;
  readonly logged: readonly Logged[];
  /** Calls a function with parameters and returns its result. */
  ask(name: string, params?: unknown): Promise<unknown>;
}

type Modules = Readonly<Record<string, string>>;

export function openInstance(main: string, modules: Modules = {}): Opened {
  const opened = startInstance(main, modules);
  onTestFinished(() => opened.instance.close());
  return opened;
}

/** The caller closes the instance. */
export function startInstance(main: string, modules: Modules = {}): Opened {
  const logged: Logged[] = [];
  const instance = new PluginInstance({
    sources: { name: 'sample', modules: { main, ...modules } },
    permissions: new Set(['screen.read', 'input.write', 'matcher.wait']),
    clock: systemClock,
    version: '0.0.0',
    log: (level, line, facts) => logged.push({ level, line, facts }),
  });
  const ask = async (name: string, params?: unknown) =>
    (await instance.call({ function: name, args: 'params', params } satisfies PluginCall)).value;
  return { instance, logged, ask };
}

/** A plugin with one function, `run(params)`. */
export const openFunction = (body: string) => openInstance(`return { run = function(params) ${body} end }`);

export const failureOf = (promise: Promise<unknown>): Promise<Error & { reason?: string; calls?: string }> =>
  promise.then(
    (value) => Promise.reject(new Error(`it was answered with ${JSON.stringify(value)}`)),
    (failure) => failure as Error,
  );
