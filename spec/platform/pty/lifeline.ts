/** A FIFO that processes hold open: its end is the event that the last of them is gone, which no system call tells. */
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

  /** Ask only after somebody has opened the path to write. */
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
