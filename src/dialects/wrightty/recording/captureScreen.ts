import { hidingUnfinishedToo } from '../../../core/viewer/unfinished.ts';
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
    const session = world.session(sessionId);
    const redaction = hidingUnfinishedToo(session.screen, session.redaction);
    const { data } = await takePicture(world, session, { format, redaction });
    return { ...frame, format, data };
  },
});
