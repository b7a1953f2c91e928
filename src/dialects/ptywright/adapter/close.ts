import { z } from '../../../platform/schema.ts';
import { AdapterRef, byAdapter } from '../adapterShapes.ts';
import { method } from '../method.ts';
import { answerFirst } from '../subscription.ts';

export const close = method({
  name: 'adapter.close',
  since: 1,
  summary: 'End the program and forget the adapter and its session.',
  needs: ['session.kill'],
  grantor: byAdapter,
  throws: ['AdapterUnknown', 'PermissionDenied'],
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef }),
  result: z.object({ closed: z.literal(true) }),
  examples: [
    { title: 'an echo', plugin: 'echo', send: {}, reply: { closed: true } },
    { title: 'no such adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
  ],
  handle: async ({ world, caller }, { adapter: wanted }) => {
    const adapter = world.adapters.get(wanted);
    await answerFirst(caller, adapter.session, world.adapters.close(adapter));
    return { closed: true as const };
  },
});
