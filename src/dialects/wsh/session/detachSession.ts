import { z } from '../../../platform/schema.ts';
import { method, Name, Nothing } from '../method.ts';

export const detachSession = method({
  name: 'detach_session',
  summary: 'Send everybody away who looks at a session. It lives on.',
  needs: ['session.kill'],
  throws: ['SessionNotFound'],
  params: z.object({ name: Name }),
  result: Nothing,
  handle: ({ world: { desk } }, { name }) => {
    desk.session(name).viewers.detachAll();
    return {};
  },
});
