import { signals } from '../../../core/input/signals.ts';
import { askToEnd } from '../../../core/session/askToEnd.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

export const destroy = method({
  name: 'Session.destroy',
  summary: 'End the program, with the signal if one is named, and forget the session.',
  needs: ['session.kill'],
  params: z.object({ ...inSession, signal: z.enum(Object.values(signals)).nullish() }),
  result: z.object({ exitCode: z.int().nullable().describe('Null when a signal ended it.') }),
  handle: async ({ world, caller }, { sessionId, signal }) => {
    const session = world.session(sessionId);
    const close = () => world.core.sessions.close(session);
    const closed = signal ? askToEnd(session, signal).then(close) : close();
    await world.subscriptions.answerFirst(caller, session, closed);
    return { exitCode: session.exit?.exitCode ?? null };
  },
});
