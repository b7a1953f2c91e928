import { AdapterRef, adapterFaults, byAdapter } from '../adapterShapes.ts';
import { method } from '../method.ts';
import { snapshot as ofSession } from '../session/snapshot.ts';

export const snapshot = method({
  name: 'adapter.snapshot',
  since: 1,
  summary: "Read the screen of an adapter's program, as `session.snapshot` does.",
  needs: ofSession.needs,
  grantor: byAdapter,
  throws: adapterFaults,
  params: ofSession.params.omit({ session: true }).extend({ adapter: AdapterRef }),
  result: ofSession.result,
  examples: [
    {
      title: 'a quiet screen',
      plugin: 'echo',
      send: {},
      reply: { size: { rows: 40, cols: 120 }, plain_text: '' },
    },
  ],
  handle: (call, { adapter, ...how }) =>
    ofSession.handle(call, { ...how, session: call.world.adapters.get(adapter).session.id }),
});
