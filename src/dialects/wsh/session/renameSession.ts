import { z } from '../../../platform/schema.ts';
import { method, Name, NewName } from '../method.ts';
import { refuseTaken } from '../openSession.ts';

export const renameSession = method({
  name: 'rename_session',
  summary: 'Call a session otherwise.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'SessionNameConflict'],
  params: z.object({ name: Name, new_name: NewName }),
  result: z.object({ name: Name }),
  handle: ({ world: { desk } }, { name, new_name }) => {
    const session = desk.session(name);
    if (new_name !== name) refuseTaken(desk, new_name);
    if (new_name !== name) desk.core.relabel(session, { name: new_name });
    return { name: new_name };
  },
});
