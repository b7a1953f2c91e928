import { z } from '../../../platform/schema.ts';
import { chordOf } from '../chord.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Nothing } from '../shapes.ts';

export const press = method({
  name: 'press',
  since: 1,
  summary: 'Press one key: a character, or a key by its name in any case.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({ key: z.string() }),
  result: Nothing,
  examples: [
    { title: 'a named key', program: 'asks-name', send: { key: 'Enter' }, reply: null },
    { title: 'a character', program: 'asks-name', send: { key: '@' }, reply: null },
    { title: 'no key', program: 'asks-name', send: { key: 'Entre' }, fault: 'Invalid' },
  ],
  handle: (call, { key }) => perform(call, { type: 'key', value: chordOf(key) }),
});
