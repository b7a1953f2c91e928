import { AdapterRef, adapterFaults, byAdapter } from '../adapterShapes.ts';
import { method } from '../method.ts';
import { transcript as ofSession } from '../session/transcript.ts';

export const transcript = method({
  name: 'adapter.transcript',
  since: 1,
  summary: "Read what an adapter's program has written, as `session.transcript` does.",
  needs: ofSession.needs,
  grantor: byAdapter,
  throws: adapterFaults,
  params: ofSession.params.omit({ session: true }).extend({ adapter: AdapterRef }),
  result: ofSession.result,
  examples: [{ title: 'nothing yet', plugin: 'echo', send: {}, reply: { text: '' } }],
  handle: (call, { adapter, ...how }) =>
    ofSession.handle(call, { ...how, session: call.world.adapters.get(adapter).session.id }),
});
