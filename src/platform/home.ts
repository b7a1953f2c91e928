/** Where ptywright keeps its files. Nothing is made before something is put there. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Home {
  readonly root: string;
  readonly config: string;
  /** Where `serve` listens when nothing else is said. */
  readonly socket: string;
  readonly logs: string;
  readonly data: string;
  readonly transcripts: string;
  readonly sockets: string;
}

/** An empty variable counts as one that is not set. */
export function homeOf(env: Environment): Home {
  const root = resolve(expandHome(env.PTYWRIGHT_HOME || join(userHome(env) ?? '.', '.ptywright'), env));
  const below = (name: string) => join(root, name);
  return {
    root,
    config: below('config.toml'),
    socket: process.platform === 'win32' ? `\\\\.\\pipe\\ptywright-${nameOf(root)}` : below('socket'),
    logs: below('logs'),
    data: below('data'),
    transcripts: below('transcripts'),
    sockets: below('sockets'),
  };
}

/** What no shell has expanded, such as `--socket=~/s` and what a service file says. */
export function expandHome(path: string, env: Environment): string {
  const home = userHome(env);
  return home !== undefined && /^~(?:$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
}

const userHome = (env: Environment): string | undefined =>
  process.platform === 'win32' ? env.USERPROFILE || homedir() : env.HOME || undefined;

/** A pipe's name is flat. */
const nameOf = (root: string) => root.replace(/[^\w.-]+/g, '-');

/** Readable by its owner only; what was there before keeps its mode. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
