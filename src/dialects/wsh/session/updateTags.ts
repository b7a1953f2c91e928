import { z } from '../../../platform/schema.ts';
import { method, Name, NewName } from '../method.ts';
import { refuseTaken } from '../openSession.ts';
import { nameOf, SessionShape, shapeOf } from '../sessionShape.ts';
import { changedTags, Tags } from '../tags.ts';

const change = { add: Tags.nullish(), remove: Tags.nullish() };

export const updateTags = method({
  name: 'update_tags',
  summary: 'Give a session tags, and take others from it.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'SessionRequired'],
  params: z.object({ session: Name.nullish(), name: Name.nullish(), ...change }),
  result: z.object({ name: z.string(), tags: z.array(z.string()) }),
  handle: ({ world: seat }, { session: beside, name, ...tags }) => {
    const session = seat.session(name ?? beside);
    seat.desk.core.relabel(session, { tags: changedTags(session.tags, tags) });
    return { name: nameOf(session), tags: [...session.tags] };
  },
});

/** Both at once, as a page sends them. */
export const updateSession = method({
  name: 'update_session',
  summary: 'Call a session otherwise, or tag it otherwise, or both.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'SessionRequired', 'SessionNameConflict'],
  params: z.object({
    session: Name.nullish(),
    name: Name.nullish().describe('Which one; with `session`, what it is to be called.'),
    new_name: NewName.nullish(),
    tags: z
      .union([Tags, z.object(change)])
      .nullish()
      .describe('All of them, or those to `add` and to `remove`.'),
    add_tags: Tags.nullish(),
    remove_tags: Tags.nullish(),
  }),
  result: SessionShape,
  handle: ({ world: seat }, params) => {
    const { desk } = seat;
    const session = seat.session(params.session ?? params.name);
    const name = params.new_name ?? (params.session == null ? undefined : params.name) ?? undefined;
    if (name !== undefined && name !== nameOf(session)) refuseTaken(desk, name);
    const { tags, add_tags: add, remove_tags: remove } = params;
    const before = Array.isArray(tags) ? tags : changedTags(session.tags, tags ?? {});
    desk.core.relabel(session, { name, tags: changedTags(before, { add, remove }) });
    return shapeOf(desk, session);
  },
});
