import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const progress = event({
  name: 'recording.progress',
  since: 1,
  summary:
    'How far a `recording.film` is drawn, told to the one who asked for `progress`, a few times a second and before the answer.',
  params: z.object({
    recording: z.string(),
    path: z.string().describe('Of the film, as it was asked for.'),
    at_ms: z.number().describe('Of the recording, up to which it is drawn.'),
    of_ms: z.number(),
    pictures: z.int().describe('Different ones, so far.'),
  }),
  example: { recording: 'r1', path: '/tmp/s1.gif', at_ms: 1500, of_ms: 60_000, pictures: 12 },
});
