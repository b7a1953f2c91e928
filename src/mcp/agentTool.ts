/** The tool that drives a program through its adapter. */

import type { State } from '#adapters/state.ts';
import { Refusal } from '#client/index.ts';
import { StateReply, sendFields } from '#dialects/ptywright/adapter.ts';
import { AdapterRef } from '#dialects/ptywright/method.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { awaitReply, replyWithinMs } from './budget.ts';
import { clip, ScreenReply, type ToolReply, withExit } from './reply.ts';
import { defineTool } from './tool.ts';
import type { ToolContext } from './toolContext.ts';

/** The intents behind the common steps. Each other step is the name of an intent. */
const intents: Readonly<Record<string, { readonly intent: string; readonly field?: string }>> = {
  prompt: { intent: 'send_prompt', field: 'prompt' },
  approve: { intent: 'approve' },
  deny: { intent: 'deny' },
  choose: { intent: 'choose_option', field: 'option' },
};

const { state, evidence, metadata } = StateReply.shape.state.shape;

export const agent = defineTool({
  name: 'agent',
  description:
    'One step of a program that runs with a plugin: prompt, approve, deny, choose, or an intent of the plugin. Waits for the end of the turn and returns the state. Without `step`: the current state.',
  params: z.strictObject({
    adapter: AdapterRef.describe('From `start` with `plugin`.'),
    step: z
      .string()
      .min(1)
      .max(limits.stateChars)
      .optional()
      .describe('prompt | approve | deny | choose, or an intent from `list {"plugin":…}`.'),
    text: z.string().optional().describe('The prompt, or the option to choose.'),
    params: sendFields.params.describe('Parameters of the intent, such as dialog_id.'),
    timeout_ms: z.int().min(0).max(limits.timeoutMs).default(limits.adapterTimeoutMs).describe(''),
    reply_within_ms: replyWithinMs,
  }),
  result: z.object({
    session: z.string(),
    adapter: z.string().optional(),
    state: state.optional().describe(''),
    evidence: evidence.optional().describe(''),
    metadata: metadata.optional(),
    exit: ScreenReply.shape.exit,
    pending: z.string().optional(),
  }),
  run: async (call, { adapter, step, text, params, timeout_ms, reply_within_ms }) => {
    const { context } = call;
    const { calls } = context;
    const { adapters } = await calls.adapter.live();
    const session = adapters.find((one) => one.adapter === adapter)?.session;
    if (step === undefined || session === undefined)
      return composeState(
        context,
        { adapter, session: session! },
        (await calls.adapter.state({ adapter })).state,
      );
    const { intent, field } = intents[step] ?? { intent: step };
    if (text !== undefined && field === undefined)
      raise(
        fault.Invalid({
          path: 'text',
          reason: `not used by the step ${step}`,
          expected: 'params, as list {"plugin":…} describes them',
          got: 'text',
        }),
      );
    const send = { intent, params: { ...params, ...(field && text !== undefined && { [field]: text }) } };
    const pending = context.pending.start(session, async (signal) => {
      const turn = calls.adapter.turn({ adapter, send, wait: { timeout_ms } }, { signal });
      const { state } = await turn.catch(renameIntent);
      return () => composeState(context, { adapter, session }, state);
    });
    return awaitReply(call, pending, reply_within_ms);
  },
});

/** The intent is called `step` here. */
function renameIntent(problem: unknown): never {
  if (!(problem instanceof Refusal) || !problem.is('Invalid') || problem.data.path !== 'intent')
    throw problem;
  return raise(fault.Invalid({ ...problem.data, path: 'step' }));
}

interface StatePlace {
  readonly adapter: string;
  readonly session: string;
}

/** Texts of the state are shortened until the reply fits. The screen and the transcript have them in full. */
async function composeState(
  context: ToolContext,
  { adapter, session }: StatePlace,
  state: State,
): Promise<ToolReply> {
  const exit = await context.exitOf(session);
  for (let chars = limits.mcpReplyBytes / 2; ; chars = Math.floor(chars / 2)) {
    const metadata = chars > 1 ? (shorten(state.metadata, chars) as Record<string, unknown>) : {};
    const structured = {
      session,
      adapter,
      state: state.state,
      evidence: clip(state.evidence, limits.mcpTitleChars),
      metadata,
      ...(exit && { exit }),
    };
    const text = withExit(exit, `${adapter} · ${state.state} · ${JSON.stringify(metadata)}`);
    if (Buffer.byteLength(JSON.stringify({ structured, text })) + 64 <= limits.mcpReplyBytes || chars <= 1)
      return { structured, text };
  }
}

function shorten(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return clip(value, chars);
  if (Array.isArray(value)) return value.map((one) => shorten(one, chars));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, chars)]));
}
