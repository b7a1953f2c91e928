/** What the person who looks at a recording wants: to wait, to go on, to leave. */
import { systemClock } from '../../platform/clock.ts';
import { onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import { enterRawMode } from '../../platform/rawMode.ts';
import { standardInput } from '../../platform/standardStreams.ts';

const leaving = new Set(['q', '\x03', '\x04']);
const stepping = new Set(['.', '\x1b[C', '\x1bOC']);

export class Remote {
  /** Set once it is over: the exit status. */
  left: number | undefined;
  #paused: boolean;
  readonly #steps: boolean;
  #stepped = false;
  readonly #close: () => void;
  #wake = () => {};

  /** With `steps` every output waits for a key. */
  constructor(steps: boolean) {
    this.#steps = steps;
    this.#paused = steps;
    const leaveRaw = enterRawMode(() => {});
    const free = onEndSignals((name) => this.leave(statusOfSignal(name)));
    const input = standardInput();
    const pressed = (bytes: Buffer) => this.#press(bytes.toString('latin1'));
    // Who can press no key any more waits for none.
    const over = () => this.#goOn();
    if (input.isTTY || steps) input.on('data', pressed).on('end', over).on('error', over);
    this.#close = () => {
      input.off('data', pressed).off('end', over).pause();
      free();
      leaveRaw();
    };
  }

  close(): void {
    this.#close();
  }

  leave(status: number): void {
    this.left ??= status;
    this.#wake();
  }

  /** Until it is time, or until the person goes on. */
  async wait(ms: number): Promise<void> {
    let left = ms;
    this.#stepped = false;
    while (this.left === undefined && !this.#stepped && (this.#paused || left > 0)) {
      const began = systemClock.now();
      const paused = this.#paused;
      await this.#pause(paused ? undefined : left);
      if (!paused) left -= systemClock.now() - began;
    }
  }

  #pause(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const disarm = ms === undefined ? () => {} : systemClock.after(ms, resolve);
      this.#wake = () => {
        disarm();
        resolve();
      };
    });
  }

  #press(key: string): void {
    if (leaving.has(key)) return this.leave(0);
    if (this.#steps || stepping.has(key)) this.#stepped = true;
    else if (key === ' ') this.#paused = !this.#paused;
    this.#wake();
  }

  #goOn(): void {
    this.#paused = false;
    this.#wake();
  }
}
