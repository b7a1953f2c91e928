/** Recordings that a person named. */
import { readFileSync, statSync } from 'node:fs';
import { Fault } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { RecordingProblem } from '../../core/recording/readLines.ts';
import { Failure } from '../usage.ts';

/** Raises Failure. */
export function readRecordingFile(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new Failure(`${path}: is a directory`);
    if (stats.size > limits.recordingBytes)
      throw new Failure(`${path}: more than ${limits.recordingBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (problem instanceof Failure) throw problem;
    throw new Failure(`${path}: ${(problem as NodeJS.ErrnoException).code ?? problem}`);
  }
}

/** What is wrong in a recording, and what cannot be made of it, is told in one line. */
export async function ofRecordings<T>(deed: () => T | Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (problem) {
    const known = problem instanceof RecordingProblem || problem instanceof Fault;
    throw known ? new Failure(problem.message) : problem;
  }
}
