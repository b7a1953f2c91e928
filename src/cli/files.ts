/** Reads and writes files that the user named. */
import { readFileSync, statSync } from 'node:fs';
import { Fault } from '#faults.ts';
import { createDirectories } from '#platform/paths.ts';
import { writeAtomically } from '#platform/temporaryFile.ts';
import { RecordingError } from '#recording/jsonLines.ts';
import { CommandError, toFileError } from './errors.ts';

/** Throws CommandError. */
export function readTextFile(path: string, maxBytes: number): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new CommandError(`${path}: is a directory`);
    if (stats.size > maxBytes) throw new CommandError(`${path}: more than ${maxBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (problem) {
    throw toFileError(path, problem, 'source');
  }
}

export const ownerOnly = 0o700;

/** Throws CommandError. */
export function createFolder(path: string, mode?: number): void {
  try {
    createDirectories(path, mode);
  } catch (problem) {
    throw toFileError(path, problem, 'directory');
  }
}

/** Converts errors in a recording to CommandError, which is printed in one line. */
export async function withRecordingErrors<T>(operation: () => T | Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (problem) {
    const known = problem instanceof RecordingError || problem instanceof Fault;
    throw known ? new CommandError(problem.message) : problem;
  }
}

/** Writes a file atomically, readable by its owner only. Throws CommandError. */
export async function writeOutputFile<T>(
  path: string,
  replaces: boolean,
  make: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await writeAtomically(path, replaces, make);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    if (code === 'EEXIST') throw new CommandError(`${path} already exists; overwrite it with --force`);
    throw toFileError(path, problem);
  }
}
