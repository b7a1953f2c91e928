/** Methods for overlays and panels together: batches, focus and modes. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import {
  LayerRef,
  OverlayRef,
  overlayChangeParams,
  PanelRef,
  panelChangeParams,
  toContentChange,
} from './layerSchemas.ts';
import { method, ScreenSize, SessionRef } from './method.ts';

const LayerChange = z.union([
  z.strictObject({ overlay: OverlayRef, ...overlayChangeParams }),
  z.strictObject({ panel: PanelRef, ...panelChangeParams }),
]);

export const layerBatch = method({
  name: 'layer.batch',
  summary: 'Change several overlays and panels at once. If one change is refused, none is applied.',
  needs: ['input.write', 'session.resize'],
  throws: ['OverlayUnknown', 'PanelUnknown', 'Busy'],
  params: z.strictObject({
    session: SessionRef,
    changes: z
      .array(LayerChange)
      .max(limits.layerChanges)
      .describe('The parameters of `overlay.change` and `panel.change`, applied in this order.'),
  }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'nothing', program: 'asks-name', send: { changes: [] }, reply: { changed: true } },
    {
      title: 'an unknown overlay',
      program: 'asks-name',
      send: { changes: [{ overlay: 'o9', x: 0 }] },
      fault: 'OverlayUnknown',
    },
  ],
  handle: ({ world }, { session, changes }) => {
    const { layers } = world.sessions.get(session);
    layers.batch(
      changes.map((sent) => {
        if ('overlay' in sent) return { overlay: sent.overlay, change: toContentChange(sent) };
        return { panel: sent.panel, change: toContentChange(sent) };
      }),
    );
    return { changed: true as const };
  },
});

export const layerFocus = method({
  name: 'layer.focus',
  summary: 'Set the overlay or panel that has the focus; null removes the focus.',
  details:
    'The focus does not route keys. A client that wants the keys captures the input, and reads the focus from `layer.state`. The focus ends with its overlay or panel.',
  needs: ['input.write'],
  throws: ['NotFocusable'],
  positional: ['session', 'layer'],
  params: z.strictObject({ session: SessionRef, layer: LayerRef.nullable() }),
  result: z.object({ focused: z.string().nullable() }),
  examples: [
    { title: 'none', program: 'asks-name', send: { layer: null }, reply: { focused: null } },
    { title: 'an unknown overlay', program: 'asks-name', send: { layer: 'o9' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, layer }) => {
    const { layers } = world.sessions.get(session);
    if (layer === null) layers.unfocus();
    else layers.focus(layer);
    return { focused: layers.focused };
  },
});

export const layerState = method({
  name: 'layer.state',
  summary:
    'Return the layer that has the focus, the layer mode, and the size that panels leave to the program.',
  needs: ['screen.read'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({
    focused: z.string().nullable(),
    mode: z.enum(['normal', 'alternate']),
    size: ScreenSize.describe('The size of the whole terminal.'),
    program: ScreenSize.extend({ row: z.int().describe("The first row of the program's screen.") }),
  }),
  examples: [
    {
      title: 'no layers',
      program: 'asks-name',
      send: {},
      reply: {
        focused: null,
        mode: 'normal',
        size: { rows: 24, cols: 80 },
        program: { row: 0, rows: 24, cols: 80 },
      },
    },
  ],
  handle: ({ world }, { session }) => {
    const { focused, mode, size, layout } = world.sessions.get(session).layers;
    const { rows, cols } = layout.program;
    return {
      focused,
      mode,
      size: { rows: size.rows, cols: size.cols },
      program: { row: layout.top, rows, cols },
    };
  },
});

export const layerSetMode = method({
  name: 'layer.set_mode',
  summary: 'Switch between the normal and the alternate set of overlays and panels.',
  details:
    'The alternate mode shows the layers that were created in it, and deletes them when it ends. It is independent of the alternate screen of the program.',
  needs: ['input.write', 'session.resize'],
  throws: ['InAlternateMode', 'NotInAlternateMode'],
  positional: ['session', 'mode'],
  params: z.strictObject({ session: SessionRef, mode: z.enum(['normal', 'alternate']) }),
  result: z.object({ mode: z.enum(['normal', 'alternate']) }),
  examples: [
    {
      title: 'layers for a dialog',
      program: 'asks-name',
      send: { mode: 'alternate' },
      reply: { mode: 'alternate' },
    },
    {
      title: 'leaving the alternate mode when it is off',
      program: 'asks-name',
      send: { mode: 'normal' },
      fault: 'NotInAlternateMode',
    },
  ],
  handle: ({ world }, { session, mode }) => {
    const { layers } = world.sessions.get(session);
    if (mode === 'alternate') layers.enterAlternate();
    else layers.leaveAlternate();
    return { mode: layers.mode };
  },
});
