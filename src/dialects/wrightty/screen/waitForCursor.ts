import { Fault, fault, raise } from '../../../core/faults.ts';
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
    const probe = compileMatcher({ type: 'cursor_at', value });
    try {
      const { elapsedMs } = await session.wait(probe, deadline(timeout)).ended;
      return { cursor: cursorOf(session.screen), elapsed: Math.round(elapsedMs) };
    } catch (problem) {
      if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
      const { data } = problem as Fault<'Timeout'>;
      return raise(fault.Timeout(data, `the cursor was not ${placeOf(value)} within ${timeout} ms`));
    }
  },
});

const placeOf = (value: { readonly row?: number; readonly col?: number }): string => {
  const sides = Object.entries(value).map(([side, at]) => `${side} ${at}`);
  return sides.length === 0 ? 'anywhere' : `in ${sides.join(', ')}`;
};
