import { fault, raise } from '../../../core/faults.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';
import { orHeld } from '../openSession.ts';

export const sendInput = method({
  name: 'send_input',
  summary: 'Write bytes to the program.',
  needs: ['input.write'],
  throws: ['InputHeld', 'Cancelled'],
  params: z.object({
    ...session,
    data: z.string(),
    encoding: z.enum(['utf8', 'base64']).nullish(),
  }),
  result: Nothing,
  handle: ({ world: seat, cancellation }, { session: name, data, encoding }) => {
    const written = seat.session(name);
    const bytes = encoding === 'base64' ? decoded(data) : Buffer.from(data);
    return written.turns.take(() => {
      orHeld(written, () => refuseHeld(written, seat.desk));
      written.write(bytes);
      return {};
    }, cancellation);
  },
});

function refuseHeld({ holding }: Session, owner: object): void {
  const refusal = holding.refusal(owner);
  if (refusal) throw refusal;
}

/** What is left out of a text that is no base64 would be written to a program that nobody meant it for. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const bare = (it: string) => it.replace(/[\s=]+$/, '');
  if (bare(bytes.toString('base64')) !== bare(text))
    raise(fault.Invalid({ path: 'data', reason: 'is no base64' }));
  return bytes;
}
