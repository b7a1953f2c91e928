import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { infoOf, SessionInfo } from '../sessionInfo.ts';
import { inSession } from '../shapes.ts';

export const getInfo = method({
  name: 'Session.getInfo',
  summary: 'Tell about one session what the list tells of each.',
  needs: ['screen.read'],
  params: z.object(inSession),
  result: SessionInfo,
  handle: ({ world }, { sessionId }) => infoOf(world.session(sessionId)),
});
