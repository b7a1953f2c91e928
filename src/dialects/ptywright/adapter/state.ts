import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter, LastEventSeq, StateReply } from '../adapterShapes.ts';
import { method } from '../method.ts';

export const state = method({
  name: 'adapter.state',
  since: 1,
  summary: 'Ask the plugin what state its program is in now.',
  details:
    'Waits for nobody: it is answered also while a turn is under way. Should the plugin fail, the state is `plugin_error`, and the next question goes to a fresh instance.',
  needs: ['screen.read'],
  grantor: byAdapter,
  throws: adapterFaults,
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef, last_event_seq: LastEventSeq }),
  result: StateReply,
  examples: [
    { title: 'an echo', plugin: 'echo', send: {}, reply: { state: { state: 'ready', last_intent: null } } },
    { title: 'no such adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
  ],
  handle: async ({ world }, { adapter, last_event_seq }) => {
    const asked = world.adapters.get(adapter).classifier.ask({ lastEventSeq: last_event_seq });
    return { state: (await asked).state };
  },
});
