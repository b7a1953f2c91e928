import { z } from '../../../platform/schema.ts';
import { Background, backgroundOf, Height, replacing, Spans, Width, X, Y, Z } from '../layers.ts';
import { method, session } from '../method.ts';

export const createOverlay = method({
  name: 'create_overlay',
  summary: 'Lay text over the screen, for people to see.',
  needs: ['input.write'],
  throws: ['Busy'],
  params: z.object({
    ...session,
    x: X,
    y: Y,
    z: Z,
    width: Width,
    height: Height,
    background: Background,
    focusable: z.boolean().nullish(),
    spans: Spans,
  }),
  result: z.object({ id: z.string() }),
  handle: (
    { world: seat },
    { session: name, x, y, z: over, width, height, background, focusable, spans },
  ) => {
    const { layers } = seat.session(name);
    const { id: created } = layers.createOverlay({
      x,
      y,
      ...(over != null && { z: over }),
      ...(width != null && { width }),
      ...(height != null && { height }),
      ...(focusable != null && { focusable }),
      ...backgroundOf(background ?? undefined),
      ...replacing({ spans }),
    });
    return { id: created };
  },
});
