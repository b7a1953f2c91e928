/**
 * A FIFO that processes hold open. Its end is the event that the last process has exited, which no system call reports.
 */
import { spawnSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Lifeline {
  readonly path: string;
  readonly #directory = mkdtempSync(join(tmpdir(), 'lifeline-'));
  readonly #fd: number;

  constructor() {
    this.path = join(this.#directory, 'fifo');
    const { status } = spawnSync('mkfifo', [this.path]);
    if (status !== 0) throw new Error('mkfifo failed');
    this.#fd = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** Call this only after a process has opened the path for writing. */
  cut(): Promise<void> {
    const socket = new net.Socket({ fd: this.#fd, writable: false });
    return new Promise((resolve) => {
      socket.on('end', () => {
        socket.destroy();
        rmSync(this.#directory, { recursive: true });
        resolve();
      });
      socket.resume();
    });
  }
}
