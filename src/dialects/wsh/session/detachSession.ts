import { z } from '../../../platform/schema.ts';
import { method, Name, Nothing } from '../method.ts';

export const detachSession = method({
  name: 'detach_session',
  summary: 'Send everybody away who looks at a session or follows it. It lives on.',
  details:
    'Plain streams and connections of that session are closed with the reason `detached`; on connections of the server their subscription ends.',
  needs: ['session.kill'],
  throws: ['SessionNotFound'],
  params: z.object({ name: Name }),
  result: Nothing,
  handle: async ({ world: seat }, { name }) => {
    const session = seat.desk.session(name);
    await seat.answerFirst(async () => seat.desk.detach(session));
    return {};
  },
});
