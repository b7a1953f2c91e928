/** Runs a script with a real Claude Code in PATH as `claude`, in the same environment as other runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentNamed } from './agents.ts';
import { environmentOf } from './program/environment.ts';
import { type Folders, makeFolders, removeFolders } from './program/folders.ts';
import { HookEvents } from './program/hookEvents.ts';
import type { Program } from './program/install.ts';
import { killLeftovers } from './program/leftovers.ts';
import { Stub } from './stub/stub.ts';

export interface ScriptPlan {
  readonly program: Program;
  readonly path: string;
  readonly prompt: string;
}

export interface ScriptPlayed {
  readonly status: number | null;
  readonly printed: string;
  /** The hooks of the agent that ran. */
  readonly hooks: readonly string[];
  /** The files of the project afterwards. */
  readonly files: readonly string[];
}

export async function playScript(planPath: string): Promise<void> {
  const plan = JSON.parse(readFileSync(planPath, 'utf8')) as ScriptPlan;
  process.stdout.write(`${JSON.stringify(await play(plan))}\n`);
}

async function play({ program, path, prompt }: ScriptPlan): Promise<ScriptPlayed> {
  const folders = makeFolders();
  const stub = new Stub(folders);
  const hookEvents = new HookEvents(folders.hooks);
  const api = await stub.listen();
  const options = { firstRun: { folder: true } };
  const { version } = program;
  const variables = agentNamed(program.agent).prepare({ folders, api, version, options });
  const PATH = `${commandFolder(program, folders)}:${process.env.PATH ?? ''}`;
  const env = environmentOf(folders, { ...variables, PATH });
  const script = spawn(process.execPath, [path, prompt], { cwd: folders.cwd, env, stdio: 'pipe' });
  let printed = '';
  for (const stream of [script.stdout, script.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const [status] = (await once(script, 'close')) as [number | null];
  const files = readdirSync(folders.cwd);
  const hooks = hookEvents.events.map(({ name }) => name);
  hookEvents.close();
  stub.close();
  killLeftovers(folders.base);
  removeFolders(folders);
  return { status, printed, hooks, files };
}

/** Creates a folder with the agent under the name by which the plugin starts it. */
function commandFolder({ command, args }: Program, { base }: Folders): string {
  const folder = join(base, 'bin');
  mkdirSync(folder);
  const words = [command, ...args].map((word) => `'${word}'`).join(' ');
  const path = join(folder, 'claude');
  writeFileSync(path, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(path, 0o755);
  return folder;
}
