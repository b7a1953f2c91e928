/** How the input lock of a session appears in replies and events. */
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import type { InputLockHolder as HolderOf } from '#viewers/inputLock.ts';

export const LockScope = z
  .enum(['everyone', 'people'])
  .describe(
    '`everyone`: writes by others are refused. `people`: programs can still write; keys that people type are sent to the holder and not written.',
  );

export const LockHolder = z
  .object({
    name: z.string().nullable().describe('The name that the holder gave.'),
    from: LockScope,
    person: z
      .boolean()
      .describe(
        'The holder had a viewer of the session that was not read-only when it captured the input. No program can take over its lock.',
      ),
    since: z.number().describe('Milliseconds since 1970.'),
  })
  .describe('The holder of the input lock.')
  .meta({ id: 'Holder' });

/** The lock status from the view of one connection. */
export const lockFields = {
  holder: LockHolder.nullable(),
  holds: z.boolean().describe('Whether this connection holds the lock.'),
};

const formatLockHolder = ({ name, from, person, since }: HolderOf): z.input<typeof LockHolder> => ({
  name,
  from,
  person,
  since,
});

export function getLockHolder({ inputLock: { holder } }: Session): z.input<typeof LockHolder> | null {
  return holder ? formatLockHolder(holder) : null;
}

export const getLockStatus = (session: Session, caller: Caller) => ({
  holder: getLockHolder(session),
  holds: session.inputLock.holder?.owner === caller,
});
