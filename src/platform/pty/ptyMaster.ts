/**
 * The server end of a terminal. Three measures prevent lost output and writes to a wrong descriptor:
 *
 * - The slave stays open here, so the kernel never reports a hang-up on the stream. libuv treats a short read with a
 *   hang-up as the end and drops the rest. This costs one descriptor.
 * - The libuv pipe handle owns the descriptor. It writes what fits and waits for the rest without a timer. It closes
 *   the descriptor in the same thread, so a late write cannot reach a descriptor that another terminal reused.
 * - Output that the kernel still holds at exit is read before the exit is reported.
 */

import { closeSync, constants, openSync, readSync } from 'node:fs';
import net from 'node:net';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { openPipe, type PipeHandle, registerTerminal, unregisterTerminal } from './nativePty.ts';

/** The kernel delivers about 4 KiB at a time, for any buffer size. All terminals share this buffer. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Far more than the kernel holds for one terminal (about 20 KiB). The limit is needed because a surviving process may
 * keep writing.
 */
const maxDrainBytes = 1024 * 1024;

export class PtyMaster {
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
