import { method } from '../method.ts';
import { None, Ok, ok } from '../shapes.ts';

export const viewUnsubscribe = method({
  name: 'viewUnsubscribe',
  since: 1,
  summary: 'Be told of changes no more.',
  needs: [],
  throws: [],
  params: None,
  result: Ok,
  examples: [{ title: 'nothing to end', send: {}, reply: { ok: true } }],
  handle: ({ world }) => {
    world.subscribe(undefined);
    return ok;
  },
});
