import { Baselines } from '../../../core/baseline/baselines.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const list = method({
  name: 'baseline.list',
  since: 1,
  summary: 'The names under which screens were kept.',
  needs: ['screen.read'],
  throws: ['Unsupported'],
  params: z.strictObject({}),
  result: z.object({ names: z.array(z.string()) }),
  examples: [{ title: 'a server without a folder', send: {}, fault: 'Unsupported' }],
  handle: ({ world }) => ({ names: [...new Baselines(world).names()] }),
});
