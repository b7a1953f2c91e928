import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { changeOf, OverlayRef, overlayChange, PanelRef, panelChange } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

const Change = z.union([
  z.strictObject({ overlay: OverlayRef, ...overlayChange }),
  z.strictObject({ panel: PanelRef, ...panelChange }),
]);

export const batch = method({
  name: 'layer.batch',
  since: 1,
  summary:
    'Change several overlays and panels at once: people see all of it or, where one is refused, nothing.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown', 'OverlayUnknown', 'PanelUnknown', 'Busy'],
  params: z.strictObject({
    session: SessionRef,
    changes: z
      .array(Change)
      .max(limits.layerChanges)
      .describe('As `overlay.change` and `panel.change` take them, one after the other.'),
  }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'nothing', program: 'asks-name', send: { changes: [] }, reply: { changed: true } },
    {
      title: 'an overlay that is not there',
      program: 'asks-name',
      send: { changes: [{ overlay: 'o9', x: 0 }] },
      fault: 'OverlayUnknown',
    },
  ],
  handle: ({ world }, { session, changes }) => {
    const { layers } = world.sessions.get(session);
    layers.batch(
      changes.map((sent) => {
        if ('overlay' in sent) return { overlay: sent.overlay, change: changeOf(sent) };
        return { panel: sent.panel, change: changeOf(sent) };
      }),
    );
    return { changed: true as const };
  },
});
