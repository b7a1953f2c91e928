/**
 * A terminal on Linux and macOS: the native fork, the server end of the terminal, and the process tree of the program.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import net from 'node:net';
import { basename } from 'node:path';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '../clock.ts';
import { type ProcessSignal, signalName } from '../signals.ts';
import {
  loadNative,
  openPipe,
  type PipeHandle,
  type PtyNative,
  registerTerminal,
  shieldedFork,
  unregisterTerminal,
} from './nativePty.ts';
import { readProcess, readWorkingDirectory, tagVariable } from './processes.ts';
import { KillSequence, ProcessTree, sendSignal } from './processTree.ts';
import type { LineModes, Pty, PtyEvents, PtySpec } from './pty.ts';
import type { Size } from './size.ts';
import { checkSize, checkSpawn } from './spawnCheck.ts';

interface ForkedProcess {
  readonly pid: number;
  readonly path: string;
  readonly master: PtyMaster;
}

type OnExit = (exitCode: number, signal: number) => void;

/** The master, the slave, and a second descriptor of the slave while the native code forks. */
const descriptorsNeeded = 3;

/**
 * Starts the program on a new terminal. On failure it raises SpawnFailed and leaves neither a process nor a descriptor.
 */
function forkOnTerminal(spec: PtySpec, deliver: PtyEvents['output'], onExit: OnExit): ForkedProcess {
  const { native } = loadNative();
  let forked = false;
  const { fd, pid, pty } = forkProcess(spec, (...exit) => forked && onExit(...exit));
  try {
    applyPixels(native, fd, spec.size);
    const master = new PtyMaster(fd, pty, deliver);
    forked = true;
    return { pid, path: pty, master };
  } catch (error) {
    sendSignal(pid, 'SIGKILL');
    closeSync(fd);
    return raiseOpenFailed((error as NodeJS.ErrnoException).code ?? 'EIO');
  }
}

function forkProcess(spec: PtySpec, onExit: OnExit) {
  const { native, helper } = loadNative();
  const { cwd, size } = spec;
  const env = Object.entries({ ...spec.env, [tagVariable]: spec.tag }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return shieldedFork({ program: spec.program, args: spec.args, env }, ({ program, args, env }) => {
    if (!hasFreeDescriptors()) raiseOpenFailed('EMFILE');
    try {
      return native.fork(program, args, env, cwd, size.cols, size.rows, -1, -1, true, helper, onExit);
    } catch {
      return raiseOpenFailed(areTerminalsExhausted() ? 'ENOSPC' : 'EAGAIN');
    }
  });
}

/** The native fork takes no pixel size. No program can have subscribed to size changes this early. */
function applyPixels(native: PtyNative, fd: number, size: Size): void {
  const { cols, rows, pixelWidth, pixelHeight } = size;
  if (pixelWidth !== 0 || pixelHeight !== 0) native.resize(fd, cols, rows, pixelWidth, pixelHeight);
}

/**
 * Checked before the fork, because the native code reports no reason, and a failure after the fork leaves a process
 * behind.
 */
function hasFreeDescriptors(): boolean {
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

function areTerminalsExhausted(): boolean {
  const number = (name: string) => Number(readFileSync(`/proc/sys/kernel/pty/${name}`, 'latin1'));
  try {
    return number('nr') >= number('max');
  } catch {
    return false;
  }
}

const raiseOpenFailed = (reason: string): never =>
  raise(fault.SpawnFailed({ path: '', reason }, `No pseudo-terminal could be opened: ${reason}`));

export function openUnixPty(spec: PtySpec, events: PtyEvents, clock: Clock): Pty {
  checkSpawn(spec);
  return new UnixPty(spec, events, clock);
}

class UnixPty implements Pty {
  readonly pid: number;
  readonly #path: string;
  readonly #master: PtyMaster;
  readonly #processTree: ProcessTree;
  readonly #events: PtyEvents;
  readonly #clock: Clock;
  #killSequence: KillSequence | undefined;
  #ended = false;
  #closed = false;

  constructor(spec: PtySpec, events: PtyEvents, clock: Clock) {
    const onExit = (exitCode: number, signal: number) => this.#exited(exitCode, signal);
    const { pid, path, master } = forkOnTerminal(spec, (bytes) => this.#deliver(bytes), onExit);
    this.pid = pid;
    this.#path = path;
    this.#master = master;
    this.#events = events;
    this.#clock = clock;
    this.#processTree = new ProcessTree(pid, spec.tag);
  }

  get queuedBytes(): number {
    return this.#master.queuedBytes;
  }

  write(bytes: Uint8Array): void {
    this.#master.write(bytes);
  }

  reply(bytes: Uint8Array, taken: () => void): void {
    this.#master.reply(bytes, taken);
  }

  resize(size: Size): void {
    checkSize(size);
    if (!this.#master.isOpen) return;
    loadNative().native.resize(this.#master.fd, size.cols, size.rows, size.pixelWidth, size.pixelHeight);
  }

  pause(): void {
    this.#master.pause();
  }

  resume(): void {
    this.#master.resume();
  }

  signal(name: ProcessSignal): void {
    if (!this.#ended) sendSignal(-this.#foreground(), name);
  }

  terminate(): Promise<void> {
    this.#killSequence ??= new KillSequence(this.#processTree, () => this.#ended, this.#clock);
    return this.#killSequence.done;
  }

  kill(): void {
    this.#processTree.kill();
  }

  cwd(): string | null {
    if (this.#ended) return null;
    return readWorkingDirectory(this.#foreground()) ?? readWorkingDirectory(this.pid);
  }

  program(): string | null {
    if (!this.#master.isOpen) return null;
    const argv0 = loadNative().native.process(this.#master.fd, this.#path);
    // The name of a login shell begins with a dash.
    return argv0 ? basename(argv0).replace(/^-/, '') : null;
  }

  lineModes(): LineModes | null {
    if (!this.#master.isOpen) return null;
    const flag = process.platform === 'linux' ? '-F' : '-f';
    const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
    const { status, stdout } = spawnSync('stty', [flag, this.#path, '-a'], { env, encoding: 'utf8' });
    if (status !== 0) return null;
    return { canonical: !/(^|\s)-icanon\b/.test(stdout), echo: !/(^|\s)-echo(\s|;|$)/.test(stdout) };
  }

  close(): void {
    this.#closed = true;
    this.#master.close();
  }

  /** The id of the foreground process group is the pid of its leader. */
  #foreground(): number {
    const foreground = readProcess(this.pid)?.foreground ?? 0;
    return foreground > 0 ? foreground : this.pid;
  }

  #deliver(bytes: Uint8Array): boolean {
    return this.#closed ? true : this.#events.output(bytes);
  }

  #exited(exitCode: number, number: number): void {
    this.#ended = true;
    this.#processTree.markLeaderExited();
    this.#master.drain();
    this.#master.close();
    if (!this.#closed) {
      this.#events.exit(
        number === 0 ? { exitCode, signal: null } : { exitCode: null, signal: signalName(number) },
      );
    }
    this.#killSequence?.onLeaderExit();
  }
}

/** The kernel delivers about 4 KiB at a time, for any buffer size. All terminals share this buffer. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Far more than the kernel holds for one terminal (about 20 KiB). The limit is needed because a surviving process may
 * keep writing.
 */
const maxDrainBytes = 1024 * 1024;

/**
 * The server end of a terminal. Three measures prevent lost output and writes to a wrong descriptor:
 *
 * - The slave stays open here, so the kernel never reports a hang-up on the stream. libuv treats a short read with a
 *   hang-up as the end and drops the rest. This costs one descriptor.
 * - The libuv pipe handle owns the descriptor. It writes what fits and waits for the rest without a timer. It closes
 *   the descriptor in the same thread, so a late write cannot reach a descriptor that another terminal reused.
 * - Output that the kernel still holds at exit is read before the exit is reported.
 */
class PtyMaster {
  readonly #fd: number;
  readonly #slave: number;
  readonly #pipe: PipeHandle;
  readonly #socket: net.Socket;
  readonly #deliver: (bytes: Uint8Array) => boolean;
  #open = true;

  /** Takes ownership of `fd`, unless it throws. */
  constructor(fd: number, slavePath: string, deliver: (bytes: Uint8Array) => boolean) {
    this.#fd = fd;
    this.#deliver = deliver;
    this.#slave = openSync(slavePath, constants.O_RDWR | constants.O_NOCTTY);
    try {
      this.#pipe = openPipe(fd);
    } catch (error) {
      closeSync(this.#slave);
      throw error;
    }
    registerTerminal(fd);
    this.#socket = this.#streamOver(this.#pipe);
    this.resume();
  }

  #streamOver(handle: PipeHandle): net.Socket {
    const callback = (length: number) => {
      if (!this.#deliver(readBuffer.subarray(0, length))) this.pause();
      return true;
    };
    const options = {
      handle,
      manualStart: true,
      allowHalfOpen: true,
      onread: { buffer: readBuffer, callback },
    };
    const socket = new net.Socket(options as net.SocketConstructorOpts);
    return socket.on('error', () => this.close());
  }

  get isOpen(): boolean {
    return this.#open;
  }

  get fd(): number {
    return this.#fd;
  }

  get queuedBytes(): number {
    return this.#open ? this.#socket.writableLength : 0;
  }

  write(bytes: Uint8Array): void {
    if (!this.#open || bytes.length === 0) return;
    if (this.#socket.writableLength + bytes.length > limits.inputQueueBytes) {
      raise(fault.Busy({ reason: 'busy', limit: 'inputQueueBytes', max: limits.inputQueueBytes }));
    }
    this.#socket.write(bytes);
  }

  reply(bytes: Uint8Array, taken: () => void): void {
    if (this.#open) this.#socket.write(bytes, taken);
  }

  // pause() and resume() of the socket take effect one turn late and undo each other.

  pause(): void {
    if (this.#open) this.#pipe.readStop();
  }

  resume(): void {
    if (this.#open) this.#pipe.readStart();
  }

  /** Delivers the output that the kernel still holds, even while paused. */
  drain(): void {
    let left = maxDrainBytes;
    while (this.#open && left > 0) {
      const length = this.#read();
      if (length === 0) return;
      left -= length;
      this.#deliver(readBuffer.subarray(0, length));
    }
  }

  /** Returns 0 at the end: EAGAIN, or EIO on systems that report a hang-up. */
  #read(): number {
    try {
      return readSync(this.#fd, readBuffer, 0, readBuffer.length, null);
    } catch {
      return 0;
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.destroy();
    unregisterTerminal(this.#fd);
    closeSync(this.#slave);
  }
}
