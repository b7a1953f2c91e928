/** The layers of a session: its overlays and panels, the focus, and the visible set. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import {
  applyLayerChange,
  createLayer,
  type Layer,
  type LayerChange,
  type LayerKind,
  type LayerMode,
  type LayerOf,
  layOutPanels,
  type NewLayer,
  type Overlay,
  type PanelLayout,
} from './layer.ts';
import { LayerContent } from './layerContent.ts';

type LayersById = ReadonlyMap<string, Layer>;

interface LayersState {
  readonly outer: Size;
  readonly mode: LayerMode;
  /** In order of creation. */
  readonly layers: LayersById;
  readonly focused: string | null;
}

interface ChangeRequest {
  readonly kind: LayerKind;
  readonly id: string;
  readonly change: LayerChange;
}

/** Each operation is applied completely or, if it fails, not at all. */
export class Layers {
  readonly #resizeProgram: (size: Size) => void;
  readonly #onChange = new Emitter();
  /** Called after each change, when the program has its new size. */
  readonly onChange = this.#onChange.event;
  #state: LayersState;
  #fit: PanelLayout;
  #lastIds = { overlay: 0, panel: 0 };
  #version = 0;

  /** `resizeProgram` resizes the program to the area that panels leave free. */
  constructor(outer: Size, resizeProgram: (size: Size) => void) {
    this.#resizeProgram = resizeProgram;
    this.#state = { outer, mode: 'normal', layers: new Map(), focused: null };
    this.#fit = layOutPanels([], outer);
  }

  /** Size of the whole terminal. */
  get size(): Size {
    return this.#state.outer;
  }

  /** Positions of the panels and the area of the program. */
  get layout(): PanelLayout {
    return this.#fit;
  }

  get mode(): LayerMode {
    return this.#state.mode;
  }

  /** Id of the layer with the focus. */
  get focused(): string | null {
    return this.#state.focused;
  }

  /** Increases with each change. */
  get version(): number {
    return this.#version;
  }

  /** In order of creation. */
  all<Kind extends LayerKind>(kind: Kind): readonly LayerOf<Kind>[] {
    return listLayers(this.#state.layers, kind);
  }

  /** Overlays of the visible set, lowest first. */
  visibleOverlays(): readonly Overlay[] {
    return this.all('overlay')
      .filter(({ mode }) => mode === this.mode)
      .sort((a, b) => a.z - b.z);
  }

  /** Whether the layer is in the visible set; a panel must also fit. */
  isVisible(layer: Layer): boolean {
    if (layer.kind === 'overlay') return layer.mode === this.mode;
    return this.#fit.panels.some(({ panel }) => panel.id === layer.id);
  }

  get<Kind extends LayerKind>(kind: Kind, id: string): LayerOf<Kind> {
    return requireLayer(this.#state.layers, kind, id);
  }

  create<Kind extends LayerKind>(kind: Kind, request: NewLayer<Kind>): LayerOf<Kind> {
    const { layers, mode } = this.#state;
    const others = this.all(kind);
    requireRoom(others, `${kind}s`);
    const id = `${kind[0]}${this.#lastIds[kind] + 1}`;
    const base = { id, mode, z: nextZ(others), focusable: false, content: new LayerContent() };
    const layer = applyLayerChange(createLayer[kind](base, request), request);
    this.#update({ layers: new Map(layers).set(id, layer) });
    this.#lastIds[kind] += 1;
    return layer;
  }

  change<Kind extends LayerKind>(kind: Kind, id: string, change: LayerChange<Kind>): void {
    const layer = applyLayerChange(this.get(kind, id), change);
    this.#update({ layers: new Map(this.#state.layers).set(id, layer) });
  }

  /** Applies all changes or none. */
  batch(changes: readonly ChangeRequest[]): void {
    const layers = new Map(this.#state.layers);
    changes.forEach(({ kind, id, change }, at) => {
      const before = requireLayer(layers, kind, id, `changes.${at}.${kind}`);
      layers.set(id, applyLayerChange(before, change));
    });
    this.#update({ layers });
  }

  delete(kind: LayerKind, id: string): void {
    const deleted = this.get(kind, id);
    this.#retain((one) => one !== deleted);
  }

  /** Deletes the layers of this kind in the visible set. */
  clear(kind: LayerKind): void {
    this.#retain((one) => one.kind !== kind || one.mode !== this.mode);
  }

  /** Marks the layer that should get a person's keys. Does not write anything. */
  focus(id: string, path = 'layer'): void {
    const layer = this.#state.layers.get(id);
    if (!layer) raise(fault.Invalid({ path, reason: `no overlay or panel has the id ${id}`, got: id }));
    if (!layer.focusable || layer.mode !== this.mode) raise(fault.NotFocusable({ path, layer: id }));
    this.#update({ focused: id });
  }

  unfocus(): void {
    this.#update({ focused: null });
  }

  /** The alternate mode starts without layers; its layers are deleted on leaving. */
  enterAlternate(): void {
    if (this.mode === 'alternate') raise(fault.InAlternateMode({}));
    this.#update({ mode: 'alternate', focused: null });
  }

  leaveAlternate(): void {
    if (this.mode === 'normal') raise(fault.NotInAlternateMode({}));
    this.#retain(({ mode }) => mode === 'normal', { mode: 'normal' });
  }

  /** Resizes the whole terminal. The program gets the area that panels leave free. */
  resize(outer: Size): void {
    this.#update({ outer });
  }

  #retain(stays: (layer: Layer) => boolean, more: Partial<LayersState> = {}): void {
    const layers = [...this.#state.layers].filter(([, layer]) => stays(layer));
    this.#update({ layers: new Map(layers), ...more });
  }

  #update(change: Partial<LayersState>): void {
    const state = dropLostFocus({ ...this.#state, ...change });
    requireTotalSize(state);
    const fit = layOutPanels(
      listLayers(state.layers, 'panel').filter(({ mode }) => mode === state.mode),
      state.outer,
    );
    const { rows } = this.#fit.program;
    this.#state = state;
    this.#fit = fit;
    this.#version += 1;
    if (change.outer || fit.program.rows !== rows) this.#resizeProgram(fit.program);
    this.#onChange.fire();
  }
}

const listLayers = <Kind extends LayerKind>(layers: LayersById, kind: Kind): readonly LayerOf<Kind>[] =>
  [...layers.values()].filter((layer): layer is LayerOf<Kind> => layer.kind === kind);

/** `path` is the name of the parameter in the error. */
function requireLayer<Kind extends LayerKind>(
  layers: LayersById,
  kind: Kind,
  id: string,
  path: string = kind,
): LayerOf<Kind> {
  const layer = layers.get(id);
  return layer?.kind === kind ? (layer as LayerOf<Kind>) : raise(unknownFaults[kind](id, path));
}

/** At the maximum z, a new layer gets the same z and is drawn on top because it is newer. */
const nextZ = (layers: readonly Layer[]): number =>
  Math.min(limits.layerZ, Math.max(0, ...layers.map(({ z }) => z)) + 1);

function requireRoom({ length }: readonly Layer[], limit: 'overlays' | 'panels'): void {
  if (length >= limits[limit]) raise(fault.Busy({ reason: 'busy', limit, max: limits[limit] }));
}

/** Clears the focus if its layer was deleted or is no longer focusable. */
const dropLostFocus = (state: LayersState): LayersState =>
  state.layers.get(state.focused ?? '')?.focusable ? state : { ...state, focused: null };

/** The size limit of all layers together. */
function requireTotalSize({ layers }: LayersState): void {
  const chars = [...layers.values()].reduce((sum, { content }) => sum + content.chars, 0);
  const [limit, max] = ['layersChars', limits.layersChars] as const;
  if (chars > max) raise(fault.Busy({ reason: 'busy', limit, max }));
}

const unknownFaults = {
  overlay: (overlay: string, path: string) =>
    fault.OverlayUnknown(
      { path, overlay, reason: 'unknown_overlay' },
      `${path}: no overlay has the id ${overlay}`,
    ),
  panel: (panel: string, path: string) =>
    fault.PanelUnknown({ path, panel, reason: 'unknown_panel' }, `${path}: no panel has the id ${panel}`),
};
