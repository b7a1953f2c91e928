/** Runs the plugin of this tree on screens without a program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginCall } from '#adapters/host/declaration.ts';
import { type Plugin, readPlugin } from '#adapters/plugin.ts';
import { createVocabulary, PluginThread } from '#adapters/pluginInstance.ts';
import type { Scene } from '#adapters/scenes.ts';
import { classifyScene } from '#adapters/scenes.ts';
import { systemClock } from '#platform/clock.ts';
import { packageFolder } from '#platform/paths.ts';

const itself = 'claude-code';
const folderOf = (plugin: string) => join(packageFolder(), 'plugins', plugin);
const fileOf = (plugin: string) => {
  const displayPath = `manifests/${plugin}.toml`;
  return { path: join(packageFolder(), displayPath), displayPath, parameter: 'plugin' };
};

export const capture = (picture: string) => readFileSync(join(folderOf(itself), 'screens', picture), 'utf8');

const plugins = new Map<string, Plugin>();

/** Each plugin is read once. */
function read(name: string): Plugin {
  const plugin = plugins.get(name) ?? readPlugin(fileOf(name), folderOf(name));
  plugins.set(name, plugin);
  return plugin;
}

export const manifest = (plugin = itself) => read(plugin).manifest;

/** The same without colours, as in a program with colours off. */
export const uncoloured = (text: string) => text.replace(/␛\[[\d;]*m/g, '');

/** One thread for all witnesses of a worker: a plugin loads there five times faster than in a new thread. */
let thread: PluginThread | undefined;
/** The witness whose state the thread holds. */
let loaded: object | undefined;

/** Returns the state of a scene. One instance sees all scenes, like one adapter, until the next one is made. */
export function createClassifier(plugin = itself) {
  const { manifest, sources, permissions } = read(plugin);
  if (!thread?.usable) thread = new PluginThread({ clock: systemClock, log: () => {} });
  const running = thread;
  const load = async () => {
    loaded = instance;
    const vocabulary = createVocabulary();
    const granted = [...permissions];
    return await running.load({ kind: 'load', sources, permissions: granted, version: '0.0.0', vocabulary });
  };
  let exported: Promise<readonly string[]> | undefined;
  const instance = {
    exports: () => {
      exported ??= load();
      return exported;
    },
    call: async (requested: PluginCall) => {
      await instance.exports();
      if (loaded !== instance) throw new Error('a later witness has replaced the state of this one');
      return await running.call(requested);
    },
  };
  const said = async (scene: Scene) => {
    const result = await classifyScene({ instance, statusRows: manifest.status_rows }, scene);
    if (!result.classified) throw new Error(result.failure);
    return result.classified;
  };
  /** Returns the plan of an intent on a scene, or rejects with the reason for a refusal. */
  const planned = async ({ screenContext, facts }: Scene, intent: string, params: object = {}) => {
    const requested = {
      function: intent,
      args: 'params, context',
      params,
      screenContext,
      coroutine: 'start',
    } as const;
    return (await instance.call({ ...requested, facts: { last_intent: null, ...facts } })).value;
  };
  /** Returns what the intent that was planned last does when its step is done and the screen shows this scene. */
  const resumed = async ({ screenContext, facts }: Scene, answer: object = { matched: true }) => {
    const requested = {
      function: '',
      args: 'params, context',
      screenContext,
      coroutine: 'resume',
      answer,
    } as const;
    return (await instance.call({ ...requested, facts: { last_intent: null, ...facts } })).value;
  };
  return { instance, said, planned, resumed };
}
