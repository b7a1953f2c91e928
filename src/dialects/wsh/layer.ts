/** Methods of overlays and panels. Methods that both have are declared once. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import type { LayerKind, LayerOf } from '#viewers/layer.ts';
import type { Layers } from '#viewers/layers.ts';
import {
  Background,
  formatOverlay,
  formatPanel,
  Height,
  LayerId,
  NamedSpans,
  OverlayInfo,
  PanelInfo,
  Spans,
  toBackground,
  toReplacement,
  toUpdate,
  Width,
  Writes,
  X,
  Y,
  Z,
} from './layerSchemas.ts';
import { method, sessionParams } from './method.ts';

/** What differs between overlays and panels. */
interface KindDeclaration<Kind extends LayerKind = LayerKind, Shape extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  /** The permissions to change a layer of this kind. */
  readonly needs: readonly string[];
  readonly unknownFault: 'OverlayUnknown' | 'PanelUnknown';
  readonly shape: Shape;
  format(session: Session, layer: LayerOf<Kind>): z.input<Shape>;
}

const overlayKind: KindDeclaration<'overlay', typeof OverlayInfo> = {
  kind: 'overlay',
  needs: ['input.write'],
  unknownFault: 'OverlayUnknown',
  shape: OverlayInfo,
  format: formatOverlay,
};

const panelKind: KindDeclaration<'panel', typeof PanelInfo> = {
  kind: 'panel',
  needs: ['input.write', 'session.resize'],
  unknownFault: 'PanelUnknown',
  shape: PanelInfo,
  format: formatPanel,
};

type DeclaredKind = Omit<KindDeclaration, 'format'>;

const layerParams = { ...sessionParams, id: LayerId };

/** The faults of methods that change a layer. */
const layerFaults = ({ unknownFault }: DeclaredKind): readonly string[] => [unknownFault, 'Busy'];

const createListMethod = <Kind extends LayerKind, Shape extends z.ZodType>(
  { kind, shape, format }: KindDeclaration<Kind, Shape>,
  which: string,
) =>
  method({
    name: `list_${kind}s`,
    summary: `List the ${kind}s${which}.`,
    needs: ['screen.read'],
    params: z.object(sessionParams),
    result: z.array(shape),
    handle: ({ world }, params) => {
      const session = world.session(params.session);
      const { layers } = session;
      // Layers of the other mode are not listed.
      const listed = layers.all(kind).filter(({ mode }) => mode === layers.mode);
      return listed.map((layer) => format(session, layer));
    },
  });

export const listOverlays = createListMethod(overlayKind, ' that are visible');
export const listPanels = createListMethod(panelKind, ', including hidden ones');

const createGetMethod = <Kind extends LayerKind, Shape extends z.ZodType>(
  declared: KindDeclaration<Kind, Shape>,
) =>
  method({
    name: `get_${declared.kind}`,
    summary: `Return one ${declared.kind}.`,
    needs: ['screen.read'],
    throws: layerFaults(declared),
    params: z.object(layerParams),
    result: declared.shape,
    handle: ({ world }, { session: name, id }) => {
      const session = world.session(name);
      return declared.format(session, session.layers.get(declared.kind, id));
    },
  });

export const getOverlay = createGetMethod(overlayKind);
export const getPanel = createGetMethod(panelKind);

const createDeleteMethod = (declared: DeclaredKind, so: string) =>
  method({
    name: `delete_${declared.kind}`,
    summary: `Delete ${so}.`,
    needs: declared.needs,
    throws: layerFaults(declared),
    params: z.object(layerParams),
    handle: ({ world }, { session, id }) => {
      world.session(session).layers.delete(declared.kind, id);
    },
  });

export const deleteOverlay = createDeleteMethod(overlayKind, 'an overlay');
export const deletePanel = createDeleteMethod(panelKind, 'a panel; its rows go back to the program');

const createClearMethod = ({ kind, needs }: DeclaredKind, which = '') =>
  method({
    name: `clear_${kind}s`,
    summary: `Delete all ${kind}s${which}.`,
    needs,
    params: z.object(sessionParams),
    handle: ({ world }, params) => {
      world.session(params.session).layers.clear(kind);
    },
  });

export const clearOverlays = createClearMethod(overlayKind, ' that are visible');
export const clearPanels = createClearMethod(panelKind);

const createUpdateSpansMethod = (declared: DeclaredKind, one: string) =>
  method({
    name: `update_${declared.kind}_spans`,
    summary: `Replace the spans of ${one} that have the same ids.`,
    needs: declared.needs,
    throws: layerFaults(declared),
    params: z.object({ ...layerParams, spans: NamedSpans }),
    handle: ({ world }, { session, id, ...said }) => {
      world.session(session).layers.change(declared.kind, id, toUpdate(said));
    },
  });

export const updateOverlaySpans = createUpdateSpansMethod(overlayKind, 'an overlay');
export const updatePanelSpans = createUpdateSpansMethod(panelKind, 'a panel');

const createRegionWriteMethod = (declared: DeclaredKind, one: string) =>
  method({
    name: `${declared.kind}_region_write`,
    summary: `Write text at positions of ${one}, over its spans.`,
    needs: declared.needs,
    throws: layerFaults(declared),
    params: z.object({ ...layerParams, writes: Writes }),
    handle: ({ world }, { session, id, ...said }) => {
      world.session(session).layers.change(declared.kind, id, toUpdate(said));
    },
  });

export const overlayRegionWrite = createRegionWriteMethod(overlayKind, 'an overlay');
export const panelRegionWrite = createRegionWriteMethod(panelKind, 'a panel');

export const batchUpdate = method({
  name: 'batch_update',
  summary: 'Change spans of an overlay or panel and write over it, in one step.',
  needs: overlayKind.needs,
  throws: ['OverlayUnknown', 'PanelUnknown', 'Busy'],
  params: z.object({
    ...layerParams,
    type: z.enum(['overlay', 'panel']),
    spans: Spans.nullish(),
    writes: Writes.nullish(),
  }),
  handle: ({ world }, params) => {
    world.session(params.session).layers.change(params.type, params.id, toUpdate(params));
  },
});

export const createOverlay = method({
  name: 'create_overlay',
  summary: 'Create an overlay: text over the screen, visible to viewers.',
  needs: ['input.write'],
  throws: ['Busy'],
  params: z.object({
    ...sessionParams,
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
  examples: [{ title: 'one word', send: { x: 0, y: 0, spans: [{ text: 'ready' }] }, reply: {} }],
  handle: ({ world }, { session, x, y, z, width, height, background, focusable, spans }) => {
    const { layers } = world.session(session);
    const { id } = layers.create('overlay', {
      x,
      y,
      z: z ?? undefined,
      width,
      height,
      focusable: focusable ?? undefined,
      ...toBackground(background ?? undefined),
      ...toReplacement({ spans }),
    });
    return { id };
  },
});

export const updateOverlay = method({
  name: 'update_overlay',
  summary: 'Replace the content of an overlay.',
  needs: overlayKind.needs,
  throws: layerFaults(overlayKind),
  params: z.object({ ...layerParams, spans: Spans }),
  handle: ({ world }, params) => {
    world.session(params.session).layers.change('overlay', params.id, toReplacement(params));
  },
});

export const patchOverlay = method({
  name: 'patch_overlay',
  summary: 'Move an overlay; its content stays.',
  needs: overlayKind.needs,
  throws: layerFaults(overlayKind),
  params: z.object({
    ...layerParams,
    x: X.nullish(),
    y: Y.nullish(),
    z: Z,
    width: Width,
    height: Height,
    background: Background,
  }),
  handle: ({ world }, { session, id, x, y, z, width, height, background }) => {
    const { layers } = world.session(session);
    layers.change('overlay', id, {
      x: x ?? undefined,
      y: y ?? undefined,
      z: z ?? undefined,
      width,
      height,
      ...toBackground(background),
    });
  },
});

// The position and content of a panel in requests.
const PanelPosition = z.enum(['top', 'bottom']);
const PanelHeight = z.int().min(1).max(limits.maxRows);
const panelFields = { z: Z, background: Background, focusable: z.boolean().nullish() };

const PanelParams = z.object({
  position: PanelPosition.nullish(),
  height: PanelHeight.nullish(),
  ...panelFields,
  spans: Spans.nullish(),
});
type PanelParams = z.output<typeof PanelParams>;

const toPanelChange = ({ position, height, z, background, focusable, spans }: PanelParams) => ({
  position: position ?? undefined,
  height: height ?? undefined,
  z: z ?? undefined,
  focusable: focusable ?? undefined,
  ...toBackground(background),
  ...toReplacement({ spans }),
});

/** Raises Invalid for a height that leaves the program no row. */
function checkPanelHeight({ size: { rows } }: Layers, height: number | null | undefined): void {
  if (height == null || height < rows) return;
  const reason = `the terminal has ${rows} rows, and the program keeps one: at most ${rows - 1}`;
  raise(fault.Invalid({ path: 'height', reason, got: String(height) }));
}

/** A method that changes a panel, completely or in part. */
const createPanelChangeMethod = <Params extends z.ZodObject>(name: string, summary: string, shape: Params) =>
  method({
    name,
    summary,
    needs: panelKind.needs,
    throws: layerFaults(panelKind),
    params: z.object({ ...layerParams, ...shape.shape }),
    handle: ({ world }, params) => {
      const { session, id, ...change } = params as PanelParams & { session?: string; id: string };
      const { layers } = world.session(session);
      checkPanelHeight(layers, change.height);
      layers.change('panel', id, toPanelChange(change));
    },
  });

export const createPanel = method({
  name: 'create_panel',
  summary: 'Create a panel: rows at an edge, taken from the program, with text that viewers see.',
  details:
    'A panel without room is kept hidden until there is room. A panel higher than the terminal is refused.',
  needs: panelKind.needs,
  throws: ['Busy'],
  params: z.object({
    ...sessionParams,
    position: PanelPosition,
    height: PanelHeight,
    ...panelFields,
    spans: Spans.nullish(),
  }),
  result: z.object({ id: z.string() }),
  examples: [
    { title: 'one row', send: { position: 'bottom', height: 1, spans: [{ text: 'ready' }] }, reply: {} },
  ],
  handle: ({ world }, params) => {
    const { position, height } = params;
    const { layers } = world.session(params.session);
    checkPanelHeight(layers, height);
    return { id: layers.create('panel', { ...toPanelChange(params), position, height }).id };
  },
});

export const updatePanel = createPanelChangeMethod(
  'update_panel',
  'Replace the properties and content of a panel.',
  z.object({
    position: PanelPosition,
    height: PanelHeight,
    ...panelFields,
    z: Z.unwrap().unwrap(),
    spans: Spans,
  }),
);

export const patchPanel = createPanelChangeMethod(
  'patch_panel',
  'Change some properties of a panel.',
  PanelParams,
);
