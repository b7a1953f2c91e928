import { UsageError } from './usage.ts';

/** `what` names the word that holds it. */
export function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new UsageError(`${what}: not JSON: ${(problem as Error).message}`);
  }
}
