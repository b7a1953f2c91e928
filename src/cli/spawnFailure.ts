/** Converts a failed spawn to an error with the exit status of a shell. */
import { Fault } from '#faults.ts';
import { CommandError, UsageError } from './errors.ts';

const notFoundCodes = new Set(['ENOENT', 'ENOTDIR']);

export function toSpawnFailure(problem: unknown): unknown {
  if (!(problem instanceof Fault)) return problem;
  if (problem.name === 'Invalid') return new UsageError(problem.message);
  const { path, reason } = problem.data as { path?: string; reason?: string };
  if (problem.name !== 'SpawnFailed' || path !== 'program') return new CommandError(problem.message);
  return new CommandError(problem.message, notFoundCodes.has(reason ?? '') ? 127 : 126);
}
