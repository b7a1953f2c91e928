import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionShape, shapeOf } from '../sessionShape.ts';

export const listSessions = method({
  name: 'list_sessions',
  summary: 'List the sessions whose program runs, also those that came by another listener.',
  needs: ['screen.read'],
  params: z.object({}),
  result: z.array(SessionShape),
  handle: ({ world: { desk } }) => desk.sessions().map((one) => shapeOf(desk, one)),
});
