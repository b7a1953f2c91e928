/** Runs the plugin of this tree on screens without a program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readManifestFile, readPlugin } from '#adapters/plugin.ts';
import { PluginInstance } from '#adapters/pluginInstance.ts';
import { classifyScene } from '#adapters/sceneCheck.ts';
import type { Scene } from '#adapters/scenes.ts';
import { systemClock } from '#platform/clock.ts';
import { packageFolder } from '#platform/paths.ts';

const name = 'claude-code';
const folder = join(packageFolder(), 'plugins', name);
const shown = `manifests/${name}.toml`;
const file = { path: join(packageFolder(), shown), shown, parameter: 'plugin' };

export const capture = (picture: string) => readFileSync(join(folder, 'screens', picture), 'utf8');

/** Reads the manifest. */
export const manifest = () => readManifestFile(file).manifest;

/** The same without colours, as in a program with colours off. */
export const uncoloured = (text: string) => text.replace(/␛\[[\d;]*m/g, '');

/** Returns the state of a scene. One instance sees all scenes, like one adapter. */
export function witness() {
  const { sources, permissions } = readPlugin(file, folder);
  const instance = new PluginInstance({
    sources,
    permissions,
    clock: systemClock,
    version: '0.0.0',
    log: () => {},
  });
  onTestFinished(() => instance.close());
  const said = async (scene: Scene) => {
    const testimony = await classifyScene({ instance, statusRows: manifest().status_rows }, scene);
    if (!testimony.classified) throw new Error(testimony.failure);
    return testimony.classified;
  };
  /** Returns the plan of an intent on a scene, or rejects with the reason for a refusal. */
  const planned = async ({ look, facts }: Scene, intent: string, params: object = {}) => {
    const asked = { function: intent, args: 'params, context', params, look } as const;
    return (await instance.call({ ...asked, facts: { last_intent: null, ...facts } })).value;
  };
  return { instance, said, planned };
}
