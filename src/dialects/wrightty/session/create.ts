import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { openShell } from '../openShell.ts';
import { Cols, Rows, SessionId } from '../shapes.ts';

export const create = method({
  name: 'Session.create',
  summary: 'Start a program on a terminal of its own: a shell, unless it is said which.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'MaxSessionsReached'],
  params: z.object({
    shell: z.string().min(1).nullish(),
    args: z.array(z.string()).max(limits.args).nullish(),
    cols: Cols.nullish(),
    rows: Rows.nullish(),
    env: z.record(z.string(), z.string()).nullish(),
    cwd: z.string().min(1).nullish(),
  }),
  result: z.object({ sessionId: SessionId }),
  handle: ({ world }, params) => ({ sessionId: openShell(world, params).id }),
});
