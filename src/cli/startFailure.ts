/** A program that cannot be started, told as shells tell it. */
import { Fault } from '../core/faults.ts';
import { Failure, UsageError } from './usage.ts';

const absent = new Set(['ENOENT', 'ENOTDIR']);

export function startFailure(problem: unknown): unknown {
  if (!(problem instanceof Fault)) return problem;
  if (problem.name === 'Invalid') return new UsageError(problem.message);
  const { path, reason } = problem.data as { path?: string; reason?: string };
  if (problem.name !== 'SpawnFailed' || path !== 'program') return new Failure(problem.message);
  return new Failure(problem.message, absent.has(reason ?? '') ? 127 : 126);
}
