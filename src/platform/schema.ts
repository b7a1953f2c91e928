/** Schemas, and the first issue of a value that does not fit one. */
import type * as z from './zod.ts';

export * as z from './zod.ts';

interface SchemaIssue {
  readonly path: readonly (string | number)[];
  /** Begins with the path of the field. */
  readonly reason: string;
}

/** Returns the first issue of a schema error as one line. */
export function firstIssue({ issues: [issue] }: z.ZodError): SchemaIssue {
  const unknown = issue!.code === 'unrecognized_keys' ? issue!.keys.slice(0, 1) : [];
  const path = [...issue!.path, ...unknown] as (string | number)[];
  const isMissing = issue!.code === 'invalid_type' && issue!.message.endsWith('received undefined');
  const reason = unknown.length > 0 ? 'unknown field' : isMissing ? 'is missing' : issue!.message;
  return { path, reason: path.length > 0 ? `${path.join('.')}: ${reason}` : reason };
}
