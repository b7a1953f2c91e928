import { method } from '../method.ts';
import { None, Nothing } from '../shapes.ts';

export const close = method({
  name: 'close',
  since: 1,
  summary: 'End the program and the listener; the answer comes when the program is gone.',
  needs: ['session.kill'],
  throws: [],
  params: None,
  result: Nothing,
  examples: [{ title: 'the end', program: 'asks-name', send: {}, reply: null }],
  handle: async ({ world }) => {
    await world.close();
    return null;
  },
});
