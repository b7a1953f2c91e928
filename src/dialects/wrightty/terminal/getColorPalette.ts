import { readPalette } from '../../../core/screen/palette.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';
import { fromHex, Palette } from './palette.ts';

export const getColorPalette = method({
  name: 'Terminal.getColorPalette',
  summary: 'Read what all the colours are.',
  needs: ['screen.read'],
  params: z.object(inSession),
  result: z.object({ palette: Palette }),
  handle: ({ world }, { sessionId }) => ({
    palette: fromHex(readPalette(world.session(sessionId).screen.palette)),
  }),
});
