/** Errors that are printed in one line, and the exit statuses. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Exit statuses of the commands for one session. Each class has its own, so that a script can tell them apart. */
export const sessionExitCodes = { ...exitCodes, noSession: 3, noServer: 4, internal: 5 } as const;

/** Invalid arguments. */
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
