import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import type { Desk } from '../desk.ts';
import { resizeTo } from '../input/resize.ts';
import { method, Name, NewName } from '../method.ts';
import { refuseTaken } from '../openSession.ts';
import { nameOf, SessionShape, shapeOf } from '../sessionShape.ts';
import { changedTags, Tags } from '../tags.ts';

const sizeParams = { rows: z.int().nullish(), cols: z.int().nullish() };

function permitResize({ core }: Desk): void {
  if (!core.grants.has('session.resize'))
    raise(fault.PermissionDenied({ required_permission: 'session.resize' }));
}

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
  summary: 'Call a session otherwise, tag it otherwise, or give it another size; or several at once.',
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
    ...sizeParams,
  }),
  result: SessionShape,
  handle: ({ world: seat }, params) => {
    const { desk } = seat;
    const session = seat.session(params.session ?? params.name);
    const name = params.new_name ?? (params.session == null ? undefined : params.name) ?? undefined;
    if (name !== undefined && name !== nameOf(session)) refuseTaken(desk, name);
    const { rows, cols } = params;
    if (rows != null || cols != null) permitResize(desk);
    const { tags, add_tags: add, remove_tags: remove } = params;
    const before = Array.isArray(tags) ? tags : changedTags(session.tags, tags ?? {});
    desk.core.relabel(session, { name, tags: changedTags(before, { add, remove }) });
    if (rows != null || cols != null) resizeTo(session, { rows, cols });
    return shapeOf(desk, session);
  },
});
