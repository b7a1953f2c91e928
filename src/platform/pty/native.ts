/**
 * The one place that loads node-pty, when the first terminal is opened and not before. Its native part forks and
 * waits; its JavaScript part loses output and mixes up descriptors, so unix.ts does that work itself.
 */
import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { dirname, resolve } from 'node:path';

export interface Native {
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

/** libuv's stream over any descriptor that can be polled; Node gives it no public constructor. */
export interface Pipe {
  open(fd: number): number;
  readStart(): number;
  readStop(): number;
}

export interface Loaded {
  readonly native: Native;
  readonly Pipe: new (type: number) => Pipe;
  /** macOS starts programs through this file. */
  readonly helper: string;
}

const socketPipe = 0;
let loaded: Loaded | undefined;

export function loadNative(): Loaded {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url);
    const utils = 'node-pty/lib/utils.js';
    const { dir, module } = require(utils).loadNativeModule('pty') as { dir: string; module: Native };
    const helper = resolve(dirname(require.resolve(utils)), dir, 'spawn-helper');
    if (process.platform === 'darwin') makeExecutable(helper);
    loaded = { native: module, Pipe: pipeClass(), helper };
  }
  return loaded;
}

/** A path below a device cannot exist, so nothing is ever connected to. */
function pipeClass(): Loaded['Pipe'] {
  const socket = net.connect({ path: '/dev/null/none' });
  const { _handle } = socket as unknown as { _handle: { constructor: Loaded['Pipe'] } };
  socket.on('error', () => {});
  socket.destroy();
  return _handle.constructor;
}

export function pipeOver(fd: number): Pipe {
  const pipe = new (loadNative().Pipe)(socketPipe);
  const failed = pipe.open(fd);
  if (failed !== 0) throw new Error(`A terminal cannot be polled: libuv error ${failed}`);
  return pipe;
}

/** Packed files lose their mode in some installers. */
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
