/**
 * Methods of adapters: they list, start and close adapters, read their state and screen, send intents, and wait for
 * states.
 *
 * Long because it declares each of these methods with its prose and its examples.
 */
import type { Adapter, AdapterStartRequest } from '#adapters/adapter.ts';
import { Manifest } from '#adapters/manifest.ts';
import type { Plugin } from '#adapters/plugin.ts';
import { splitRows } from '#adapters/screen/screenText.ts';
import { type AdapterWaitRequest, State, waitForAdapter } from '#adapters/state.ts';
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { HitPayload } from '#matchers/registry.ts';
import { z } from '#platform/schema.ts';
import { type Caller, createMethodFactory, type PermissionGrantor } from '#rpc/method.ts';
import { replyBeforeEvents } from '#session/feed.ts';
import type { WaitDeadline } from '#session/waits.ts';
import type { Baseline } from '#session/waitView.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import {
  AdapterRef,
  Cols,
  DurationMs,
  method,
  PixelSize,
  PluginName,
  Rows,
  redactionParams,
  TimeoutMs,
  WaitId,
} from './method.ts';
import { sessionSnapshot, sessionTranscript } from './screen.ts';
import {
  Args,
  closeOnDisconnect,
  environmentParams,
  listFilters,
  matchesFilters,
  Place,
  Program,
  requirePlace,
  sessionParams,
  toEnvironmentOptions,
  toSessionOptions,
} from './sessionOptions.ts';

/** Faults of every call to an adapter: the adapter, its plugin or its program may fail. */
const adapterFaults = ['AdapterUnknown', 'SessionClosed', 'PluginFailed', 'PermissionDenied'];

/** Checks the permissions that the manifest of a plugin grants. */
const pluginGrantor = ({ name, permissions }: Plugin): PermissionGrantor => ({
  title: `the plugin ${name}`,
  has: (permission) => permissions.has(permission as never),
});

/** A method of one adapter. */
const adapterMethod = createMethodFactory<Core, z.ZodNull>({
  params: z.strictObject({}),
  result: z.null(),
  derive: (_shape, { throws }) => ({
    throws: [...adapterFaults, ...throws],
    grantor: ({ adapters }, params: { adapter: string }) =>
      pluginGrantor(adapters.get(params.adapter).plugin),
  }),
});

export const adapterList = method({
  name: 'adapter.list',
  summary: 'List the plugins with which an adapter can start, with the facts of their manifests.',
  result: z.object({ plugins: z.array(Manifest) }),
  examples: [{ title: 'all plugins', send: {}, reply: {} }],
  handle: ({ world }) => ({
    plugins: world.plugins
      .all()
      .filter(({ manifest }) => manifest.kind === 'adapter')
      .map(({ manifest }) => world.redaction.value(manifest)),
  }),
});

const LiveAdapter = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  sequence: z.int(),
  finished: z.boolean().describe('Whether the program has exited.'),
});

const toLiveAdapter = ({ id, plugin, session, finished }: Adapter) => ({
  adapter: id,
  plugin: plugin.name,
  session: session.id,
  sequence: session.screen.sequence,
  finished,
});

export const adapterLive = method({
  name: 'adapter.live',
  summary: 'List the open adapters, so that a client that reconnects can find them.',
  params: z.strictObject(listFilters),
  result: z.object({ adapters: z.array(LiveAdapter) }),
  examples: [
    { title: 'none', send: {}, reply: { adapters: [] } },
    {
      title: 'one',
      plugin: 'echo',
      send: {},
      reply: { adapters: [{ adapter: 'e1', plugin: 'echo', session: 's1', finished: false }] },
    },
  ],
  handle: ({ world }, filters) => {
    const matches = matchesFilters(world, filters);
    const adapters = world.adapters.all().filter(({ session }) => matches(session));
    return { adapters: adapters.map(toLiveAdapter) };
  },
});

const AdapterStartParams = z.strictObject({
  plugin: PluginName,
  program: Program.optional().describe('Defaults to the target of the manifest.'),
  args: Args.optional().describe(
    'Defaults to the arguments in the manifest if `program` is the target of the manifest, otherwise to none.',
  ),
  ...environmentParams,
  rows: Rows.optional().describe("Defaults to the manifest's value, or else 40."),
  cols: Cols.optional().describe("Defaults to the manifest's value, or else 120."),
  pixel_width: PixelSize.default(0),
  pixel_height: PixelSize.default(0),
  ...sessionParams,
  place: Place.optional(),
});
type AdapterStartParams = z.output<typeof AdapterStartParams>;

const StartedAdapter = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  state: State,
});

const toAdapterRequest = (params: AdapterStartParams): AdapterStartRequest => ({
  ...toSessionOptions(params),
  spawn: {
    program: params.program,
    args: params.args,
    ...toEnvironmentOptions(params),
    rows: params.rows,
    cols: params.cols,
    pixelWidth: params.pixel_width,
    pixelHeight: params.pixel_height,
  },
});

interface StartedBy {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

async function startAdapter(world: Core, params: AdapterStartParams, { caller, signal }: StartedBy) {
  const { adapters, plugins } = world;
  requirePlace(world, params.place);
  const start = () => adapters.start(plugins.get(params.plugin), toAdapterRequest(params), signal);
  const adapter = await world.openAnnounced(params.name, start, ({ session }) => session);
  const { id, plugin, session, classifier } = adapter;
  if (params.close_on_disconnect) closeOnDisconnect(world, caller, session);
  const { state } = await classifier.classify();
  // The client is gone or already has an error reply, so it does not know the id of this adapter.
  if (signal.aborted) await adapters.close(adapter);
  return { adapter: id, plugin: plugin.name, session: session.id, state };
}

export const adapterStart = method({
  name: 'adapter.start',
  summary: 'Start a program and bind a plugin to it.',
  details:
    'Parameters that the caller omits come from `default_target` of the manifest. For environment variables, the order of precedence is: what the manifest requires, what the caller passes, what the manifest proposes.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => pluginGrantor(plugins.get(plugin)),
  throws: [
    'PluginUnknown',
    'PluginFailed',
    'SpawnFailed',
    'FileRefused',
    'Busy',
    'PermissionDenied',
    'NoHost',
    'HostUnreachable',
  ],
  params: AdapterStartParams,
  result: StartedAdapter,
  examples: [
    {
      title: 'with the plugin name only',
      send: { plugin: 'echo' },
      reply: { adapter: 'e1', plugin: 'echo', session: 's1', state: { state: 'ready', confidence: 1 } },
    },
    { title: 'an unknown plugin', send: { plugin: 'nobody' }, fault: 'PluginUnknown' },
    {
      title: 'a missing program',
      send: { plugin: 'echo', program: 'no-such-program' },
      fault: 'SpawnFailed',
    },
  ],
  handle: (call, params) => startAdapter(call.world, params, call),
});

export const adapterResume = method({
  name: 'adapter.resume',
  summary: 'Replace an adapter: close the prior one if it is still open, and start a new one.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => pluginGrantor(plugins.get(plugin)),
  throws: adapterStart.throws,
  params: adapterStart.params.extend({
    prior_adapter: AdapterRef.optional().describe('The adapter to close. An unknown id is not an error.'),
  }),
  result: StartedAdapter,
  examples: [
    {
      title: 'the prior adapter is unknown',
      send: { plugin: 'echo', prior_adapter: 'e9' },
      reply: { adapter: 'e1', state: { state: 'ready' } },
    },
  ],
  handle: async (call, { prior_adapter, ...params }) => {
    const { world, caller } = call;
    const prior = prior_adapter === undefined ? undefined : world.adapters.find(prior_adapter);
    if (prior) await replyBeforeEvents(caller, prior.session, world.adapters.close(prior));
    return startAdapter(world, params, call);
  },
});

export const adapterClose = {
  ...adapterMethod({
    name: 'adapter.close',
    summary: 'Close an adapter: end its program and remove its session.',
    needs: ['session.kill'],
    positional: ['adapter'],
    params: z.strictObject({ adapter: AdapterRef }),
    result: z.object({ closed: z.literal(true) }),
    examples: [
      { title: 'an echo adapter', plugin: 'echo', send: {}, reply: { closed: true } },
      { title: 'an unknown adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
    ],
    handle: async ({ world, caller }, { adapter: ref }) => {
      const adapter = world.adapters.get(ref);
      await replyBeforeEvents(caller, adapter.session, world.adapters.close(adapter));
      return { closed: true as const };
    },
  }),
  // The plugin is not called.
  throws: ['AdapterUnknown', 'PermissionDenied'],
};

export const StateReply = z.object({ state: State });

export const adapterState = adapterMethod({
  name: 'adapter.state',
  summary: 'Return the current state of the program, as the plugin classifies it.',
  details:
    'Returns also while a turn is pending. If the plugin fails, the state is `plugin_error`, and the next call starts a new instance of the plugin.',
  needs: ['screen.read'],
  positional: ['adapter'],
  params: z.strictObject({
    adapter: AdapterRef,
    last_event_seq: z
      .int()
      .min(0)
      .optional()
      .describe('Return only the events of the turn after the one with this `seq`.'),
  }),
  result: StateReply,
  examples: [
    {
      title: 'an echo adapter',
      plugin: 'echo',
      send: {},
      reply: { state: { state: 'ready', last_intent: null } },
    },
    { title: 'an unknown adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
  ],
  handle: async ({ world }, { adapter, last_event_seq }) => {
    const requested = world.adapters.get(adapter).classifier.classify({ lastEventSeq: last_event_seq });
    return { state: (await requested).state };
  },
});

export const adapterInspect = adapterMethod({
  name: 'adapter.inspect',
  summary: 'Return the state and the screen text that it was classified from, split into body and status.',
  details:
    'The status is the last rows: three, unless the manifest sets another number. A screen of six rows or fewer is all body. If the plugin does not have the permission `transcript.read`, `transcript_tail` is empty.',
  needs: ['screen.read'],
  params: z.strictObject({ adapter: AdapterRef, ...redactionParams }),
  result: z.object({
    adapter: z.string(),
    plugin: z.string(),
    state: State,
    plain_text: z.string(),
    body_text: z.string(),
    status_text: z.string(),
    transcript_tail: z.string(),
    sequence: z.int(),
  }),
  examples: [
    {
      title: 'an echo adapter',
      plugin: 'echo',
      send: {},
      reply: { adapter: 'e1', plugin: 'echo', state: { state: 'ready' }, body_text: '', status_text: '' },
    },
  ],
  handle: async ({ world }, { adapter, ...how }) => {
    const { id, plugin, session, classifier } = world.adapters.get(adapter);
    const redaction = session.redactionForRead(how, world);
    // Reads the texts in the same turn in which the plugin gets the screen, so that both match.
    const requested = classifier.classify();
    const { texts, text } = redactScreen(session.screen, redaction);
    const { sequence } = session.screen;
    const { cursor } = session.transcript;
    const { body, status } = splitRows(texts, plugin.manifest.status_rows);
    const tail = session.transcript.read(redaction, Math.max(0, cursor - limits.inspectTailChars)).text;
    const { state } = await requested;
    return {
      adapter: id,
      plugin: plugin.name,
      state,
      plain_text: text,
      body_text: body.join('\n'),
      status_text: status.join('\n'),
      transcript_tail: plugin.permissions.has('transcript.read') ? tail : '',
      sequence,
    };
  },
});

const TracedRule = z.object({
  rule: z.string().describe('The name of the rule.'),
  matched: z.boolean(),
  rows: z.array(z.int()).describe('The rows of the screen that the rule is about, from 0.'),
  why: z.string().optional(),
});

export const adapterExplain = adapterMethod({
  name: 'adapter.explain',
  summary: 'Return the state, each rule that the plugin tried to find it, and where an intent waits.',
  needs: ['screen.read'],
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef }),
  result: z.object({
    state: State,
    rules: z.array(TracedRule).describe('In the order in which the plugin tried them.'),
    intent: z
      .object({
        intent: z.string(),
        step: z.int().describe('Counts from 0.'),
        line: z.string().optional().describe('The line of the plugin, such as `main.lua:12`.'),
        why: z.string().optional().describe('What the step waits for.'),
      })
      .optional()
      .describe('The intent that runs now, and where it waits.'),
  }),
  examples: [
    {
      title: 'a plugin without rules',
      plugin: 'echo',
      send: {},
      reply: { state: { state: 'ready' }, rules: [] },
    },
  ],
  handle: async ({ world }, { adapter }) => {
    const { classifier, progress } = world.adapters.get(adapter);
    const { state, rules } = await classifier.classify({ trace: true });
    const traced = rules.map(({ rows, ...rest }) => ({ ...rest, rows: [...rows] }));
    return { state, rules: traced, ...(progress && { intent: world.redaction.value(progress) }) };
  },
});

export const adapterSnapshot = adapterMethod({
  name: 'adapter.snapshot',
  summary: "Return a snapshot of the program's screen, as `session.snapshot` does.",
  needs: sessionSnapshot.needs,
  params: sessionSnapshot.params.omit({ session: true }).extend({ adapter: AdapterRef }),
  result: sessionSnapshot.result,
  examples: [
    {
      title: 'an empty screen',
      plugin: 'echo',
      send: {},
      reply: { size: { rows: 40, cols: 120 }, plain_text: '' },
    },
  ],
  handle: (call, { adapter, ...how }) =>
    sessionSnapshot.handle(call, { ...how, session: call.world.adapters.get(adapter).session.id }),
});

export const adapterTranscript = adapterMethod({
  name: 'adapter.transcript',
  summary: "Read the transcript of an adapter's program, as `session.transcript` does.",
  needs: sessionTranscript.needs,
  params: sessionTranscript.params.omit({ session: true }).extend({ adapter: AdapterRef }),
  result: sessionTranscript.result,
  examples: [{ title: 'an empty transcript', plugin: 'echo', send: {}, reply: { text: '' } }],
  handle: (call, { adapter, ...how }) =>
    sessionTranscript.handle(call, { ...how, session: call.world.adapters.get(adapter).session.id }),
});

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

export const adapterSend = adapterMethod({
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

export const adapterWait = adapterMethod({
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

export const adapterTurn = adapterMethod({
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
