import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { infoOf, SessionInfo } from '../sessionInfo.ts';

export const list = method({
  name: 'Session.list',
  summary: 'List the sessions, also those that came by another listener.',
  needs: ['screen.read'],
  params: z.object({}),
  result: z.object({ sessions: z.array(SessionInfo) }),
  handle: ({ world }) => ({ sessions: world.core.sessions.all().map(infoOf) }),
});
