import { readChord } from '../../../core/input/keys/chord.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Ok } from '../shapes.ts';

export const sendKey = method({
  name: 'sendKey',
  since: 1,
  summary: 'Press one key, alone or with modifiers.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy'],
  params: z.object({ key: z.string().min(1) }),
  result: Ok,
  examples: [{ title: 'enter', program: 'asks-name', send: { key: 'enter' }, reply: { ok: true } }],
  handle: (call, { key }) => perform(call, [{ type: 'key', value: readChord(key, 'key') }]),
});
