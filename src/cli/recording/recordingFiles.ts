/** Reads recordings and writes output files that the user named. */
import { readFileSync, statSync } from 'node:fs';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { writeAtomically } from '#platform/temporaryFile.ts';
import { RecordingError } from '#recording/jsonLines.ts';
import { CommandError } from '../errors.ts';

/** Throws CommandError. */
export function readRecordingFile(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new CommandError(`${path}: is a directory`);
    if (stats.size > limits.recordingBytes)
      throw new CommandError(`${path}: more than ${limits.recordingBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (problem instanceof CommandError) throw problem;
    throw new CommandError(`${path}: ${(problem as NodeJS.ErrnoException).code ?? problem}`);
  }
}

/** Converts errors in a recording to CommandError, which is printed in one line. */
export async function withRecordingErrors<T>(deed: () => T | Promise<T>): Promise<T> {
  try {
    return await deed();
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
    throw new CommandError(
      code === 'EEXIST' ? `${path} already exists; overwrite it with --force` : `${path}: ${code}`,
    );
  }
}
