import { z } from '../../../platform/schema.ts';
import { action } from '../action.ts';
import { write } from '../write.ts';

/** Padding bits must be zero: what decodes to the same bytes is written one way only. */
const isCanonical = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;

export const raw = action({
  name: 'raw',
  summary: 'Writes bytes, given as base64 with padding: any bytes, also those that are no text.',
  needs: 'input.write',
  value: z.base64().refine(isCanonical, { error: 'is not canonical base64', abort: true }),
  examples: [
    { title: 'escape and a letter', value: 'G3g=', writes: '\x1bx' },
    { title: 'not base64', value: 'G3g', fault: 'Invalid' },
  ],
  perform: (target, value) => write(target, Buffer.from(value, 'base64')),
});
