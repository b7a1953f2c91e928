import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter, WaitReply, waitFields } from '../adapterShapes.ts';
import { hopeOf, waitReply } from '../adapterWait.ts';
import { method } from '../method.ts';

export const wait = method({
  name: 'adapter.wait',
  since: 1,
  summary: 'Wait for what a function of the plugin hopes for, or for a state.',
  details:
    'Asked anew at each change that can be seen, and never in between. It holds nobody up: intents and reads go on beside it.',
  needs: ['matcher.wait'],
  grantor: byAdapter,
  throws: [...adapterFaults, 'Timeout', 'Cancelled', 'Busy', 'PluginUnknown'],
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
      title: 'a state that never comes',
      plugin: 'echo',
      send: { states: ['asleep'], timeout_ms: 50 },
      fault: 'Timeout',
    },
    {
      title: 'two hopes at once',
      plugin: 'echo',
      send: { states: ['ready'], intent: 'wait_turn_matcher' },
      fault: 'Invalid',
    },
  ],
  handle: async ({ world, cancellation, deadline }, { adapter: wanted, timeout_ms, wait_id, ...rest }) => {
    const adapter = world.adapters.get(wanted);
    const hope = hopeOf({ ...rest, timeout_ms });
    const named = world.waitNames.join(wait_id, cancellation, adapter.id);
    try {
      return await waitReply(adapter, hope, deadline(timeout_ms, named.cancellation), wait_id);
    } finally {
      named.leave();
    }
  },
});
