/** A picture or a recording that cannot be read: where, and what is wrong. */
import type { z } from '../../platform/schema.ts';

export class PictureProblem extends Error {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

export interface Issue {
  readonly path: readonly (string | number)[];
  /** With the field that it is about. */
  readonly reason: string;
}

/** The first thing that is wrong with a value, in one line. */
export function firstIssue({ issues: [issue] }: z.ZodError): Issue {
  const unknown = issue!.code === 'unrecognized_keys' ? issue!.keys.slice(0, 1) : [];
  const path = [...issue!.path, ...unknown] as (string | number)[];
  const reason = unknown.length > 0 ? 'no such field' : issue!.message;
  return { path, reason: path.length > 0 ? `${path.join('.')}: ${reason}` : reason };
}
