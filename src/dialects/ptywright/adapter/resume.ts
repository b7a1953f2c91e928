import { AdapterRef, byPlugin } from '../adapterShapes.ts';
import { method } from '../method.ts';
import { answerFirst } from '../subscription.ts';
import { Started, start, startAdapter } from './start.ts';

export const resume = method({
  name: 'adapter.resume',
  since: 1,
  summary: 'Start an adapter in the place of another one, which is closed first if it is still there.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => byPlugin(plugins.get(plugin)),
  throws: start.throws,
  params: start.params.extend({
    prior_adapter: AdapterRef.optional().describe('The one to close; that it is unknown is no error.'),
  }),
  result: Started,
  examples: [
    {
      title: 'nothing to take the place of',
      send: { plugin: 'echo', prior_adapter: 'e9' },
      reply: { adapter: 'e1', state: { state: 'ready' } },
    },
  ],
  handle: async ({ world, caller, cancellation }, { prior_adapter, ...params }) => {
    const prior = prior_adapter === undefined ? undefined : world.adapters.find(prior_adapter);
    if (prior) await answerFirst(caller, prior.session, world.adapters.close(prior));
    return startAdapter(world, params, cancellation);
  },
});
