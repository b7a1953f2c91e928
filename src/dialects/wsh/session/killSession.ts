import { z } from '../../../platform/schema.ts';
import { method, Name, Nothing } from '../method.ts';

export const killSession = method({
  name: 'kill_session',
  summary: 'End the program of a session, and forget the session.',
  needs: ['session.kill'],
  throws: ['SessionNotFound'],
  params: z.object({ name: Name }),
  result: Nothing,
  handle: async ({ world: seat }, { name }) => {
    const { desk } = seat;
    const session = desk.session(name);
    await seat.answerFirst(() => desk.core.sessions.close(session));
    return {};
  },
});
