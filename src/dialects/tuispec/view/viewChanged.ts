import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const viewChanged = event({
  name: 'view.changed',
  since: 1,
  summary: 'The screen has changed.',
  params: z.object({ rows: z.int(), cols: z.int(), text: z.string().optional() }),
  example: { rows: 40, cols: 134 },
});
