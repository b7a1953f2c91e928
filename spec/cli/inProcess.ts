/**
 * Runs a command of the command line in this process, with its own streams, environment and folder. A new process would
 * cost 150 ms of CPU time. Commands run one after the other, because they share these globals.
 */
import { Readable, Writable } from 'node:stream';
import { main } from '#cli/main.ts';
import { bin, type Ended, freshHome, type RunOptions } from './ptywright.ts';

class Exit extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`exit ${status}`);
    this.status = status;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs the command to its end. */
export function runCommand(args: readonly string[], how: RunOptions = {}): Promise<Ended> {
  const ended = last.then(() => run(args, how));
  last = ended.catch(() => {});
  return ended;
}

async function run(args: readonly string[], { input = '', env = {}, cwd }: RunOptions): Promise<Ended> {
  const stdout = new Collected();
  const stderr = new Collected();
  const own = {
    argv: [process.execPath, bin, ...args],
    env: { ...process.env, PTYWRIGHT_LOG: '', PTYWRIGHT_HOME: freshHome(), ...env },
    stdin: Readable.from([input]),
    stdout,
    stderr,
    exit: (status: number) => {
      throw new Exit(status);
    },
  };
  const before = process.cwd();
  const globals = Object.keys(own).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  );
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const status = await main(args).catch((problem: unknown) => {
      if (problem instanceof Exit) return problem.status;
      throw problem;
    });
    return { status, signal: null, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.chdir(before);
    for (const [name, global] of globals) Object.defineProperty(process, name, global);
  }
}

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}
