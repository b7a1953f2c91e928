/** Who has the input of a session for itself, as it is told. */
import type { Session } from '../../core/session/session.ts';
import type { Holder as HolderOf } from '../../core/viewer/holding.ts';
import { z } from '../../platform/schema.ts';
import type { Caller } from '../../rpc/call.ts';

export const HeldFrom = z
  .enum(['everyone', 'people'])
  .describe(
    '`everyone`: what others write is refused. `people`: programs go on writing, and what people type is told to the holder instead of written.',
  );

export const Holder = z
  .object({
    name: z.string().nullable().describe('As it calls itself.'),
    from: HeldFrom,
    person: z
      .boolean()
      .describe('It could type at a viewer of the session when it took it: no program takes it over.'),
    since: z.number().describe('Milliseconds since 1970.'),
  })
  .describe('Who has the input for itself.')
  .meta({ id: 'Holder' });

/** What is told of it to one connection. */
export const heldShape = {
  holder: Holder.nullable(),
  holds: z.boolean().describe('It is this connection that has it.'),
};

const toldOf = ({ name, from, person, since }: HolderOf): z.input<typeof Holder> => ({
  name,
  from,
  person,
  since,
});

export function holderIn({ holding: { holder } }: Session): z.input<typeof Holder> | null {
  return holder ? toldOf(holder) : null;
}

export const holderOf = (session: Session, caller: Caller) => ({
  holder: holderIn(session),
  holds: session.holding.holder?.owner === caller,
});
