import { type SignalName, signals } from '../../../core/input/signals.ts';
import { limits } from '../../../core/limits.ts';
import { askToEnd } from '../../../core/session/askToEnd.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

export const destroy = method({
  name: 'Session.destroy',
  summary: 'End the program, with SIGTERM or the signal that is named, and forget the session.',
  details:
    'A program that is still there after a second is hung up, which shells heed, and after five it is killed. With `wire=client` and no signal it is hung up at once.',
  needs: ['session.kill'],
  params: z.object({ ...inSession, signal: z.enum(Object.values(signals)).nullish() }),
  result: z.object({ exitCode: z.int().nullable().describe('Null when a signal ended it.') }),
  handle: async ({ world, caller }, { sessionId, signal }) => {
    const session = world.session(sessionId);
    const close = () => world.core.sessions.close(session);
    const closed = signal || !world.shipped ? endedBy(session, signal ?? 'SIGTERM').then(close) : close();
    await world.subscriptions.answerFirst(caller, session, closed);
    return { exitCode: session.exit?.exitCode ?? null };
  },
});

/** To close a session takes two seconds at most: five in all. */
async function endedBy(session: Session, signal: SignalName): Promise<void> {
  await askToEnd(session, signal, limits.killHangupMs);
  await askToEnd(session, 'SIGHUP', limits.killTermMs);
}
