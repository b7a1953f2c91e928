/**
 * The server's end of a terminal. Three things make it lose nothing and touch nothing else:
 *
 * - A descriptor of the program's end is held open, so the kernel never hangs up the stream that libuv reads:
 *   libuv takes a short read with a hang-up for the end and drops what is left. It costs one descriptor.
 * - libuv's pipe handle owns the descriptor: it writes what fits, waits for the rest without a timer, and closes it in
 *   the same thread, so no late write can reach a descriptor that another terminal has been given.
 * - What the kernel holds at the exit is read out before anybody hears of the exit.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import net from 'node:net';
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { type Pipe, pipeOver } from './native.ts';
import { forgetTerminal, noteTerminal } from './shieldedFork.ts';

/** The kernel hands over about 4 KiB at a time, whatever the buffer. All terminals read into this one. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Far more than the kernel holds of one terminal (about 20 KiB). A bound, because a program left behind may go on
 * writing for ever.
 */
const drainBytes = 1024 * 1024;

export class Master {
  readonly #fd: number;
  readonly #slave: number;
  readonly #pipe: Pipe;
  readonly #socket: net.Socket;
  readonly #deliver: (bytes: Uint8Array) => boolean;
  #open = true;

  /** Owns `fd` from here on, unless it throws. */
  constructor(fd: number, slavePath: string, deliver: (bytes: Uint8Array) => boolean) {
    this.#fd = fd;
    this.#deliver = deliver;
    this.#slave = openSync(slavePath, constants.O_RDWR | constants.O_NOCTTY);
    try {
      this.#pipe = pipeOver(fd);
    } catch (error) {
      closeSync(this.#slave);
      throw error;
    }
    noteTerminal(fd);
    this.#socket = this.#streamOver(this.#pipe);
    this.resume();
  }

  #streamOver(handle: Pipe): net.Socket {
    const callback = (length: number) => {
      if (!this.#deliver(buffer.subarray(0, length))) this.pause();
      return true;
    };
    const options = { handle, manualStart: true, allowHalfOpen: true, onread: { buffer, callback } };
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

  // The socket's own pause and resume take effect a turn late and undo each other.

  pause(): void {
    if (this.#open) this.#pipe.readStop();
  }

  resume(): void {
    if (this.#open) this.#pipe.readStart();
  }

  /** Delivers what the kernel still holds, asked for or not. */
  drain(): void {
    let left = drainBytes;
    while (this.#open && left > 0) {
      const length = this.#read();
      if (length === 0) return;
      left -= length;
      this.#deliver(buffer.subarray(0, length));
    }
  }

  /** 0 when there is no more: EAGAIN, or EIO on systems that hang up. */
  #read(): number {
    try {
      return readSync(this.#fd, buffer, 0, buffer.length, null);
    } catch {
      return 0;
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.destroy();
    forgetTerminal(this.#fd);
    closeSync(this.#slave);
  }
}
