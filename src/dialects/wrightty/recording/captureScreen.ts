import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { takePicture } from '../picture.ts';
import { inSession } from '../shapes.ts';

const Format = z.enum(['svg', 'text', 'png']);

export const captureScreen = method({
  name: 'Recording.captureScreen',
  summary: 'Make a picture of the screen, with a number and the time.',
  needs: ['screen.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({ ...inSession, format: Format.nullish().transform((format) => format ?? 'svg') }),
  result: z.object({
    frameId: z.int().describe('Counts the frames of this listener, from 0.'),
    timestamp: z.number(),
    format: Format,
    data: z.string(),
  }),
  handle: async ({ world }, { sessionId, format }) => {
    const frame = { frameId: world.nextFrame(), timestamp: world.core.clock.wall() };
    const { data } = await takePicture(world, world.session(sessionId), { format });
    return { ...frame, format, data };
  },
});
