/** A program on a real terminal, with events for its output and its exit. */
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '#platform/clock.ts';
import { openPty, type Pty, type PtyExit, type PtySpec } from '#platform/pty/pty.ts';

export const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
export const plainEnv = {
  PATH: process.env.PATH ?? '/bin:/usr/bin',
  TERM: 'xterm-256color',
  LC_ALL: 'C.UTF-8',
};
export const programPath = (name: string) =>
  fileURLToPath(new URL(`../../programs/${name}`, import.meta.url));

let count = 0;
export const freshTag = () => `spec.${process.pid}.${++count}`;

export class Running {
  readonly pty: Pty;
  readonly exited: Promise<PtyExit>;
  /** Called with each read before it is collected. Returning false pauses. */
  onOutput: (bytes: Uint8Array) => boolean = () => true;
  bytes = 0;
  #chunks: Uint8Array[] = [];
  #waiting: { readonly text: string; readonly found: () => void }[] = [];

  constructor(
    program: string,
    args: readonly string[] = [],
    rest: Partial<PtySpec> = {},
    clock: Clock = systemClock,
  ) {
    const { promise, resolve } = withResolvers<PtyExit>();
    this.exited = promise;
    const spec = { program, args, env: plainEnv, cwd: process.cwd(), size, tag: freshTag(), ...rest };
    this.pty = openPty(spec, { output: (bytes) => this.#take(bytes), exit: resolve }, clock);
  }

  get text(): string {
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks.join('');
  }

  says(text: string): Promise<void> {
    const { promise, resolve } = withResolvers<void>();
    this.#waiting.push({ text, found: resolve });
    this.#look();
    return promise;
  }

  send(text: string): void {
    this.pty.write(Buffer.from(text));
  }

  #take(bytes: Uint8Array): boolean {
    const more = this.onOutput(bytes);
    this.bytes += bytes.length;
    this.#chunks.push(Uint8Array.from(bytes));
    if (this.#waiting.length > 0) this.#look();
    return more;
  }

  #look(): void {
    const seen = this.text;
    const found = this.#waiting.filter(({ text }) => seen.includes(text));
    this.#waiting = this.#waiting.filter((waiting) => !found.includes(waiting));
    for (const waiting of found) waiting.found();
  }
}

export const sh = (script: string, rest: Partial<PtySpec> = {}) =>
  new Running('/bin/sh', ['-c', script], rest);

/** Runs `task` `times` times, `parallel` at once. */
export async function inParallel(times: number, parallel: number, task: (index: number) => Promise<void>) {
  let next = 0;
  const lane = async () => {
    while (next < times) await task(next++);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
}

export function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
