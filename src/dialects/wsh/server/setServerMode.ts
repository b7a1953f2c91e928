import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const setServerMode = method({
  name: 'set_server_mode',
  summary: 'Say whether this listener goes on when its last session has ended.',
  needs: ['session.kill'],
  params: z.object({ persistent: z.boolean() }),
  result: z.object({ persistent: z.boolean() }),
  handle: ({ world: { desk } }, { persistent }) => {
    desk.persist(persistent);
    return { persistent };
  },
});
