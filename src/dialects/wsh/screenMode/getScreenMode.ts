import { z } from '../../../platform/schema.ts';
import { method, session } from '../method.ts';

export const getScreenMode = method({
  name: 'get_screen_mode',
  summary: 'Tell which set of overlays and panels is shown.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.object({ mode: z.enum(['normal', 'alt']) }),
  handle: ({ world: seat }, params) => {
    const { mode } = seat.session(params.session).layers;
    return { mode: mode === 'normal' ? ('normal' as const) : ('alt' as const) };
  },
});
