import { choosePalette } from '../../../core/screen/palette.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession, Nothing } from '../shapes.ts';
import { Palette, toHex } from './palette.ts';

export const setColorPalette = method({
  name: 'Terminal.setColorPalette',
  summary: 'Say what some colours are, wherever the program does not say it itself.',
  needs: ['input.write'],
  params: z.object({ ...inSession, palette: Palette }),
  result: Nothing,
  handle: ({ world }, { sessionId, palette }) => {
    choosePalette(world.session(sessionId).screen.palette, toHex(palette));
    return {};
  },
});
