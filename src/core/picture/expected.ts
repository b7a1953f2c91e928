/** What a picture says that a plugin has to say of it, and the facts that the plugin is told besides the screen. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import type { Exit } from '../matcher/moment.ts';

const words = z.string().max(limits.stateChars);
const quietMs = z.int().min(0).max(limits.timeoutMs);

export const ExitField = z
  .strictObject({ exit_code: z.int().nullable().default(null), signal: z.string().nullable().default(null) })
  .transform(({ exit_code, signal }): Exit => ({ exitCode: exit_code, signal }));

/** The same words in a picture's header and in a recording's markers. */
export const told = {
  last_intent: words.optional(),
  stable_ms: quietMs.optional(),
  completed_turn_stable_ms: quietMs.optional(),
  exit: ExitField.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  evidence: z.string().max(limits.evidenceChars).optional(),
};

export const StateField = words.min(1);

export interface Expected {
  readonly state: string;
  /** What at least stands in the metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What the evidence contains. */
  readonly evidence?: string | undefined;
}

interface Told {
  readonly last_intent?: string | undefined;
  readonly completed_turn_stable_ms?: number | undefined;
}

/** As a plugin gets them beside the screen; what is not told is left out. */
export const factsOf = ({
  last_intent,
  completed_turn_stable_ms,
}: Told): Readonly<Record<string, unknown>> => ({
  ...(last_intent && { last_intent }),
  ...(completed_turn_stable_ms !== undefined && { completed_turn_stable_ms }),
});
