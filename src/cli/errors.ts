/** Errors that are printed in one line, and the exit statuses. Loads no faults, which every command would wait for. */
import type { Fault } from '#faults.ts';
import { type ErrorSubject, formatSystemError } from '#platform/systemErrors.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Exit statuses of the commands for one session. Each class has its own, so that a script can tell them apart. */
export const sessionExitCodes = { ...exitCodes, noSession: 3, noServer: 4, internal: 5 } as const;

export class UsageError extends Error {
  /** A reason code for callers that can add advice. */
  readonly reason: string | undefined;
  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** The command failed. The message is all that the user needs. */
export class CommandError extends Error {
  readonly status: number;
  constructor(message: string, status: number = exitCodes.failed) {
    super(message);
    this.status = status;
  }
}

/** Converts an error of the file system to one line with the path and the next step. */
export function toFileError(path: string, problem: unknown, subject: ErrorSubject = 'film'): CommandError {
  if (problem instanceof CommandError) return problem;
  return new CommandError(
    formatSystemError(subject, path, (problem as NodeJS.ErrnoException).code ?? String(problem)),
  );
}

/** The exit status of a shell for a program that cannot be started. */
export const spawnExitStatus = (reason: string | undefined): number =>
  reason === 'ENOENT' || reason === 'ENOTDIR' ? 127 : 126;

/** Converts a failed spawn to an error with the exit status of a shell. */
export function toSpawnFailure(problem: unknown): unknown {
  if (!(problem instanceof Error && 'data' in problem)) return problem;
  const { name, message, data } = problem as Fault;
  if (name === 'Invalid') return new UsageError(message);
  const { path, reason } = data as { path?: string; reason?: string };
  if (name !== 'SpawnFailed' || path !== 'program') return new CommandError(message);
  return new CommandError(message, spawnExitStatus(reason));
}
