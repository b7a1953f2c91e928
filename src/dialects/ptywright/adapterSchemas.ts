/** Schemas that the adapter methods share. */
import type { Adapter } from '#adapters/adapter.ts';
import { State } from '#adapters/classifier.ts';
import { limits } from '#limits.ts';
import { HitPayload } from '#matchers/schema.ts';
import { z } from '#platform/schema.ts';
import { TimeoutMs, WaitId } from './method.ts';

const Intent = z.string().min(1).max(limits.stateChars);
const IntentParams = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('Passed to the plugin unchanged.');

export const LastEventSeq = z
  .int()
  .min(0)
  .optional()
  .describe('Return only the events of the turn after the one with this `seq`.');

export const sendFields = {
  intent: Intent.describe('The name of an intent of the plugin; `plugin.describe` lists them.'),
  params: IntentParams,
};

export const waitFields = {
  intent: Intent.optional().describe(
    'The name of a wait matcher of the plugin. Defaults to `wait_turn_matcher` if neither `intent` nor `states` is given.',
  ),
  params: IntentParams,
  states: z
    .array(Intent)
    .min(1)
    .max(limits.candidates)
    .optional()
    .describe('Wait for any of these states, in place of an intent.'),
  stable_ms: z
    .int()
    .min(0)
    .max(limits.timeoutMs)
    .optional()
    .describe('With `states`: how long the state must have been one of them, in milliseconds.'),
  timeout_ms: TimeoutMs.default(limits.adapterTimeoutMs),
  wait_id: WaitId.optional(),
};

export const StateReply = z.object({ state: State });

const MatchedCondition = z.union([HitPayload, z.object({ kind: z.literal('state'), state: z.string() })]);

export const WaitReply = z.object({
  state: State,
  matched: MatchedCondition.describe('The matcher or the state that matched.'),
  wait_id: z.string().optional().describe('The `wait_id` of the request.'),
});

export const toLiveAdapter = ({ id, plugin, session, finished }: Adapter) => ({
  adapter: id,
  plugin: plugin.name,
  session: session.id,
  sequence: session.screen.sequence,
  finished,
});
