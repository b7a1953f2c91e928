import { State } from '../../../core/adapter/state.ts';
import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter } from '../adapterShapes.ts';
import { method } from '../method.ts';

const Rule = z.object({
  rule: z.string().describe('Its name.'),
  matched: z.boolean(),
  rows: z.array(z.int()).describe('The rows of the screen that it is about, from 0.'),
  why: z.string().optional(),
});

export const explain = method({
  name: 'adapter.explain',
  since: 1,
  summary: 'Ask for the state, and for each rule that the plugin tried on the way.',
  needs: ['screen.read'],
  grantor: byAdapter,
  throws: adapterFaults,
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef }),
  result: z.object({ state: State, rules: z.array(Rule).describe('In the order in which they were tried.') }),
  examples: [
    {
      title: 'a plugin without rules',
      plugin: 'echo',
      send: {},
      reply: { state: { state: 'ready' }, rules: [] },
    },
  ],
  handle: async ({ world }, { adapter }) => {
    const { state, rules } = await world.adapters.get(adapter).classifier.ask({ trace: true });
    return { state, rules: rules.map(({ rows, ...rest }) => ({ ...rest, rows: [...rows] })) };
  },
});
