import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';
import { waitForPattern as documented } from '../wait/wait_for_pattern.ts';

/** Clients take null for an answer, and some nothing else. */
export const waitForPattern = method({
  ...documented,
  result: Nothing,
  examples: [{ title: 'there', program: 'asks-name', send: { pattern: 'name' }, reply: null }],
  handle: async (call, params) => {
    await documented.handle(call, params);
    return null;
  },
});
