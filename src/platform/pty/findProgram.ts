/**
 * Finds what an exec would run, before a process exists: the native code can only report a failed exec as text on
 * the screen and exit status 1, which a program's own failure looks like too.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FaultData, fault, raise } from '../../core/faults.ts';
import { tellRefusal } from '../refusals.ts';
import { interpreterOf, looksLike } from './interpreter.ts';
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
  if (reason !== null) fail({ path: 'cwd', reason, cwd }, tellRefusal('cwd', `The directory ${cwd}`, reason));
}

/** The path of the file that will run. Raises SpawnFailed with the error that the exec would meet. */
export function findProgram({ program, cwd, env }: Pick<PtySpec, 'program' | 'cwd' | 'env'>): string {
  let reason = 'ENOENT';
  let file = program;
  for (const candidate of candidates(program, cwd, env.PATH ?? defaultPath)) {
    const met = fileProblem(candidate);
    if (met === null) return checkInterpreter(candidate, program, cwd);
    // As execvp does: of a search, a file that may not be run says more than the places where there is none.
    const tells = met === 'EACCES' || program.includes('/') || !passing.has(met);
    if (tells) [reason, file] = [met, candidate];
    if (!passing.has(met)) break;
  }
  const why = file === program && !program.includes('/') ? 'not_in_path' : kindOf(file);
  return fail({ path: 'program', reason, program }, tellRefusal('program', file, reason, why));
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
    if (interpreter === 'unknown') {
      const subject = script === file ? 'program' : 'interpreter';
      return fail({ path: 'program', reason: 'ENOEXEC', program }, tellRefusal(subject, script, 'ENOEXEC'));
    }
    const next = resolve(cwd, interpreter.path);
    const reason = fileProblem(next);
    if (reason !== null) {
      const named = `The interpreter ${next} of ${script}`;
      return fail(
        { path: 'program', reason, program },
        tellRefusal('interpreter', named, reason, kindOf(next)),
      );
    }
    script = next;
  }
  const named = `The interpreter ${script} of ${file}`;
  return fail({ path: 'program', reason: 'ELOOP', program }, tellRefusal('interpreter', named, 'ELOOP'));
}

/** What stands where a program should be: of a directory the system only says that it may not be run. */
const kindOf = (path: string) =>
  problem(() => {
    const stats = statSync(path);
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? formOf(path) : 'not_a_file';
  }) ?? undefined;

/** Of a file that may not be run: whether that is all that it lacks. */
const formOf = (path: string) => {
  const form = looksLike(path);
  return form === 'unreadable' ? null : form === 'program' ? 'not_executable' : 'no_program';
};

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

const fail = (data: FaultData<'SpawnFailed'>, message: string): never =>
  raise(fault.SpawnFailed(data, message));
