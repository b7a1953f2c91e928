import { Action } from '../../../core/input/index.ts';
import { permitActions, send } from '../../../core/session/act.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const input = method({
  name: 'session.input',
  since: 1,
  summary: 'Send one action to a session: text, keys, a paste, a signal, a new size.',
  needs: [],
  throws: ['SessionUnknown', 'SessionClosed', 'ModeOff', 'InputHeld', 'Busy', 'PermissionDenied'],
  params: z.strictObject({ session: SessionRef, action: Action }),
  result: z.object({
    sent: z.literal(true),
    bytes: z.int().describe('Bytes written to the program.'),
    warnings: z.array(z.string()).optional().describe('Why the input may not do what was meant.'),
  }),
  examples: [
    {
      title: 'text',
      program: 'asks-name',
      send: { action: { type: 'text', value: 'help\n' } },
      reply: { sent: true, bytes: 5 },
    },
    {
      title: 'a key',
      program: 'asks-name',
      send: { action: { type: 'key', value: 'enter' } },
      reply: { sent: true, bytes: 1 },
    },
    {
      title: 'a key that does not exist',
      program: 'asks-name',
      send: { action: { type: 'key', value: 'entre' } },
      fault: 'Invalid',
    },
    {
      title: 'a click that the program did not ask for',
      program: 'asks-name',
      send: { action: { type: 'mouse', value: { event: 'press', button: 'left', row: 0, col: 0 } } },
      fault: 'ModeOff',
    },
  ],
  handle: ({ world, caller, cancellation }, { session, action }) => {
    permitActions([action], world.grants);
    const sent = send(world.sessions.get(session), [action], () => 'action', cancellation, undefined, caller);
    return sent instanceof Promise ? sent.then(answer) : answer(sent);
  },
});

const answer = ({ bytes, warnings }: { bytes: number; warnings: readonly string[] }) => ({
  sent: true as const,
  bytes,
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});
