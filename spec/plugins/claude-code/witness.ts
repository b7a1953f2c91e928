/** The plugin as this tree has it, asked about screens without a program behind them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ask } from '../../../src/core/picture/judge.ts';
import type { Scene } from '../../../src/core/picture/scenes.ts';
import { Instance } from '../../../src/core/plugin/instance.ts';
import { readManifestFile } from '../../../src/core/plugin/manifestFile.ts';
import { readPlugin } from '../../../src/core/plugin/plugin.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { packageFolder } from '../../../src/platform/packageFolder.ts';

const name = 'claude-code';
const folder = join(packageFolder(), 'plugins', name);
const shown = `manifests/${name}.toml`;
const file = { path: join(packageFolder(), shown), shown, parameter: 'plugin' };

export const capture = (picture: string) => readFileSync(join(folder, 'screens', picture), 'utf8');

/** What the manifest says, once. */
export const manifest = () => readManifestFile(file).manifest;

/** The same without a colour, as a program draws it that may use none. */
export const uncoloured = (text: string) => text.replace(/␛\[[\d;]*m/g, '');

/** Says what state a scene is. One instance sees them all, as one adapter would. */
export function witness() {
  const { sources, permissions } = readPlugin(file, folder);
  const instance = new Instance({
    sources,
    permissions,
    clock: systemClock,
    version: '0.0.0',
    log: () => {},
  });
  onTestFinished(() => instance.close());
  const said = async (scene: Scene) => {
    const testimony = await ask({ instance, statusRows: manifest().status_rows }, scene);
    if (!testimony.said) throw new Error(testimony.failure);
    return testimony.said;
  };
  /** What an intent would do on a scene, or why it would not. */
  const planned = async ({ look, facts }: Scene, intent: string, params: object = {}) => {
    const asked = { function: intent, args: 'params, context', params, look } as const;
    return (await instance.call({ ...asked, facts: { last_intent: null, ...facts } })).value;
  };
  return { instance, said, planned };
}
