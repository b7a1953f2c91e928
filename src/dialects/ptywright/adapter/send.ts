import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter, StateReply, sendFields } from '../adapterShapes.ts';
import { method } from '../method.ts';

export const send = method({
  name: 'adapter.send',
  since: 1,
  summary: 'Do something to the program in the words of its plugin, and tell the state after it.',
  details:
    'Intents of one adapter come one after the other. A plan may say what must be seen before its next step is taken; if it is not seen, the rest is left undone and `ExpectationFailed` tells what was seen instead.',
  needs: ['input.write'],
  grantor: byAdapter,
  throws: [
    ...adapterFaults,
    'ExpectationFailed',
    'Cancelled',
    'Busy',
    'ModeOff',
    'InputHeld',
    'PluginUnknown',
  ],
  params: z.strictObject({ adapter: AdapterRef, ...sendFields }),
  result: StateReply,
  examples: [
    {
      title: 'a prompt',
      plugin: 'echo',
      send: { intent: 'send_prompt', params: { prompt: 'hello' } },
      reply: { state: { state: 'ready', last_intent: 'prompt_submitted' } },
    },
    { title: 'an intent that is none', plugin: 'echo', send: { intent: 'fly' }, fault: 'Invalid' },
  ],
  handle: async ({ world, caller, cancellation }, { adapter: wanted, intent, params }) => {
    const adapter = world.adapters.get(wanted);
    await adapter.turns.take(() => adapter.act(intent, params, cancellation, caller), cancellation);
    return { state: (await adapter.classifier.ask()).state };
  },
});
