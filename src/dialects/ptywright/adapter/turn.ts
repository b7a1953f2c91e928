import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter, sendFields, WaitReply, waitFields } from '../adapterShapes.ts';
import { hopeOf, waitReply } from '../adapterWait.ts';
import { method } from '../method.ts';

const Wait = z.strictObject(waitFields);

export const turn = method({
  name: 'adapter.turn',
  since: 1,
  summary: 'Send an intent and wait for what comes of it, as one deed: no other intent comes in between.',
  details:
    'Reads go on beside it. The screen counts as a whole, but not before the program has answered the input with anything at all. The time-out counts from the last key.',
  needs: ['input.write', 'matcher.wait'],
  grantor: byAdapter,
  throws: [
    ...adapterFaults,
    'ExpectationFailed',
    'Timeout',
    'Cancelled',
    'Busy',
    'ModeOff',
    'InputHeld',
    'PluginUnknown',
  ],
  params: z.strictObject({
    adapter: AdapterRef,
    send: z.strictObject(sendFields),
    wait: Wait.prefault({}).describe('As for `adapter.wait`.'),
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
  handle: async ({ world, caller, cancellation, deadline }, { adapter: wanted, send, wait }) => {
    const adapter = world.adapters.get(wanted);
    const hope = hopeOf(wait, 'wait.');
    const named = world.waitNames.join(wait.wait_id, cancellation, adapter.id);
    const deed = async () => {
      const baseline = await adapter.act(send.intent, send.params, named.cancellation, caller);
      const until = deadline(wait.timeout_ms, named.cancellation);
      return waitReply(adapter, hope, until, wait.wait_id, baseline);
    };
    try {
      return await adapter.turns.take(deed, named.cancellation);
    } finally {
      named.leave();
    }
  },
});
