import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const screenshot = method({
  name: 'screenshot',
  since: 1,
  summary: 'Draw the screen as a PNG.',
  needs: ['screen.read'],
  throws: ['Unsupported'],
  params: z.object({ font: z.string().optional(), font_size: z.number().optional() }),
  result: z.string().describe('The PNG in base64.'),
  examples: [{ title: 'not yet', program: 'asks-name', send: {}, fault: 'Unsupported' }],
  handle: () => raise(fault.Unsupported({ reason: 'this server draws no pictures yet' })),
});
