import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { None } from '../shapes.ts';

export const status = method({
  name: 'recording.status',
  since: 1,
  summary: 'Whether something is recorded, and where.',
  needs: [],
  throws: [],
  params: None,
  result: z.object({ active: z.boolean(), path: z.string().nullable() }),
  examples: [{ title: 'nothing is recorded', send: {}, reply: { active: false, path: null } }],
  handle: ({ world: { trace } }) => ({ active: trace !== undefined, path: trace?.path ?? null }),
});
