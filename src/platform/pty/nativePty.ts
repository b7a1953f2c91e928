/**
 * The only file that loads the native part of node-pty, when the first terminal is opened. The native part forks and
 * waits. The JavaScript part loses output and mixes up descriptors, so unixPty.ts replaces it. Also keeps descriptors
 * of other terminals out of the child.
 */

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { dirname, resolve } from 'node:path';
import { fault, raise } from '#faults.ts';

export interface PtyNative {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helper: string,
    onExit: (exitCode: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
  process(fd: number, pty: string): string | undefined;
}

/** The libuv stream for a descriptor that can be polled. Node has no public constructor for it. */
export interface PipeHandle {
  open(fd: number): number;
  readStart(): number;
  readStop(): number;
}

interface LoadedNative {
  readonly native: PtyNative;
  readonly Pipe: new (type: number) => PipeHandle;
  /** The program through which macOS starts programs. */
  readonly helper: string;
}

const socketPipe = 0;
let loaded: LoadedNative | undefined;

export function loadNative(): LoadedNative {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url);
    const utils = 'node-pty/lib/utils.js';
    const { dir, module } = loadModule(() => require(utils).loadNativeModule('pty'));
    const helper = resolve(dirname(require.resolve(utils)), dir, 'spawn-helper');
    if (process.platform === 'darwin') makeExecutable(helper);
    loaded = { native: module, Pipe: findPipeClass(), helper };
  }
  return loaded;
}

/** Install scripts compile the module where no binary fits, and package managers may block them. */
function loadModule(load: () => { readonly dir: string; readonly module: PtyNative }) {
  try {
    return load();
  } catch (problem) {
    const [why] = String((problem as Error).message).split('\n');
    return raise(
      fault.SpawnFailed(
        { path: '', reason: 'ERR_DLOPEN_FAILED' },
        `The native module node-pty does not load. Run: npm rebuild node-pty (if npm blocks install scripts, first run: npm install-scripts approve node-pty). ${why}`,
      ),
    );
  }
}

/** Connects to a path below a device, which cannot exist, to obtain the class of the handle. */
function findPipeClass(): LoadedNative['Pipe'] {
  const socket = net.connect({ path: '/dev/null/none' });
  const { _handle } = socket as unknown as { _handle: { constructor: LoadedNative['Pipe'] } };
  socket.on('error', () => {});
  socket.destroy();
  return _handle.constructor;
}

export function openPipe(fd: number): PipeHandle {
  const pipe = new (loadNative().Pipe)(socketPipe);
  const failed = pipe.open(fd);
  if (failed !== 0) throw new Error(`The terminal cannot be opened as a pipe: libuv error ${failed}`);
  return pipe;
}

/** Some installers lose the file mode. */
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

/**
 * Keeps the terminals of other sessions out of a new program.
 *
 * The native code marks descriptors as close-on-exec one by one, and stops at the first unused number above 15. A gap
 * that a closed session left therefore exposes all terminals above it. The terminal of the child is such a gap too. So
 * during the fork, all numbers below the highest terminal are filled, which takes microseconds each.
 *
 * A new terminal then gets a number above all others, so the numbers would grow forever while sessions overlap. With
 * many gaps, the child instead starts with a shell that closes the terminals by number, which takes a millisecond.
 */
interface ForkCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: readonly string[];
}

const closeOnExec = 0o2000000;
const alwaysMarked = 15;
const maxFillersPerFork = 32;
const maxPermanentFillers = 256;
const terminals = new Set<number>();
let inheritedFilled = false;

export const registerTerminal = (fd: number) => void terminals.add(fd);
export const unregisterTerminal = (fd: number) => void terminals.delete(fd);

export function shieldedFork<T>(command: ForkCommand, fork: (command: ForkCommand) => T): T {
  if (process.platform !== 'linux') return fork(command);
  if (!inheritedFilled) fillBelowInherited();
  const highest = Math.max(0, ...terminals);
  const few = fillBelow(highest, maxFillersPerFork);
  if (few !== null) {
    try {
      return withFillers(few, () => fork(command));
    } catch (failure) {
      // The fillers may have used the last free descriptors.
      if (few.length === 0) throw failure;
    }
  }
  const closing = closeDescriptorsFirst(command);
  if (closing !== null) return fork(closing);
  return withFillers(fillBelow(highest, highest) ?? [], () => fork(command));
}

function withFillers<T>(fillers: readonly number[], operation: () => T): T {
  try {
    return operation();
  } finally {
    for (const fd of fillers) closeSync(fd);
  }
}

/**
 * Relies on the system assigning the lowest unused number. Returns null, with nothing left open, when more than `most`
 * fillers are needed.
 */
function fillBelow(highest: number, most: number): number[] | null {
  const fillers: number[] = [];
  let fd = 0;
  try {
    while (fd < highest && highest > alwaysMarked && fillers.length <= most) {
      fd = openSync('/dev/null', 'r');
      fillers.push(fd);
    }
    if (fillers.length <= most) return fillers;
  } catch {}
  return withFillers(fillers, () => null);
}

/** bash, because other shells cannot close descriptors above 9. env, because bash would modify the environment. */
const bashPath = '/bin/bash';
const envPath = '/usr/bin/env';

function closeDescriptorsFirst(command: ForkCommand): ForkCommand | null {
  // env would interpret such a name as a variable.
  if (command.program.includes('=') || !existsSync(bashPath) || !existsSync(envPath)) return null;
  const closings = [...terminals].map((fd) => `${fd}>&-`).join(' ');
  const script = `exec ${closings}; exec ${envPath} -i -- "$@"`;
  const words = [...command.env, command.program, ...command.args];
  return { program: bashPath, args: ['-p', '-c', script, 'bash', ...words], env: [] };
}

/**
 * Descriptors that this process inherited must not reach the children. They stay open, so the numbers below them are
 * filled permanently; usually there are no such descriptors. If too many fillers are needed, the children inherit them.
 */
function fillBelowInherited(): void {
  inheritedFilled = true;
  const inherited = readdirSync('/proc/self/fd').filter(isInheritable).map(Number);
  fillBelow(Math.max(0, ...inherited), maxPermanentFillers);
}

/** Node sets close-on-exec on all descriptors that it opens. */
function isInheritable(fd: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
