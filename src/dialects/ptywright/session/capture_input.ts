import type { Session } from '../../../core/session/session.ts';
import { keysIn } from '../../../core/viewer/keyNames.ts';
import type { Typed } from '../../../core/viewer/typing.ts';
import type { World } from '../../../core/world.ts';
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
    'What others write is refused with `InputHeld`; a list of actions that pauses ends so where it is. What people type at viewers of others is told to this connection by `session.typed`. `session.release_input` gives the input back, and so does the end of the connection. Whoever has it may change `from` and `name`. A connection that has a viewer of the session at which it can type is a person: a program does not take the input from there with `take_over`. That keeps programs from doing so by mistake; one that means to can attach a viewer.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'InputHeld'],
  params: z.strictObject({
    session: SessionRef,
    from: HeldFrom.default('everyone'),
    name: PersonName.optional(),
    take_over: z
      .boolean()
      .default(false)
      .describe('Also from somebody who has it: a program from a program, a person from both.'),
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
    const clogged = () => caller.clogged;
    const person = session.viewers.all().some(({ readOnly, terms }) => !readOnly && terms.owner === caller);
    session.holding.capture(caller, { from, name, person, takeOver: take_over, clogged });
    hear(world, session, caller);
    return holderOf(session, caller);
  },
});

const hearing = new WeakMap<Caller, Set<Session>>();

/** For as long as it has the input, and the session and the connection are there. */
function hear({ sessions }: World, session: Session, caller: Caller): void {
  const heard = hearing.get(caller) ?? new Set();
  if (heard.has(session)) return;
  hearing.set(caller, heard.add(session));
  const { viewers, holding } = session;
  const stops = [
    viewers.onTyped((news) => tell(session, caller, news)),
    holding.onChange(() => holding.holder?.owner !== caller && stop()),
    sessions.listen((whose, news) => whose === session && news === 'closed' && stop()),
    caller.onClosed(() => {
      stop();
      holding.release(caller);
    }),
  ];
  const stop = () => {
    heard.delete(session);
    for (const end of stops) end();
  };
}

function tell(session: Session, caller: Caller, { viewer, mode, pieces }: Typed): void {
  if (mode !== 'capture') return;
  caller.notify(typed.name, { session: session.id, viewer: viewer.id, mode, keys: keysIn(pieces) });
}
