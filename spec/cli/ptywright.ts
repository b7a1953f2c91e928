/** Runs the built program as a user would, with a separate home. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));

/** Creates a private directory, which is removed at the end of the run. */
export const freshHome = (): string => mkdtempSync(join(tmpdir(), 'ptywright-'));

/** Creates a folder for the PATH, in which each name runs a script with Node. */
export function commandFolder(scripts: Readonly<Record<string, string>>): string {
  const folder = freshHome();
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(path, 0o755);
  }
  return folder;
}

export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Ptywright {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';
  readonly #waiting: { readonly seen: () => boolean; readonly notify: () => void }[] = [];

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string) {
    const whole = { ...process.env, PTYWRIGHT_LOG: '', ...env };
    this.process = spawn(process.execPath, [bin, ...args], { env: whole, stdio: 'pipe', cwd });
    this.process.stdout!.setEncoding('utf8').on('data', (text: string) => this.received('stdout', text));
    this.process.stderr!.setEncoding('utf8').on('data', (text: string) => this.received('stderr', text));
    this.ended = new Promise((resolve) => {
      this.process.once('close', (status, signal) =>
        resolve({ status, signal, stdout: this.stdout, stderr: this.stderr }),
      );
    });
  }

  send(text: string): void {
    this.process.stdin!.write(text);
  }

  says(text: string, where: 'stdout' | 'stderr' = 'stdout'): Promise<void> {
    return this.until(() => this[where].includes(text), text);
  }

  /** Checks the condition after each output. Rejects when the program ends before it holds. */
  until(seen: () => boolean, what = 'what was waited for'): Promise<void> {
    const matched = new Promise<void>((notify) => {
      this.#waiting.push({ seen, notify });
      this.#look();
    });
    const silent = this.ended.then(({ status, stderr }) => {
      if (!seen()) throw new Error(`ended with ${status} and never said ${what}: ${stderr}`);
    });
    return Promise.race([matched, silent]);
  }

  received(where: 'stdout' | 'stderr', text: string): void {
    this[where] += text;
    this.#look();
  }

  #look(): void {
    for (const { seen, notify } of this.#waiting) if (seen()) notify();
  }
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs the program to its end. */
export function ptywright(
  args: readonly string[],
  { input = '', env = {}, cwd }: RunOptions = {},
): Promise<Ended> {
  const program = new Ptywright(args, { PTYWRIGHT_HOME: freshHome(), ...env }, cwd);
  program.process.stdin!.on('error', () => {});
  program.process.stdin!.end(input);
  return program.ended;
}
