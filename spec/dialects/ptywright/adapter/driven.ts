/** Adapters for specs: an in-process server, the plugins of spec/programs/plugins, and plugins written by a spec. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginPermissions } from '#adapters/manifest.ts';
import type { NotingClient } from '../../../harness/connection.ts';
import { pluginPath } from '../../../harness/programs.ts';
import { runInProcess } from '../../../harness/server.ts';

export type Server = ReturnType<typeof runInProcess>;

export function serverWithPlugins(options: Parameters<typeof runInProcess>[1] = {}): Server {
  const running = runInProcess('ndjson', { allowPluginLoad: true, pluginLog: () => {}, ...options });
  for (const name of ['echo', 'picks']) running.server.world.plugins.load(pluginPath(name));
  return running;
}

const picksPath = fileURLToPath(new URL('../../../programs/picks.mjs', import.meta.url));

/** Starts the dialog of `picks` and waits for its question. */
export async function startPicks(client: NotingClient, ...rows: string[]): Promise<string> {
  const { adapter } = await client.calls.adapter.start({ plugin: 'picks', args: [picksPath, ...rows] });
  await client.calls.adapter.wait({ adapter, states: ['asking'] });
  return adapter;
}

export interface Written {
  readonly name: string;
  readonly lua: string;
  readonly permissions?: readonly string[];
  readonly kind?: string;
  /** More lines of the manifest. */
  readonly toml?: string;
}

/** Writes a plugin to disk and returns the path of its manifest. Its program is `cat` by default. */
export function writePlugin({
  name,
  lua,
  permissions = pluginPermissions,
  kind = 'adapter',
  toml,
}: Written): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'ptywright-plugin-')), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'main.lua'), lua);
  const path = join(folder, 'manifest.toml');
  writeFileSync(
    path,
    `name = "${name}"
kind = "${kind}"
version = "1"
runtime = "lua"
entrypoint = "main.lua"
permissions = ${JSON.stringify(permissions)}
${toml ?? '[default_target]\nprogram = "cat"\n'}`,
  );
  return path;
}

/** The error that a promise rejects with. */
export const problemOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (result) => Promise.reject(new Error(`expected a refusal, got ${JSON.stringify(result)}`)),
    (problem) => problem,
  );
