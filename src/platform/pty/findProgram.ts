/**
 * Finds what an exec would run, before a process exists: the native code can only report a failed exec as text on
 * the screen and exit status 1, which a program's own failure looks like too.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FaultData, fault, raise } from '../../core/faults.ts';
import { interpreterOf } from './interpreter.ts';
import type { PtySpec } from './pty.ts';

/** What the C library searches when PATH is not set. */
const defaultPath = '/bin:/usr/bin';
/** Scripts may run scripts; Linux gives up here. */
const interpreterDepth = 4;
/** Errors at which the search goes on with the next directory of PATH. */
const passing = new Set(['ENOENT', 'ENOTDIR', 'ESTALE', 'ETIMEDOUT', 'EACCES']);

export function checkDirectory(cwd: string): void {
  const reason = problem(() => {
    if (!statSync(cwd).isDirectory()) return 'ENOTDIR';
    accessSync(cwd, constants.X_OK);
    return null;
  });
  if (reason !== null)
    fail({ path: 'cwd', reason, cwd }, `The directory ${cwd} cannot be entered: ${reason}`);
}

/** The path of the file that will run. Raises SpawnFailed with the error that the exec would meet. */
export function findProgram({ program, cwd, env }: Pick<PtySpec, 'program' | 'cwd' | 'env'>): string {
  let reason = 'ENOENT';
  for (const candidate of candidates(program, cwd, env.PATH ?? defaultPath)) {
    const met = fileProblem(candidate);
    if (met === null) return checkInterpreter(candidate, program, cwd);
    if (!passing.has(met)) return fail({ path: 'program', reason: met, program });
    // As execvp does: of a search, a file that may not be run says more than the places where there is none.
    if (met === 'EACCES' || program.includes('/')) reason = met;
  }
  return fail({ path: 'program', reason, program }, `${program} cannot be run: ${reason}`);
}

const candidates = (program: string, cwd: string, path: string) =>
  program.includes('/')
    ? [resolve(cwd, program)]
    : path.split(':').map((directory) => resolve(cwd, directory, program));

function checkInterpreter(file: string, program: string, cwd: string): string {
  let script = file;
  for (let depth = 0; depth <= interpreterDepth; depth++) {
    const interpreter = interpreterOf(script);
    if (interpreter === 'none') return file;
    if (interpreter === 'unknown') return fail({ path: 'program', reason: 'ENOEXEC', program });
    const next = resolve(cwd, interpreter.path);
    const reason = fileProblem(next);
    if (reason !== null) {
      return fail(
        { path: 'program', reason, program },
        `The interpreter ${next} of ${script} cannot be run: ${reason}`,
      );
    }
    script = next;
  }
  return fail({ path: 'program', reason: 'ELOOP', program });
}

const fileProblem = (path: string) =>
  problem(() => {
    if (!statSync(path).isFile()) return 'EACCES';
    accessSync(path, constants.X_OK);
    return null;
  });

function problem(look: () => string | null): string | null {
  try {
    return look();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EIO';
  }
}

const fail = (data: FaultData<'SpawnFailed'>, detail?: string): never =>
  raise(fault.SpawnFailed(data, detail));
