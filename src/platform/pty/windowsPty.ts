/**
 * A terminal on Windows, through the public interface of node-pty over ConPTY. Not tested on Windows so far. ConPTY
 * uses UTF-8 and has no signals, so each signal that ends a program kills it at once.
 */

import { createRequire } from 'node:module';
import type { IPty } from 'node-pty';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '../clock.ts';
import type { ProcessSignal } from '../signals.ts';
import { tagVariable } from './processes.ts';
import type { Pty, PtyEvents, PtySpec } from './pty.ts';
import type { Size } from './size.ts';
import { checkSize, checkStrings } from './spawnCheck.ts';

const interruptKey = Buffer.from('\x03');
const terminatingSignals: ReadonlySet<ProcessSignal> = new Set(['SIGTERM', 'SIGKILL', 'SIGHUP']);

export function openWindowsPty(spec: PtySpec, events: PtyEvents, _clock: Clock): Pty {
  checkStrings(spec);
  return new WindowsPty(spec, events);
}

class WindowsPty implements Pty {
  readonly queuedBytes = 0;
  readonly #pty: IPty;
  readonly #done: Promise<void>;
  #open = true;

  constructor(spec: PtySpec, events: PtyEvents) {
    this.#pty = spawnConPty(spec);
    // node-pty decodes the output here, for any `encoding` option.
    this.#pty.onData((text) => {
      if (this.#open && events.output(Buffer.from(text)) === false) this.pause();
    });
    this.#done = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        if (this.#open) events.exit({ exitCode, signal: null });
        this.#open = false;
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  write(bytes: Uint8Array): void {
    if (bytes.length > limits.inputQueueBytes) {
      raise(fault.Busy({ reason: 'busy', limit: 'inputQueueBytes', max: limits.inputQueueBytes }));
    }
    if (this.#open) this.#pty.write(Buffer.from(bytes));
  }

  reply(bytes: Uint8Array, taken: () => void): void {
    if (this.#open) this.#pty.write(Buffer.from(bytes));
    taken();
  }

  resize(size: Size): void {
    checkSize(size);
    if (this.#open) this.#pty.resize(size.cols, size.rows);
  }

  pause(): void {
    if (this.#open) this.#pty.pause();
  }

  resume(): void {
    if (this.#open) this.#pty.resume();
  }

  signal(name: ProcessSignal): void {
    if (name !== 'SIGINT' && !terminatingSignals.has(name))
      raise(fault.Unsupported({ reason: `Windows does not support ${name}` }));
    if (name === 'SIGINT') this.write(interruptKey);
    else this.kill();
  }

  terminate(): Promise<void> {
    this.kill();
    return this.#done;
  }

  kill(): void {
    if (this.#open) this.#pty.kill();
  }

  cwd(): null {
    return null;
  }

  program(): string | null {
    return this.#open ? this.#pty.process : null;
  }

  lineModes(): null {
    return null;
  }

  close(): void {
    this.kill();
    this.#open = false;
  }
}

function spawnConPty({ program, args, env, cwd, size, tag }: PtySpec): IPty {
  const nodePty = createRequire(import.meta.url)('node-pty') as typeof import('node-pty');
  const options = {
    cols: size.cols,
    rows: size.rows,
    cwd,
    env: { ...env, [tagVariable]: tag },
    encoding: null,
  };
  try {
    return nodePty.spawn(program, [...args], options);
  } catch {
    return raise(fault.SpawnFailed({ path: 'program', reason: 'ENOENT', program }));
  }
}
