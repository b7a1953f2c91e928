/** What a classifier says of a screen, and a state as it is told. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';

const StateName = z.string().min(1).max(limits.stateChars);
const Confidence = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 1000) / 1000);

const Candidate = z.object({ state: StateName, confidence: Confidence });

const TurnEvent = z.looseObject({ kind: z.string(), seq: z.number().optional() });

/** A table of Lua without anything in it may have been meant as a list. */
const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess(
    (value) => (isEmptyTable(value) ? [] : value),
    z.array(item).max(most).default([]) as z.ZodType<z.output<Item>[]>,
  );

const isEmptyTable = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** As it comes from a plugin. */
export const Classified = z.object({
  state: StateName,
  confidence: Confidence.default(1),
  evidence: z.string().max(limits.evidenceChars).default(''),
  metadata: z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    z.record(z.string(), z.unknown()).default({}),
  ),
  candidates: listOf(Candidate, limits.candidates),
  events: listOf(TurnEvent, limits.stateEvents),
  host_marks: listOf(z.object({ label: z.string().min(1).max(limits.nameChars) }), limits.markers),
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});
export type Classified = z.output<typeof Classified>;

/** As it is told. */
export const State = z
  .object({
    state: z
      .string()
      .describe('In the words of the plugin; `plugin_error` is ours, for a plugin that failed to say.'),
    confidence: z.number().describe('From 0 to 1.'),
    evidence: z.string().describe('Why the plugin thinks so.'),
    sequence: z.int().describe('Of the screen that was looked at.'),
    last_intent: z.string().nullable().describe('What the last intent left behind, until another clears it.'),
    metadata: z.record(z.string(), z.unknown()),
    candidates: z
      .array(z.object({ state: z.string(), confidence: z.number() }))
      .describe('Other states that the plugin thought of.'),
    events: z
      .array(z.looseObject({ kind: z.string(), seq: z.number().optional() }))
      .describe('What has happened in the turn, as far as the plugin tells it; `seq` counts.'),
  })
  .meta({ id: 'State', description: 'What a program is doing, as its plugin sees it. Redacted.' });
export type State = z.output<typeof State>;

export const pluginError = 'plugin_error';

export interface Told {
  readonly sequence: number;
  readonly lastIntent: string | null;
}

export const stateOf = (
  { state, confidence, evidence, metadata, candidates, events }: Classified,
  { sequence, lastIntent }: Told,
): State => ({
  state,
  confidence,
  evidence,
  sequence,
  last_intent: lastIntent,
  metadata,
  candidates,
  events,
});

export const failedState = (evidence: string, { sequence, lastIntent }: Told): State => ({
  state: pluginError,
  confidence: 1,
  evidence,
  sequence,
  last_intent: lastIntent,
  metadata: {},
  candidates: [],
  events: [],
});
