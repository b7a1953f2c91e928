import { z } from '../../../platform/schema.ts';
import { Format, formatOf, ScreenShape, screenOf } from '../lines.ts';
import { method, session } from '../method.ts';

export const getScreen = method({
  name: 'get_screen',
  summary: 'Read the screen.',
  needs: ['screen.read'],
  params: z.object({ ...session, format: Format }),
  result: ScreenShape,
  handle: ({ world: seat }, params) => screenOf(seat.session(params.session), formatOf(params.format)),
});
