/** What a person can get wrong, told in one line, and the exit status that stands for it. */
export const exits = { done: 0, failed: 1, usage: 2 } as const;

/** The words cannot be understood, or cannot be followed. */
export class UsageError extends Error {
  /** For whoever has more to say about it. */
  readonly reason: string | undefined;
  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** What was asked for cannot be had here and now; the message is all that a person needs. */
export class Failure extends Error {
  readonly status: number;
  constructor(message: string, status: number = exits.failed) {
    super(message);
    this.status = status;
  }
}
