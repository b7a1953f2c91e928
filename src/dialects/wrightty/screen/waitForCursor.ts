import { compileMatcher } from '../../../core/matcher/compile.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Cursor, cursorOf, inSession, TimeoutMs } from '../shapes.ts';

const Place = z.int().min(0).nullish();

export const waitForCursor = method({
  name: 'Screen.waitForCursor',
  summary: 'Wait until the cursor is in a row, in a column, or both.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ ...inSession, row: Place, col: Place, timeout: TimeoutMs }),
  result: z.object({ cursor: Cursor, elapsed: z.int() }),
  handle: async ({ world, deadline }, { sessionId, row, col, timeout }) => {
    const session = world.session(sessionId);
    const value = { ...(row != null && { row }), ...(col != null && { col }) };
    const ended = await session.wait(compileMatcher({ type: 'cursor_at', value }), deadline(timeout)).ended;
    return { cursor: cursorOf(session.screen), elapsed: Math.round(ended.elapsedMs) };
  },
});
