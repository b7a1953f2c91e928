/** Panels: rows at an edge of the terminal that people see, and that the program does not have. */
import { fault, raise } from '../../../core/faults.ts';
import type { Layers } from '../../../core/layer/layers.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import {
  Background,
  backgroundOf,
  LayerId,
  NamedSpans,
  orUnknown,
  PanelShape,
  panelShape,
  replacing,
  Spans,
  shown,
  updating,
  Writes,
  Z,
} from '../layers.ts';
import { method, Nothing, session, type WshMethod } from '../method.ts';

const needs = ['input.write', 'session.resize'];
const throws = ['PanelUnknown', 'Busy'];
const id = { ...session, id: LayerId };
const Position = z.enum(['top', 'bottom']);
const Height = z.int().min(1).max(limits.maxRows);
const more = { z: Z, background: Background, focusable: z.boolean().nullish() };

interface Placed {
  readonly position?: 'top' | 'bottom' | null | undefined;
  readonly height?: number | null | undefined;
  readonly z?: number | null | undefined;
  readonly background?: z.output<typeof Background>;
  readonly focusable?: boolean | null | undefined;
  readonly spans?: z.output<typeof Spans> | null | undefined;
}

const changeOf = ({ position, height, z: over, background, focusable, spans }: Placed) => ({
  ...(position != null && { position }),
  ...(height != null && { height }),
  ...(over != null && { z: over }),
  ...(focusable != null && { focusable }),
  ...backgroundOf(background),
  ...replacing({ spans }),
});

/** Rows that a terminal does not have would be taken from nobody, and seen by nobody. */
function refuseHigh({ size: { rows } }: Layers, height: number | null | undefined): void {
  if (height == null || height < rows) return;
  const reason = `the terminal has ${rows} rows, and the program keeps one: at most ${rows - 1}`;
  raise(fault.Invalid({ path: 'height', reason, got: String(height) }));
}

const create = method({
  name: 'create_panel',
  summary: 'Take rows from the program, at an edge, for text that people see.',
  details:
    'A panel that has no room beside others is kept, and shown when there is some. One that is higher than the terminal is refused.',
  needs,
  throws: ['Busy'],
  params: z.object({ ...session, position: Position, height: Height, ...more, spans: Spans.nullish() }),
  result: z.object({ id: z.string() }),
  handle: ({ world: seat }, params) => {
    const { position, height } = params;
    const { layers } = seat.session(params.session);
    refuseHigh(layers, height);
    return { id: layers.createPanel({ ...changeOf(params), position, height }).id };
  },
});

const list = method({
  name: 'list_panels',
  summary: 'List the panels, also those that have no room.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.array(PanelShape),
  handle: ({ world: seat }, params) => {
    const over = seat.session(params.session);
    return shown(over, over.layers.panels()).map((one) => panelShape(over, one));
  },
});

const get = method({
  name: 'get_panel',
  summary: 'Tell about one panel.',
  needs: ['screen.read'],
  throws,
  params: z.object(id),
  result: PanelShape,
  handle: ({ world: seat }, params) => {
    const over = seat.session(params.session);
    return orUnknown(params.id, () => panelShape(over, over.layers.panel(params.id)));
  },
});

const changing = <Params extends z.ZodObject>(name: string, summary: string, shape: Params) =>
  method({
    name,
    summary,
    needs,
    throws,
    params: z.object({ ...id, ...shape.shape }),
    result: Nothing,
    handle: ({ world: seat }, params) => {
      const { session: whose, id: changed, ...change } = params as Placed & { session?: string; id: string };
      const { layers } = seat.session(whose);
      refuseHigh(layers, change.height);
      orUnknown(changed, () => layers.changePanel(changed, changeOf(change)));
      return {};
    },
  });

const update = changing(
  'update_panel',
  'Say anew what a panel is and says.',
  z.object({ position: Position, height: Height, ...more, z: Z.unwrap().unwrap(), spans: Spans }),
);

const patch = changing(
  'patch_panel',
  'Change something about a panel.',
  z.object({ position: Position.nullish(), height: Height.nullish(), ...more, spans: Spans.nullish() }),
);

const remove = method({
  name: 'delete_panel',
  summary: 'Take a panel away; the program gets its rows.',
  needs,
  throws,
  params: z.object(id),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.deletePanel(params.id));
    return {};
  },
});

const clear = method({
  name: 'clear_panels',
  summary: 'Take all panels away.',
  needs,
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.clearPanels();
    return {};
  },
});

const updateSpans = method({
  name: 'update_panel_spans',
  summary: 'Let some spans of a panel say something else: those of the same ids.',
  needs,
  throws,
  params: z.object({ ...id, spans: NamedSpans }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.changePanel(params.id, updating(params)));
    return {};
  },
});

const write = method({
  name: 'panel_region_write',
  summary: 'Write text at places of a panel, over what it says.',
  needs,
  throws,
  params: z.object({ ...id, writes: Writes }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    orUnknown(params.id, () => layers.changePanel(params.id, updating(params)));
    return {};
  },
});

export const panels: readonly WshMethod[] = [
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
