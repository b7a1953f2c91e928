import { UsageError } from '../usage.ts';

/** NAME=VALUE, once and again. */
export function environmentOf(assignments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    assignments.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--env ${text}: expected NAME=VALUE`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
