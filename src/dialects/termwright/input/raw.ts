import { fault, raise } from '../../../core/faults.ts';
import { actions } from '../../../core/input/index.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Nothing } from '../shapes.ts';

export const raw = method({
  name: 'raw',
  since: 1,
  summary: 'Send bytes, given as base64.',
  details: 'Shipped clients say `bytes_base64` instead of `bytes`.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({
    bytes: actions.raw.value.optional(),
    bytes_base64: actions.raw.value.optional(),
  }),
  result: Nothing,
  examples: [
    { title: 'escape and a letter', program: 'asks-name', send: { bytes: 'G3g=' }, reply: null },
    { title: 'as it was shipped', program: 'asks-name', send: { bytes_base64: 'G3g=' }, reply: null },
    { title: 'no base64', program: 'asks-name', send: { bytes: '!' }, fault: 'Invalid' },
  ],
  handle: (call, { bytes_base64, bytes = bytes_base64 }) =>
    perform(call, {
      type: 'raw',
      value: bytes ?? raise(fault.Invalid({ path: 'bytes', reason: 'is missing' })),
    }),
});
