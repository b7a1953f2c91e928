/** The schemas of a state: as a plugin returns it, and as clients get it. */

import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';

const StateNameSchema = z.string().min(1).max(limits.stateChars);
const ConfidenceSchema = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 1000) / 1000);

const CandidateSchema = z.object({ state: StateNameSchema, confidence: ConfidenceSchema });

const TurnEventSchema = z.looseObject({ kind: z.string(), seq: z.number().optional() });

/** An empty Lua table may be meant as a list. */
const listSchema = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess(
    (value) => (isEmptyTable(value) ? [] : value),
    z.array(item).max(most).default([]) as z.ZodType<z.output<Item>[]>,
  );

const isEmptyTable = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** The state that `classify` returns. */
export const ClassifiedState = z.object({
  state: StateNameSchema,
  confidence: ConfidenceSchema.default(1),
  evidence: z.string().max(limits.evidenceChars).default(''),
  metadata: z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    z.record(z.string(), z.unknown()).default({}),
  ),
  candidates: listSchema(CandidateSchema, limits.candidates),
  events: listSchema(TurnEventSchema, limits.stateEvents),
  host_marks: listSchema(z.object({ label: z.string().min(1).max(limits.nameChars) }), limits.markers),
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});
export type ClassifiedState = z.output<typeof ClassifiedState>;

/** The state that clients get. */
export const State = z
  .object({
    state: z
      .string()
      .describe('The name of the state, defined by the plugin. `plugin_error` means that the plugin failed.'),
    confidence: z.number().describe('From 0 to 1.'),
    evidence: z.string().describe('Why the plugin reports this state.'),
    sequence: z.int().describe('The sequence of the screen that was classified.'),
    last_intent: z
      .string()
      .nullable()
      .describe('The value that the last intent set. It stays until another intent changes or clears it.'),
    metadata: z.record(z.string(), z.unknown()),
    candidates: z
      .array(z.object({ state: z.string(), confidence: z.number() }))
      .describe('Other states that the plugin considered.'),
    events: z
      .array(z.looseObject({ kind: z.string(), seq: z.number().optional() }))
      .describe('The events of the turn that the plugin reports, numbered by `seq`.'),
  })
  .meta({ id: 'State', description: 'The state of a program, as its plugin reports it. Redacted.' });
export type State = z.output<typeof State>;

const pluginErrorState = 'plugin_error';

interface StateOrigin {
  readonly sequence: number;
  readonly lastIntent: string | null;
}

export const toState = (
  { state, confidence, evidence, metadata, candidates, events }: ClassifiedState,
  { sequence, lastIntent }: StateOrigin,
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

export const toFailedState = (evidence: string, { sequence, lastIntent }: StateOrigin): State => ({
  state: pluginErrorState,
  confidence: 1,
  evidence,
  sequence,
  last_intent: lastIntent,
  metadata: {},
  candidates: [],
  events: [],
});
