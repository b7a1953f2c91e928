import { type SignalName, signals } from '../../../core/input/signals.ts';
import { limits } from '../../../core/limits.ts';
import { askToEnd } from '../../../core/session/askToEnd.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import type { Desk } from '../desk.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

export const destroy = method({
  name: 'Session.destroy',
  summary: 'End the program, with SIGTERM or the signal that is named, and forget the session.',
  details:
    'A program that is still there after five seconds is killed: so is a shell that somebody types at, which ignores SIGTERM; SIGHUP ends it at once. With `wire=client` and no signal it is hung up at once.',
  needs: ['session.kill'],
  params: z.object({ ...inSession, signal: z.enum(Object.values(signals)).nullish() }),
  result: z.object({ exitCode: z.int().nullable().describe('Null when a signal ended it.') }),
  handle: async ({ world, caller }, { sessionId, signal }) => {
    const session = world.session(sessionId);
    const closed =
      world.shipped && !signal ? close(world, session) : endedBy(world, session, signal ?? 'SIGTERM');
    await world.subscriptions.answerFirst(caller, session, closed);
    return { exitCode: session.exit?.exitCode ?? null };
  },
});

const close = ({ core }: Desk, session: Session) => core.sessions.close(session);

async function endedBy(desk: Desk, session: Session, signal: SignalName): Promise<void> {
  await askToEnd(session, signal, limits.destroyMs);
  if (session.exit === null) await session.kill(true);
  await close(desk, session);
}
