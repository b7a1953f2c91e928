/** Shapes that the methods of adapters share, and who has to grant them. */
import type { Adapter } from '../../core/adapter/adapter.ts';
import { State } from '../../core/adapter/state.ts';
import { limits } from '../../core/limits.ts';
import { ToldHit } from '../../core/matcher/told.ts';
import type { Plugin } from '../../core/plugin/plugin.ts';
import type { World } from '../../core/world.ts';
import { z } from '../../platform/schema.ts';
import type { Grantor } from '../../rpc/permit.ts';
import { TimeoutMs, WaitId } from './shapes.ts';

export const AdapterRef = z.string().min(1).max(limits.nameChars).describe('The id of an adapter.');

const Intent = z.string().min(1).max(limits.stateChars);
const IntentParams = z.record(z.string(), z.unknown()).default({}).describe('Goes to the plugin as it is.');

export const LastEventSeq = z
  .int()
  .min(0)
  .optional()
  .describe('Only events of the turn after the one with this `seq`.');

export const sendFields = {
  intent: Intent.describe('A function of the plugin; `plugin.describe` lists them.'),
  params: IntentParams,
};

export const waitFields = {
  intent: Intent.optional().describe(
    'A function of the plugin that says what to hope for; `wait_turn_matcher` if neither it nor `states` is given.',
  ),
  params: IntentParams,
  states: z
    .array(Intent)
    .min(1)
    .max(limits.candidates)
    .optional()
    .describe('Instead of an intent: any of these states.'),
  stable_ms: z
    .int()
    .min(0)
    .max(limits.timeoutMs)
    .optional()
    .describe('With `states`: for how long it must have been one of them.'),
  timeout_ms: TimeoutMs.default(limits.adapterTimeoutMs),
  wait_id: WaitId.optional(),
};

export const StateReply = z.object({ state: State });

export const Matched = z.union([ToldHit, z.object({ kind: z.literal('state'), state: z.string() })]);

export const WaitReply = z.object({
  state: State,
  matched: Matched.describe('Which matcher, or which state, it was.'),
  wait_id: z.string().optional().describe('As it was given.'),
});

/** The plugin behind an adapter grants, or does not. */
export const byAdapter = (world: World, { adapter }: { adapter: string }): Grantor =>
  byPlugin(world.adapters.get(adapter).plugin);

export const byPlugin = ({ name, permissions }: Plugin): Grantor => ({
  title: `the plugin ${name}`,
  has: (permission) => permissions.has(permission as never),
});

/** What goes with whatever an adapter is asked for: it, its plugin or its program may fail. */
export const adapterFaults = ['AdapterUnknown', 'SessionClosed', 'PluginFailed', 'PermissionDenied'] as const;

export const toldLive = ({ id, plugin, session, finished }: Adapter) => ({
  adapter: id,
  plugin: plugin.name,
  session: session.id,
  sequence: session.screen.sequence,
  finished,
});
