import { method } from '../method.ts';
import { None, Ok, ok } from '../shapes.ts';

export const stop = method({
  name: 'recording.stop',
  since: 1,
  summary: 'Record no more, if anything is recorded; the file is whole when this is answered.',
  needs: ['file.write'],
  throws: [],
  params: None,
  result: Ok,
  examples: [{ title: 'nothing is recorded', send: {}, reply: { ok: true } }],
  handle: async ({ world: { trace } }) => {
    await trace?.stop();
    return ok;
  },
});
