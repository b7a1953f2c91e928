/** Methods that send intents to an adapter and wait for its states. */
import type { Adapter } from '#adapters/adapter.ts';
import { type AdapterWaitRequest, waitForAdapter } from '#adapters/adapterStates.ts';
import { State } from '#adapters/classifier.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { HitPayload } from '#matchers/schema.ts';
import { z } from '#platform/schema.ts';
import type { WaitDeadline } from '#session/waits.ts';
import type { Baseline } from '#session/waitView.ts';
import { StateReply } from './adapter.ts';
import { AdapterRef, DurationMs, method, TimeoutMs, WaitId } from './method.ts';

const Intent = z.string().min(1).max(limits.stateChars);
const IntentParams = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('Passed to the plugin unchanged.');

export const sendFields = {
  intent: Intent.describe('The name of an intent of the plugin; `plugin.describe` lists them.'),
  params: IntentParams,
};

const waitFields = {
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
  stable_ms: DurationMs.optional().describe(
    'With `states`: how long the state must have been one of them, in milliseconds.',
  ),
  timeout_ms: TimeoutMs.default(limits.adapterTimeoutMs),
  wait_id: WaitId.optional(),
};

const MatchedCondition = z.union([HitPayload, z.object({ kind: z.literal('state'), state: z.string() })]);

const WaitReply = z.object({
  state: State,
  matched: MatchedCondition.describe('The matcher or the state that matched.'),
  wait_id: z.string().optional().describe('The `wait_id` of the request.'),
});

const WaitParams = z.object(waitFields);
type WaitParams = z.output<typeof WaitParams>;

/** `path` is the prefix of the parameter names in errors. */
function toWaitCondition({ intent, params, states, stable_ms }: WaitParams, path = ''): AdapterWaitRequest {
  if (states && intent !== undefined)
    raise(fault.Invalid({ path: `${path}intent`, reason: 'cannot be combined with `states`' }));
  if (stable_ms !== undefined && !states)
    raise(fault.Invalid({ path: `${path}stable_ms`, reason: 'requires `states`' }));
  return { intent, params, states: states && { states, stableMs: stable_ms ?? 0 } };
}

async function waitAndReport(
  adapter: Adapter,
  condition: AdapterWaitRequest,
  deadline: WaitDeadline,
  wait_id: string | undefined,
  baseline?: Baseline,
) {
  const { state, matched } = await waitForAdapter(adapter, condition, deadline, baseline);
  return { state, matched, ...(wait_id !== undefined && { wait_id }) };
}

export const adapterSend = method({
  name: 'adapter.send',
  summary: 'Send an intent to the plugin, and return the state after it.',
  details:
    'An adapter runs one intent at a time; others are queued. A plan may state what the screen must show before its next step. If that does not appear, the remaining steps are skipped, and the call fails with `ExpectationFailed`, which says what the screen showed.',
  needs: ['input.write'],
  throws: ['ExpectationFailed', 'Cancelled', 'Busy', 'ModeOff', 'InputHeld', 'PluginUnknown'],
  params: z.strictObject({ adapter: AdapterRef, ...sendFields }),
  result: StateReply,
  examples: [
    {
      title: 'a prompt',
      plugin: 'echo',
      send: { intent: 'send_prompt', params: { prompt: 'hello' } },
      reply: { state: { state: 'ready', last_intent: 'prompt_submitted' } },
    },
    { title: 'an unknown intent', plugin: 'echo', send: { intent: 'fly' }, fault: 'Invalid' },
  ],
  handle: async ({ world, caller, signal }, { adapter: ref, intent, params }) => {
    const adapter = world.adapters.get(ref);
    await adapter.turns.run(
      () => adapter.runIntent(intent, params, signal, caller),
      () => signal,
    );
    return { state: (await adapter.classifier.classify()).state };
  },
});

export const adapterWait = method({
  name: 'adapter.wait',
  summary: 'Wait for a wait matcher of the plugin, or for a state.',
  details:
    'Evaluated after each visible change, without polling. Other intents and reads can run at the same time.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'Cancelled', 'Busy', 'PluginUnknown'],
  waits: true,
  params: z.strictObject({ adapter: AdapterRef, ...waitFields }),
  result: WaitReply,
  examples: [
    {
      title: 'the turn is over',
      plugin: 'echo',
      send: { timeout_ms: 5000 },
      reply: { state: { state: 'ready' }, matched: { kind: 'screen_stable', min_ms: 150 } },
    },
    {
      title: 'a state',
      plugin: 'echo',
      send: { states: ['ready'], timeout_ms: 5000, wait_id: 'w-1' },
      reply: { state: { state: 'ready' }, matched: { kind: 'state', state: 'ready' }, wait_id: 'w-1' },
    },
    {
      title: 'a state that does not occur',
      plugin: 'echo',
      send: { states: ['asleep'], timeout_ms: 50 },
      fault: 'Timeout',
    },
    {
      title: 'an intent together with states',
      plugin: 'echo',
      send: { states: ['ready'], intent: 'wait_turn_matcher' },
      fault: 'Invalid',
    },
  ],
  handle: async ({ world, signal, deadline }, { adapter: ref, timeout_ms, wait_id, ...rest }) => {
    const adapter = world.adapters.get(ref);
    const condition = toWaitCondition({ ...rest, timeout_ms });
    const named = world.namedWaits.register(wait_id, signal, adapter.id);
    try {
      return await waitAndReport(adapter, condition, deadline(timeout_ms, named.signal), wait_id);
    } finally {
      named.dispose();
    }
  },
});

const TurnWait = z.strictObject(waitFields);

export const adapterTurn = method({
  name: 'adapter.turn',
  summary: 'Send an intent and wait for its result. No other intent runs in between.',
  details:
    'Reads can run at the same time. The whole screen counts, but only after the program has written any output since the input. The timeout starts at the last key.',
  needs: ['input.write', 'matcher.wait'],
  throws: ['ExpectationFailed', 'Timeout', 'Cancelled', 'Busy', 'ModeOff', 'InputHeld', 'PluginUnknown'],
  waits: true,
  params: z.strictObject({
    adapter: AdapterRef,
    send: z.strictObject(sendFields),
    wait: TurnWait.prefault({}).describe('The same parameters as for `adapter.wait`.'),
  }),
  result: WaitReply,
  examples: [
    {
      title: 'a prompt and its answer',
      plugin: 'echo',
      send: { send: { intent: 'send_prompt', params: { prompt: 'hello' } }, wait: { timeout_ms: 5000 } },
      reply: { state: { state: 'ready' }, matched: { kind: 'screen_stable' } },
    },
  ],
  handle: async ({ world, caller, signal, deadline }, { adapter: ref, send, wait }) => {
    const adapter = world.adapters.get(ref);
    const condition = toWaitCondition(wait, 'wait.');
    const named = world.namedWaits.register(wait.wait_id, signal, adapter.id);
    const runTurn = async () => {
      const baseline = await adapter.runIntent(send.intent, send.params, named.signal, caller);
      const until = deadline(wait.timeout_ms, named.signal);
      return waitAndReport(adapter, condition, until, wait.wait_id, baseline);
    };
    try {
      return await adapter.turns.run(runTurn, () => named.signal);
    } finally {
      named.dispose();
    }
  },
});

export const adapterCancelWait = method({
  name: 'adapter.cancel_wait',
  summary:
    'Cancel all waits and turns with this `wait_id`, on any connection. An unknown `wait_id` is not an error.',
  positional: ['wait_id'],
  params: z.strictObject({ wait_id: WaitId }),
  result: z.object({
    cancelled: z.boolean(),
    adapter: z.string().optional().describe('The adapter of the wait.'),
    wait_id: z.string(),
  }),
  examples: [
    {
      title: 'an unknown `wait_id`',
      send: { wait_id: 'w-1' },
      reply: { cancelled: false, wait_id: 'w-1' },
    },
  ],
  handle: ({ world }, { wait_id }) => {
    const adapter = world.namedWaits.adapterOf(wait_id);
    const cancelled = world.namedWaits.cancel(wait_id);
    return { cancelled, ...(adapter !== undefined && { adapter }), wait_id };
  },
});
