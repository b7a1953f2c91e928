import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

export const getSize = method({
  name: 'Terminal.getSize',
  summary: 'Tell the size of the terminal.',
  needs: ['screen.read'],
  params: z.object(inSession),
  result: z.object({ cols: z.int(), rows: z.int() }),
  handle: ({ world }, { sessionId }) => {
    const { cols, rows } = world.session(sessionId).screen.size;
    return { cols, rows };
  },
});
