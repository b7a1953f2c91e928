/**
 * The paths of the files of ptywright, and of its installation. Directories are created only when a file is written.
 */

import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Home {
  readonly root: string;
  readonly config: string;
  /** The default socket of `serve`. */
  readonly socket: string;
  readonly logs: string;
  readonly data: string;
  readonly sockets: string;
  /** The socket of the server that commands start on demand. */
  readonly onDemand: string;
}

/** An empty variable counts as unset. */
export function resolveHome(env: Environment): Home {
  const root = resolve(expandHome(env.PTYWRIGHT_HOME || join(userHome(env) ?? '.', '.ptywright'), env));
  const below = (name: string) => join(root, name);
  const pipe = `\\\\.\\pipe\\ptywright-${pipeName(root)}`;
  const isWindows = process.platform === 'win32';
  return {
    root,
    config: below('config.toml'),
    socket: isWindows ? pipe : below('socket'),
    logs: below('logs'),
    data: below('data'),
    sockets: below('sockets'),
    onDemand: isWindows ? `${pipe}-on-demand` : join(runtimeFolder(env) ?? below('sockets'), 'on-demand'),
  };
}

/** The runtime folder of the user. With PTYWRIGHT_HOME, all files are below it, so that two homes share nothing. */
const runtimeFolder = (env: Environment): string | undefined =>
  env.PTYWRIGHT_HOME || !env.XDG_RUNTIME_DIR ? undefined : join(env.XDG_RUNTIME_DIR, 'ptywright');

/** Expands `~` in a path that no shell has expanded, such as `--socket=~/s` or a path in a service file. */
export function expandHome(path: string, env: Environment): string {
  const home = userHome(env);
  return home !== undefined && /^~(?:$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
}

const userHome = (env: Environment): string | undefined =>
  process.platform === 'win32' ? env.USERPROFILE || homedir() : env.HOME || undefined;

/** The name of a pipe cannot contain folders. */
const pipeName = (root: string) => root.replace(/[^\w.-]+/g, '-');

/** Creates a directory that only its owner can read. An existing directory keeps its mode. */
export function createPrivateDirectory(path: string): void {
  createDirectories(path, 0o700);
}

/** Creates a directory and its parents. `recursive` of Node never returns below a directory like /proc. */
export function createDirectories(path: string, mode?: number): void {
  const parent = dirname(path);
  if (!existsSync(parent)) createDirectories(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (problem) {
    const isThere = (problem as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isThere || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw problem;
  }
}

/** Cached by packageFolder. */
let cachedFolder: string | undefined;

/** The folder of the installed package, without a trailing slash. Works from src/ and from dist/. */
export function packageFolder(): string {
  cachedFolder ??= findPackageFolder(dirname(fileURLToPath(import.meta.url)));
  return cachedFolder;
}

function findPackageFolder(folder: string): string {
  if (readPackageName(folder) === 'ptywright') return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('no package folder of ptywright found above its own files');
  return findPackageFolder(above);
}

function readPackageName(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }).name;
  } catch {
    return undefined;
  }
}
