import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method, NewName } from '../method.ts';
import { openSession } from '../openSession.ts';
import { SessionShape, shapeOf } from '../sessionShape.ts';
import { Tags } from '../tags.ts';

export const createSession = method({
  name: 'create_session',
  summary: 'Start a command, or a shell, on a terminal of its own.',
  details: 'The session is over when its program ends.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'SessionNameConflict', 'MaxSessionsReached'],
  params: z.object({
    name: NewName.nullish(),
    command: z.string().min(1).max(limits.argBytes).nullish().describe('A line for the shell.'),
    rows: z.int().min(limits.minRows).max(limits.maxRows).nullish(),
    cols: z.int().min(limits.minCols).max(limits.maxCols).nullish(),
    cwd: z.string().min(1).nullish(),
    env: z.record(z.string(), z.string()).nullish(),
    tags: Tags.nullish(),
  }),
  result: SessionShape,
  handle: ({ world: { desk } }, params) => shapeOf(desk, openSession(desk, params)),
});
