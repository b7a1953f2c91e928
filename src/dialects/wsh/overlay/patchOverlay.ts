import { z } from '../../../platform/schema.ts';
import { endings, ofLayer, overlay } from '../layer/kind.ts';
import { Background, backgroundOf, Height, orUnknown, Width, X, Y, Z } from '../layers.ts';
import { method, Nothing } from '../method.ts';

export const patchOverlay = method({
  name: 'patch_overlay',
  summary: 'Put an overlay elsewhere; what it says stays.',
  needs: overlay.needs,
  throws: endings(overlay),
  params: z.object({
    ...ofLayer,
    x: X.nullish(),
    y: Y.nullish(),
    z: Z,
    width: Width,
    height: Height,
    background: Background,
  }),
  result: Nothing,
  handle: ({ world: seat }, { session: name, id: changed, x, y, z: over, width, height, background }) => {
    const { layers } = seat.session(name);
    orUnknown(changed, () =>
      layers.changeOverlay(changed, {
        ...(x != null && { x }),
        ...(y != null && { y }),
        ...(over != null && { z: over }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        ...backgroundOf(background),
      }),
    );
    return {};
  },
});
