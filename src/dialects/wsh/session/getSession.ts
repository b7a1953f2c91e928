import { z } from '../../../platform/schema.ts';
import { method, Name } from '../method.ts';
import { SessionShape, shapeOf } from '../sessionShape.ts';

export const getSession = method({
  name: 'get_session',
  summary: 'Tell about one session what the list tells of each.',
  needs: ['screen.read'],
  throws: ['SessionNotFound'],
  params: z.object({ name: Name }),
  result: SessionShape,
  handle: ({ world: { desk } }, { name }) => shapeOf(desk, desk.session(name)),
});
