/** Runs programs without a terminal: to their end, in the background, or the one that opens a file of some type. */

import { spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import type { Clock } from './clock.ts';

interface ProgramRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface ProgramRunLimits {
  readonly bytes: number;
  readonly ms: number;
  readonly clock: Clock;
}

/**
 * Returns the first `bytes` bytes of standard output and standard error, once the program has closed both. Rejects if
 * it cannot be started. After `ms` milliseconds it rejects and kills the process group.
 */
export function runProgram(
  { file, args, cwd, env }: ProgramRun,
  { bytes, ms, clock }: ProgramRunLimits,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    let room = bytes;
    const take = (part: Buffer) => {
      if (room > 0) parts.push(part.subarray(0, room));
      room -= part.length;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = clock.after(ms, () => {
      reject(new Error(`did not end within ${ms} ms`));
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.on('error', (problem) => {
      timer.dispose();
      reject(problem);
    });
    child.on('close', () => {
      timer.dispose();
      resolve(Buffer.concat(parts).toString());
    });
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/**
 * Starts a program that outlives this process. Resolves with what it has printed on standard error, once that contains
 * `sign` or the program has ended.
 */
export function startInBackground(file: string, args: readonly string[], sign: string): Promise<string> {
  const child = spawn(file, args, { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve) => {
    let printed = '';
    const settle = () => {
      child.stderr.destroy();
      child.unref();
      resolve(printed.trim());
    };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(sign)) settle();
    });
    child.once('error', (problem) => {
      printed += problem.message;
      settle();
    });
    child.once('close', settle);
  });
}

/** Changes when the file is replaced, also behind a link. Throws system errors. */
export function fileFingerprint(path: string): string {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return JSON.stringify([real, size, mtimeMs]);
}

/** Returns false if there is no desktop or no program that opens files. */
export function openFile(path: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const opener = fileOpeners[process.platform] ?? ['xdg-open'];
  if (opener[0] === 'xdg-open' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return Promise.resolve(false);
  return new Promise((resolve) => {
    const [file, ...args] = opener as [string, ...string[]];
    const child = spawn(file, [...args, path], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

const fileOpeners: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
