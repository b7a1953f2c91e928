import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import type { Caller } from '../../../rpc/call.ts';
import { typed } from '../events/typed.ts';
import { HeldFrom, heldShape, holderOf } from '../holderShape.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { PersonName } from '../viewerShape.ts';

export const captureInput = method({
  name: 'session.capture_input',
  since: 1,
  summary: 'Take the input of a session for this connection alone.',
  details:
    'What others write is refused with `InputHeld`; a list of actions that pauses ends so where it is. What people type at viewers of others is told to this connection by `session.typed`. `session.release_input` gives the input back, and so does the end of the connection. Whoever has it may change `from` and `name`.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'InputHeld'],
  params: z.strictObject({
    session: SessionRef,
    from: HeldFrom.default('everyone'),
    name: PersonName.optional(),
    take_over: z.boolean().default(false).describe('Also from somebody who has it.'),
  }),
  result: z.object(heldShape),
  examples: [
    {
      title: 'a person takes over',
      program: 'asks-name',
      send: { name: 'ada' },
      reply: { holder: { name: 'ada', from: 'everyone' }, holds: true },
    },
  ],
  handle: ({ world, caller }, { session: wanted, from, name, take_over }) => {
    const session = world.sessions.get(wanted);
    session.holding.capture(caller, { from, name, takeOver: take_over });
    hear(session, caller);
    return holderOf(session, caller);
  },
});

const hearing = new WeakMap<Caller, Set<Session>>();

/** From the first time on, and to the end of the connection: what is told depends on who has the input then. */
function hear(session: Session, caller: Caller): void {
  const heard = hearing.get(caller) ?? new Set();
  if (heard.has(session)) return;
  hearing.set(caller, heard.add(session));
  const deaf = session.viewers.onTyped(({ viewer, mode, raw, key, modifiers }) => {
    if (mode !== 'capture' || session.holding.holder?.owner !== caller) return;
    const told = { session: session.id, viewer: viewer.id, mode, raw, key, modifiers };
    caller.notify(typed.name, told);
  });
  caller.onClosed(() => {
    deaf();
    session.holding.release(caller);
  });
}
