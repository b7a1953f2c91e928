/** The tools that start, drive, list and close sessions. */

import type { Refusal } from '#client/index.ts';
import { adapterStart } from '#dialects/ptywright/adapter.ts';
import { pluginDescribe } from '#dialects/ptywright/plugin.ts';
import { sessionClose } from '#dialects/ptywright/session.ts';
import { sessionWait, type WaitEvidence } from '#dialects/ptywright/waits.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type HitPayload, type MatcherInput, matchers } from '#matchers/registry.ts';
import { z } from '#platform/schema.ts';
import { actions } from '#terminal/input/actions.ts';
import type { Snapshot } from '#terminal/screenReader.ts';
import { awaitReply, replyWithinMs } from './budget.ts';
import { composeScreen, fitReply, type ReplyItem, ScreenReply, type ToolReply, withExit } from './reply.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { isRefusal, type SessionExit, type ToolContext } from './toolContext.ts';

const matcherNames = [...matchers.keys()] as [string, ...string[]];
const actionNames = Object.keys(actions) as [keyof typeof actions, ...(keyof typeof actions)[]];

// The server checks `value`. Its schema for each action and each matcher would be larger than all tools together.
const Action = z.strictObject({ type: z.enum(actionNames), value: z.unknown().optional() });
const AnyMatcher = z.looseObject({ type: z.string(), value: z.unknown().optional() });
const Matcher = AnyMatcher.extend({ type: z.enum(matcherNames) });

const matcherHelp =
  'contains_text "ok"; screen_regex "(?m)^ok"; screen_stable {"min_ms":300}; title {"contains":"x"}; process_exited; command_finished {"exit_code":0}; any/all [matchers]; not matcher. Text matchers take rows {"from":-1,"count":1}.';
const Since = z
  .int()
  .min(0)
  .describe('`sequence` of a reply: return the rows that changed since then.')
  .optional();

const { session, timeout_ms: TimeoutMs } = sessionWait.params.shape;
const Session = session.describe('Id or name.');

const WaitReply = ScreenReply.extend({
  hit: z.looseObject({ kind: z.string() }).optional().describe('What matched.'),
  warnings: z.array(z.string()).optional(),
  pending: z.string().optional().describe('Not finished: call `wait` with this.'),
});

const text = (value: string): MatcherInput => ({ type: 'screen_regex', value });
const stable = (min_ms: number): MatcherInput => ({ type: 'screen_stable', value: { min_ms } });
const exited: MatcherInput = { type: 'process_exited' };

const hasFirstScreen: MatcherInput = {
  type: 'any',
  value: [exited, { type: 'all', value: [text('\\S'), stable(limits.mcpSettleMs)] }],
};

/** The program has answered and drawn its answer, or does not answer. */
const hasAnswered: MatcherInput = {
  type: 'any',
  value: [
    exited,
    { type: 'all', value: [{ type: 'changed' }, stable(limits.mcpSettleMs)] },
    stable(limits.mcpSilentMs),
  ],
};

const startFields = adapterStart.params.pick({
  args: true,
  env: true,
  rows: true,
  cols: true,
  name: true,
}).shape;

export const start = defineTool({
  name: 'start',
  description: 'Start a program in a terminal, or a plugin that knows its program. Returns the first screen.',
  params: z.strictObject({
    program: adapterStart.params.shape.program.describe('Name or path. Not a shell line: use program "sh".'),
    plugin: adapterStart.params.shape.plugin.optional().describe('See `list`. Then use `agent`.'),
    ...startFields,
    args: startFields.args.describe(''),
    env: startFields.env.describe('Added to the environment.'),
    rows: startFields.rows.describe('Default 24.'),
    cols: startFields.cols.describe('Default 80.'),
    name: startFields.name.describe('Usable as `session`.'),
    cwd: adapterStart.params.shape.cwd,
  }),
  result: ScreenReply.extend({ adapter: z.string().optional(), state: z.string().optional() }),
  run: async (call, { program, plugin, args, ...options }) => {
    const { calls } = call.context;
    const { signal } = call;
    if (program === undefined && plugin === undefined)
      raise(
        fault.Invalid({ path: 'program', reason: 'missing', expected: 'program or plugin', got: 'nothing' }),
      );
    if (plugin !== undefined) {
      const { adapter, session } = await calls.adapter.start(
        { plugin, program, args, ...options },
        { signal },
      );
      const { state } = await awaitStarted(call, plugin, adapter, session);
      return firstScreen(call, session, { adapter, state: state.state });
    }
    const { env } = options;
    const shell_integration = !('PS0' in env || 'PROMPT_COMMAND' in env);
    const create = { program: program!, args, ...options, shell_integration };
    const { session } = await calls.session.create(create, { signal });
    return firstScreen(call, session, {});
  },
});

/** Waits until the program accepts input or asks something. Resolves to the last state if that takes too long. */
async function awaitStarted(
  { context: { calls }, signal }: ToolCall,
  plugin: string,
  adapter: string,
  session: string,
) {
  const { states, agent } = await calls.plugin.describe({ plugin });
  const isStarting = (name: string) => (agent?.states[name]?.role ?? name) === 'starting';
  const started = states.map(({ name }) => name).filter((name) => !isStarting(name));
  const wait = { adapter, states: started, timeout_ms: limits.mcpPluginStartMs };
  try {
    if (started.length > 0) return await calls.adapter.wait(wait, { signal });
  } catch (problem) {
    await closeIfCancelled(calls, session, problem);
  }
  return calls.adapter.state({ adapter });
}

/** The client would never learn the id of this session. Other problems only mean that it is not ready. */
async function closeIfCancelled(
  calls: ToolContext['calls'],
  session: string,
  problem: unknown,
): Promise<void> {
  if (!isRefusal(problem, 'Cancelled')) return;
  await calls.session.close({ session });
  throw problem;
}

async function firstScreen(
  { context, signal }: ToolCall,
  session: string,
  fields: Readonly<Record<string, string>>,
): Promise<ToolReply> {
  const { calls } = context;
  await awaitFirstScreen(context, session, signal);
  const named = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  try {
    const snapshot = (await calls.session.snapshot({ session })) as Snapshot;
    context.noteExit(session, (await calls.session.info({ session })).exit);
    const blank = snapshot.plain_text.trim() === '' ? 'nothing is drawn yet: use wait' : undefined;
    const notes = ['started', ...named, blank];
    return await composeScreen({ context, session, snapshot, fields, notes });
  } catch (problem) {
    if (!isRefusal(problem, 'PermissionDenied')) throw problem;
    const denied = (problem as Refusal).reason;
    return { structured: { session, ...fields }, text: `${session} · started · no screen: ${denied}` };
  }
}

async function awaitFirstScreen({ calls }: ToolContext, session: string, signal: AbortSignal): Promise<void> {
  const wait = { session, matcher: hasFirstScreen, timeout_ms: limits.mcpStartMs, evidence: 'none' } as const;
  try {
    await calls.session.wait(wait, { signal });
  } catch (problem) {
    await closeIfCancelled(calls, session, problem);
  }
}

export const act = defineTool({
  name: 'act',
  description:
    'Send input, then wait. Returns the rows that changed. Without `matcher`, waits until the screen has settled; an echo counts, so a slow command needs a matcher.',
  params: z.strictObject({
    session: Session,
    actions: z
      .array(Action)
      .min(1)
      .max(limits.actions)
      .describe(
        'text "ls"; key "enter" or "ctrl+c"; keys "down enter" or {"chords":"escape : q enter","delay_ms":20}; bracketed_paste "text"; mouse {"event":"click","row":3,"col":5} or {"event":"scroll","direction":"down",…}; signal "int"; resize {"rows":40,"cols":120}.',
      ),
    matcher: Matcher.optional().describe(
      `Waits for text written after the input, which includes its echo. ${matcherHelp}`,
    ),
    timeout_ms: TimeoutMs.describe(''),
    since: Since,
    reply_within_ms: replyWithinMs,
  }),
  result: WaitReply,
  run: async (
    call,
    { session: requested, actions, matcher = hasAnswered, timeout_ms, since, reply_within_ms },
  ) => {
    const { context } = call;
    const { calls } = context;
    const session = await context.sessionId(requested);
    const request = { session, actions, matcher, timeout_ms } as Parameters<typeof calls.session.act>[0];
    const pending = context.pending.start(session, async (signal) => {
      const evidence = await calls.session.act(request, { signal });
      return () => composeEvidence(context, session, evidence, since, matcher === hasAnswered);
    });
    return awaitReply(call, pending, reply_within_ms);
  },
});

export const wait = defineTool({
  name: 'wait',
  description: 'Wait for a condition, or for the reply of a pending call. Returns the rows that changed.',
  reads: true,
  params: z.strictObject({
    session: Session.optional(),
    matcher: AnyMatcher.optional().describe('As in `act`. Matches at once if it already holds.'),
    pending: z.string().optional().describe('From a reply, in place of session and matcher.'),
    timeout_ms: TimeoutMs.describe(''),
    since: Since,
    reply_within_ms: replyWithinMs,
  }),
  result: WaitReply,
  run: async (call, { session: requested, matcher, pending: id, timeout_ms, since, reply_within_ms }) => {
    const { context } = call;
    const { calls } = context;
    if (id !== undefined) return awaitReply(call, context.pending.get(id), reply_within_ms);
    if (requested === undefined || matcher === undefined)
      raise(
        fault.Invalid({
          path: requested === undefined ? 'session' : 'matcher',
          reason: 'missing',
          expected: 'session and matcher, or pending',
          got: 'nothing',
        }),
      );
    const session = await context.sessionId(requested);
    const request = { session, matcher, timeout_ms } as Parameters<typeof calls.session.wait>[0];
    const pending = context.pending.start(session, async (signal) => {
      const evidence = await calls.session.wait(request, { signal });
      return () => composeEvidence(context, session, evidence, since);
    });
    return awaitReply(call, pending, reply_within_ms);
  },
});

function composeEvidence(
  context: ToolContext,
  session: string,
  { hit, warnings, snapshot, elapsed_ms }: Evidence,
  since: number | undefined,
  settled = false,
): Promise<ToolReply> {
  const ended = isExit(hit) ? hit : isExit(hit?.matched) ? hit.matched : undefined;
  if (ended) context.noteExit(session, { exit_code: ended.exit_code, signal: ended.signal });
  const matched = `matched ${hit?.kind}${hit?.text === undefined ? '' : ` ${JSON.stringify(hit.text.slice(0, 80))}`} after ${elapsed_ms} ms`;
  return composeScreen({
    context,
    session,
    snapshot: snapshot!,
    since,
    notes: [settled ? undefined : matched, ...(warnings ?? [])],
    fields: { ...(!settled && { hit: compactHit(hit) }), ...(warnings && { warnings }) },
  });
}

/** A hit of `process_exited`, alone or as the branch of `any` that matched. */
const isExit = (hit: Evidence['hit'] | readonly unknown[]): hit is HitPayload & SessionExit =>
  hit !== undefined && 'kind' in hit && hit.kind === exited.type;

type Evidence = z.output<typeof WaitEvidence>;

/** The text of a hit is on the screen, so it needs to be only as long as it takes to recognize it. */
const compactHit = (hit: Evidence['hit']) => ({
  kind: hit?.kind,
  ...(hit?.text !== undefined && { text: hit.text.slice(0, 80) }),
  ...(hit?.capture !== undefined && { capture: hit.capture.slice(0, 80) }),
  ...(hit?.exit_code !== undefined && { exit_code: hit.exit_code }),
  ...(hit?.row !== undefined && { row: hit.row, col: hit.col }),
});

export const list = defineTool({
  name: 'list',
  description: 'List sessions and plugins. With `plugin`: its intents and states.',
  reads: true,
  params: z.strictObject({
    plugin: pluginDescribe.params.shape.plugin.optional().describe(''),
    from: z.int().min(0).default(0).describe('`next` of a reply that was cut.'),
  }),
  result: z.object({
    items: z.array(z.looseObject({ kind: z.string() })),
    next: z.int().optional(),
  }),
  run: async ({ context }, { plugin, from }) => {
    const items = plugin === undefined ? await listAll(context) : await describe(context, plugin);
    return fitReply({
      structured: {},
      head: items.length === 0 ? 'No sessions and no plugins.' : '',
      items: items.slice(from),
      collect: (included) => ({ items: included.map(({ value }) => value) }),
      more: (next) => `Cut. To continue: list ${JSON.stringify({ plugin, from: next })}`,
    });
  },
});

/** The kind is left out of the line if a field has its name. */
const toItem = (
  value: Readonly<Record<string, unknown>> & { readonly kind: string },
  at: number,
): ReplyItem => ({
  at,
  value,
  line: Object.entries(value)
    .filter(([name]) => name !== 'kind' || !(value.kind in value))
    .map(([name, fact]) =>
      name === 'kind' ? fact : `${name} ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`,
    )
    .join(' · '),
});

async function listAll({ calls }: ToolContext): Promise<readonly ReplyItem[]> {
  const [{ details = [] }, { adapters }, { plugins }] = await Promise.all([
    calls.session.list({ details: true }),
    calls.adapter.live(),
    calls.adapter.list(),
  ]);
  const sessions = details.map(({ session, name, program, args, title, size, exit, pending_waits }) => {
    const adapter = adapters.find((one) => one.session === session);
    return {
      kind: 'session',
      session,
      ...(name && { name }),
      command: [program, ...args].join(' ').slice(0, 200),
      ...(title && { title: title.slice(0, 80) }),
      size: `${size.rows}x${size.cols}`,
      ...(pending_waits > 0 && { pending_waits }),
      ...(adapter && { adapter: adapter.adapter, plugin: adapter.plugin }),
      ...(exit && { exit }),
    };
  });
  const known = plugins.map(({ name, description }) => ({ kind: 'plugin', plugin: name, description }));
  return [...sessions, ...known].map(toItem);
}

async function describe({ calls }: ToolContext, plugin: string): Promise<readonly ReplyItem[]> {
  const { intents, states, wait_matchers } = await calls.plugin.describe({ plugin });
  const rows = (kind: string, described: readonly { readonly name: string }[]) =>
    described.map((one) => {
      const { name, description, params_schema } = one as Record<string, unknown>;
      return { kind, name, description, ...(kind !== 'state' && { params: params_schema }) };
    });
  return [...rows('intent', intents), ...rows('wait_matcher', wait_matchers), ...rows('state', states)].map(
    toItem,
  );
}

export const close = defineTool({
  name: 'close',
  description: 'End a program and remove its session.',
  destroys: true,
  params: sessionClose.params.extend({ session: Session }),
  result: ScreenReply.pick({ session: true, exit: true }).extend({ closed: z.boolean() }),
  run: async ({ context }, { session: requested }) => {
    const session = await context.sessionId(requested);
    const exit = await context.exitOf(session);
    await context.calls.session.close({ session });
    return {
      structured: { session, closed: true, ...(exit && { exit }) },
      text: withExit(exit, `${session} · closed`),
    };
  },
});
