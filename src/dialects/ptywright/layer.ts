/** Methods of overlays and panels: each of them, and both together in batches, focus and modes. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import {
  formatOverlay,
  formatPanel,
  LayerRef,
  OverlayInfo,
  OverlayRef,
  overlayChangeParams,
  overlayParams,
  PanelInfo,
  PanelRef,
  panelChangeParams,
  panelParams,
  toContentChange,
} from './layerSchemas.ts';
import { method, redactionParams, ScreenSize, SessionRef } from './method.ts';

export const overlayCreate = method({
  name: 'overlay.create',
  summary: 'Create an overlay: text over the screen of a session, visible to viewers.',
  details:
    'Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`.',
  needs: ['input.write'],
  throws: ['Busy'],
  params: z.strictObject({ session: SessionRef, ...overlayParams }),
  result: z.object({ overlay: z.string().describe('The id of the new overlay.') }),
  examples: [
    {
      title: 'a word in the upper right corner',
      program: 'asks-name',
      send: { x: 70, y: 0, spans: [{ text: 'ready', fg: 2, bold: true }] },
      reply: { overlay: 'o1' },
    },
    { title: 'an invalid column', program: 'asks-name', send: { x: -1, y: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, ...options }) => ({
    overlay: world.sessions.get(session).layers.create('overlay', options).id,
  }),
});

export const overlayList = method({
  name: 'overlay.list',
  summary: 'List the overlays of a session in order of creation, including hidden ones.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ overlays: z.array(OverlayInfo) }),
  examples: [{ title: 'no overlays', program: 'asks-name', send: {}, reply: { overlays: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = read.redactionForRead(how, world);
    return { overlays: read.layers.all('overlay').map((one) => formatOverlay(read, one, hides)) };
  },
});

export const overlayGet = method({
  name: 'overlay.get',
  summary: 'Return the position, size, content and visibility of an overlay.',
  needs: ['screen.read'],
  throws: ['OverlayUnknown', 'PermissionDenied'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...redactionParams }),
  result: OverlayInfo,
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...how }) => {
    const read = world.sessions.get(session);
    return formatOverlay(read, read.layers.get('overlay', overlay), read.redactionForRead(how, world));
  },
});

export const overlayChange = method({
  name: 'overlay.change',
  summary:
    'Change the position, size or content of an overlay. If the change is refused, nothing is applied.',
  needs: ['input.write'],
  throws: ['OverlayUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...overlayChangeParams }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...sent }) => {
    world.sessions.get(session).layers.change('overlay', overlay, toContentChange(sent));
    return { changed: true as const };
  },
});

export const overlayDelete = method({
  name: 'overlay.delete',
  summary: 'Delete an overlay.',
  needs: ['input.write'],
  throws: ['OverlayUnknown'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay }) => {
    world.sessions.get(session).layers.delete('overlay', overlay);
    return { deleted: true as const };
  },
});

export const overlayClear = method({
  name: 'overlay.clear',
  summary: 'Delete all overlays of the current layer mode.',
  needs: ['input.write'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clear('overlay');
    return { cleared: true as const };
  },
});

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
        if ('panel' in sent) {
          const { panel, ...change } = sent;
          return { kind: 'panel', id: panel, change: toContentChange(change) };
        }
        const { overlay, ...change } = sent;
        return { kind: 'overlay', id: overlay, change: toContentChange(change) };
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

export const panelCreate = method({
  name: 'panel.create',
  summary: 'Create a panel: rows at an edge, taken from the program, with text that viewers see.',
  details:
    'The program gets a smaller size, as when a window shrinks, but keeps at least one row. A panel gets no input. Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`.',
  needs: ['input.write', 'session.resize'],
  throws: ['Busy'],
  params: z.strictObject({ session: SessionRef, ...panelParams }),
  result: z.object({ panel: z.string().describe('The id of the new panel.') }),
  examples: [
    {
      title: 'a line at the bottom with a span that will change',
      program: 'asks-name',
      send: { position: 'bottom', height: 1, spans: [{ text: 'tests: ' }, { id: 'tests', text: '0' }] },
      reply: { panel: 'p1' },
    },
    {
      title: 'an invalid edge',
      program: 'asks-name',
      send: { position: 'left', height: 1 },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, ...options }) => ({
    panel: world.sessions.get(session).layers.create('panel', options).id,
  }),
});

export const panelList = method({
  name: 'panel.list',
  summary: 'List the panels of a session in order of creation, including hidden ones.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ panels: z.array(PanelInfo) }),
  examples: [{ title: 'no panels', program: 'asks-name', send: {}, reply: { panels: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = read.redactionForRead(how, world);
    return { panels: read.layers.all('panel').map((one) => formatPanel(read, one, hides)) };
  },
});

export const panelGet = method({
  name: 'panel.get',
  summary: 'Return the position, height, content and visibility of a panel.',
  needs: ['screen.read'],
  throws: ['PanelUnknown', 'PermissionDenied'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...redactionParams }),
  result: PanelInfo,
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel, ...how }) => {
    const read = world.sessions.get(session);
    return formatPanel(read, read.layers.get('panel', panel), read.redactionForRead(how, world));
  },
});

export const panelChange = method({
  name: 'panel.change',
  summary: 'Change the edge, height or content of a panel. If the change is refused, nothing is applied.',
  needs: ['input.write', 'session.resize'],
  throws: ['PanelUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...panelChangeParams }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel, ...sent }) => {
    world.sessions.get(session).layers.change('panel', panel, toContentChange(sent));
    return { changed: true as const };
  },
});

export const panelDelete = method({
  name: 'panel.delete',
  summary: 'Delete a panel; its rows go back to the program.',
  needs: ['input.write', 'session.resize'],
  throws: ['PanelUnknown'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel }) => {
    world.sessions.get(session).layers.delete('panel', panel);
    return { deleted: true as const };
  },
});

export const panelClear = method({
  name: 'panel.clear',
  summary: 'Delete all panels of the current layer mode.',
  needs: ['input.write', 'session.resize'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clear('panel');
    return { cleared: true as const };
  },
});
