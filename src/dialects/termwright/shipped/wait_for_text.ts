import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';
import { waitForText as documented } from '../wait/wait_for_text.ts';

/** Clients take null for an answer, and some nothing else. */
export const waitForText = method({
  ...documented,
  result: Nothing,
  examples: [{ title: 'there', program: 'asks-name', send: { text: 'name' }, reply: null }],
  handle: async (call, params) => {
    await documented.handle(call, params);
    return null;
  },
});
