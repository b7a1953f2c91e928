import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { keepingParams } from '../sessionRequest.ts';
import { SessionRef } from '../shapes.ts';

export const rename = method({
  name: 'session.rename',
  since: 1,
  summary: 'Call a session otherwise, or tag it otherwise. What is left out stays as it is.',
  needs: ['session.spawn'],
  throws: ['SessionUnknown'],
  positional: ['session', 'name', 'tags'],
  params: z.strictObject({
    session: SessionRef,
    name: keepingParams.name,
    tags: z
      .array(z.string().min(1).max(limits.nameChars))
      .max(limits.tags)
      .optional()
      .describe('All of them, instead of those that it has.'),
  }),
  result: z.object({ session: z.string(), name: z.string().nullable(), tags: z.array(z.string()) }),
  examples: [
    {
      title: 'a name and a tag',
      program: 'asks-name',
      send: { name: 'prod', tags: ['web'] },
      reply: { name: 'prod', tags: ['web'] },
    },
    { title: 'a name that is an id', program: 'asks-name', send: { name: 's9' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session: wanted, name, tags }) => {
    const session = world.sessions.get(wanted);
    world.relabel(session, { name, tags });
    return { session: session.id, name: session.name ?? null, tags: [...session.tags] };
  },
});
