import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Look, takePicture } from '../picture.ts';
import { inSession } from '../shapes.ts';

export const Format = z.enum(['text', 'ansi', 'json', 'svg', 'png']);

export const screenshot = method({
  name: 'Screen.screenshot',
  summary: 'Make a picture of the screen.',
  needs: ['screen.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...inSession,
    format: Format.nullish().transform((format) => format ?? 'svg'),
    ...Look,
  }),
  result: z.object({
    format: Format,
    data: z.string().describe('Base64 for `png`.'),
    width: z.int().describe('In pixels for `svg` and `png`, otherwise columns.'),
    height: z.int().describe('In pixels for `svg` and `png`, otherwise rows.'),
  }),
  handle: async ({ world }, { sessionId, ...how }) => {
    const { data, width, height } = await takePicture(world, world.session(sessionId), how);
    return { format: how.format, data, width, height };
  },
});
