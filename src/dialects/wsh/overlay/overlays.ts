/** Overlays: text that people see over the screen, and no program. */
import { z } from '../../../platform/schema.ts';
import {
  Background,
  backgroundOf,
  Height,
  LayerId,
  NamedSpans,
  OverlayShape,
  orUnknown,
  overlayShape,
  replacing,
  Spans,
  shown,
  updating,
  Width,
  Writes,
  X,
  Y,
  Z,
} from '../layers.ts';
import { method, Nothing, session, type WshMethod } from '../method.ts';

const needs = ['input.write'];
const throws = ['OverlayUnknown', 'Busy'];
const id = { ...session, id: LayerId };

const create = method({
  name: 'create_overlay',
  summary: 'Lay text over the screen, for people to see.',
  needs,
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

const list = method({
  name: 'list_overlays',
  summary: 'List the overlays that are shown.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.array(OverlayShape),
  handle: ({ world: seat }, params) => {
    const over = seat.session(params.session);
    return shown(over, over.layers.overlays()).map((one) => overlayShape(over, one));
  },
});

const get = method({
  name: 'get_overlay',
  summary: 'Tell about one overlay.',
  needs: ['screen.read'],
  throws,
  params: z.object(id),
  result: OverlayShape,
  handle: ({ world: seat }, params) => {
    const over = seat.session(params.session);
    return orUnknown(params.id, () => overlayShape(over, over.layers.overlay(params.id)));
  },
});

const update = method({
  name: 'update_overlay',
  summary: 'Let an overlay say something else.',
  needs,
  throws,
  params: z.object({ ...id, spans: Spans }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.changeOverlay(params.id, replacing(params)));
    return {};
  },
});

const patch = method({
  name: 'patch_overlay',
  summary: 'Put an overlay elsewhere; what it says stays.',
  needs,
  throws,
  params: z.object({
    ...id,
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

const remove = method({
  name: 'delete_overlay',
  summary: 'Take an overlay away.',
  needs,
  throws,
  params: z.object(id),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.deleteOverlay(params.id));
    return {};
  },
});

const clear = method({
  name: 'clear_overlays',
  summary: 'Take all overlays away that are shown.',
  needs,
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.clearOverlays();
    return {};
  },
});

const updateSpans = method({
  name: 'update_overlay_spans',
  summary: 'Let some spans of an overlay say something else: those of the same ids.',
  needs,
  throws,
  params: z.object({ ...id, spans: NamedSpans }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.changeOverlay(params.id, updating(params)));
    return {};
  },
});

const write = method({
  name: 'overlay_region_write',
  summary: 'Write text at places of an overlay, over what it says.',
  needs,
  throws,
  params: z.object({ ...id, writes: Writes }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.changeOverlay(params.id, updating(params)));
    return {};
  },
});

export const overlays: readonly WshMethod[] = [
  create,
  list,
  get,
  update,
  patch,
  remove,
  clear,
  updateSpans,
  write,
];
