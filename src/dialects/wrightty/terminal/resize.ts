import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Cols, inSession, Nothing, Rows } from '../shapes.ts';

export const resize = method({
  name: 'Terminal.resize',
  summary: 'Change the size of the terminal; the program is told.',
  needs: ['session.resize'],
  params: z.object({ ...inSession, cols: Cols, rows: Rows }),
  result: Nothing,
  handle: ({ world }, { sessionId, cols, rows }) => {
    const session = world.session(sessionId);
    session.resize({ ...session.layers.size, cols, rows });
    return {};
  },
});
