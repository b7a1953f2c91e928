/** What the document has and this server cannot do: answered with its own word for that, and why. */
import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

const why = 'calls are not traced into files here; the native recording.start keeps frames, casts and calls';

export const unsupported = [...['start', 'stop', 'status'].map((deed) => `recording.${deed}`), 'replay'].map(
  (name) =>
    method({
      name,
      since: 1,
      summary: `Not supported: ${why}.`,
      needs: [],
      throws: ['Unsupported'],
      params: z.object({}),
      result: z.never(),
      examples: [{ title: 'not supported', send: {}, fault: 'Unsupported' }],
      handle: () => raise(fault.Unsupported({ reason: why }, `Not supported: ${why}`)),
    }),
);
