import { z } from '../../../platform/schema.ts';
import { LayerRef } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const focus = method({
  name: 'layer.focus',
  since: 1,
  summary: "Say which overlay or panel a person's keys are meant for, or with null that it is none.",
  details:
    'Nothing else comes of it: whoever wants the keys captures the input, and asks `layer.state` whose they are. The focus ends with its overlay or panel.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'NotFocusable'],
  positional: ['session', 'layer'],
  params: z.strictObject({ session: SessionRef, layer: LayerRef.nullable() }),
  result: z.object({ focused: z.string().nullable() }),
  examples: [
    { title: 'none', program: 'asks-name', send: { layer: null }, reply: { focused: null } },
    { title: 'one that is not there', program: 'asks-name', send: { layer: 'o9' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, layer }) => {
    const { layers } = world.sessions.get(session);
    if (layer === null) layers.unfocus();
    else layers.focus(layer);
    return { focused: layers.focused };
  },
});
