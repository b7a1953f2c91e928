/** Starts the program on a new terminal, or raises and leaves neither a process nor a descriptor. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fault, raise } from '../../core/faults.ts';
import type { Size } from '../../core/size.ts';
import { signal } from './family.ts';
import { Master } from './master.ts';
import { loadNative, type Native } from './native.ts';
import type { PtyEvents, PtySpec } from './pty.ts';
import { shieldedFork } from './shieldedFork.ts';
import { tagVariable } from './tag.ts';

export interface Forked {
  readonly pid: number;
  readonly path: string;
  readonly master: Master;
}

type OnExit = (exitCode: number, signal: number) => void;

/** The master, the program's end, and the program's end again while the native code forks. */
const descriptorsNeeded = 3;

export function forkOnTerminal(spec: PtySpec, deliver: PtyEvents['output'], onExit: OnExit): Forked {
  const { native } = loadNative();
  let forked = false;
  const { fd, pid, pty } = fork(spec, (...exit) => forked && onExit(...exit));
  try {
    applyPixels(native, fd, spec.size);
    const master = new Master(fd, pty, deliver);
    forked = true;
    return { pid, path: pty, master };
  } catch (error) {
    signal(pid, 'SIGKILL');
    closeSync(fd);
    return failed((error as NodeJS.ErrnoException).code ?? 'EIO');
  }
}

function fork(spec: PtySpec, onExit: OnExit) {
  const { native, helper } = loadNative();
  const { cwd, size } = spec;
  const env = Object.entries({ ...spec.env, [tagVariable]: spec.tag }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return shieldedFork({ program: spec.program, args: spec.args, env }, ({ program, args, env }) => {
    if (!descriptorsFree()) failed('EMFILE');
    try {
      return native.fork(program, args, env, cwd, size.cols, size.rows, -1, -1, true, helper, onExit);
    } catch {
      return failed(terminalsUsedUp() ? 'ENOSPC' : 'EAGAIN');
    }
  });
}

/** The fork takes no pixels. This early, no program can have asked to hear of a change of size. */
function applyPixels(native: Native, fd: number, size: Size): void {
  const { cols, rows, pixelWidth, pixelHeight } = size;
  if (pixelWidth !== 0 || pixelHeight !== 0) native.resize(fd, cols, rows, pixelWidth, pixelHeight);
}

/** The native code says only that it failed, and a failure after the fork leaves a process to clean up. */
function descriptorsFree(): boolean {
  const taken: number[] = [];
  try {
    for (let count = 0; count < descriptorsNeeded; count++) taken.push(openSync('/dev/null', 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const fd of taken) closeSync(fd);
  }
}

function terminalsUsedUp(): boolean {
  const number = (name: string) => Number(readFileSync(`/proc/sys/kernel/pty/${name}`, 'latin1'));
  try {
    return number('nr') >= number('max');
  } catch {
    return false;
  }
}

const failed = (reason: string): never =>
  raise(fault.SpawnFailed({ path: '', reason }, `No terminal could be opened: ${reason}`));
