import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

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
      const refusal = written.holding.refusal(seat.desk);
      if (refusal) throw refusal;
      written.write(bytes);
      return {};
    }, cancellation);
  },
});

/** What is left out of a text that is no base64 would be written to a program that nobody meant it for. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const bare = (it: string) => it.replace(/[\s=]+$/, '');
  if (bare(bytes.toString('base64')) !== bare(text))
    raise(fault.Invalid({ path: 'data', reason: 'is no base64' }));
  return bytes;
}
