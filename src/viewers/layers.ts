/** The layers of a session: its overlays and panels, the focus, and the visible set. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import {
  applyOverlayChange,
  applyPanelChange,
  createLayerBase,
  type Layer,
  type LayerMode,
  layOutPanels,
  type NewOverlay,
  type NewPanel,
  type Overlay,
  type OverlayChange,
  type Panel,
  type PanelChange,
  type PanelLayout,
} from './layer.ts';

type LayerChange =
  | { readonly overlay: string; readonly change: OverlayChange }
  | { readonly panel: string; readonly change: PanelChange };

interface LayersState {
  readonly outer: Size;
  readonly mode: LayerMode;
  readonly overlays: ReadonlyMap<string, Overlay>;
  readonly panels: ReadonlyMap<string, Panel>;
  readonly focused: string | null;
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
    this.#state = { outer, mode: 'normal', overlays: new Map(), panels: new Map(), focused: null };
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
  overlays(): readonly Overlay[] {
    return [...this.#state.overlays.values()];
  }

  panels(): readonly Panel[] {
    return [...this.#state.panels.values()];
  }

  /** Overlays of the visible set, lowest first. */
  visibleOverlays(): readonly Overlay[] {
    return this.overlays()
      .filter(({ mode }) => mode === this.mode)
      .sort((a, b) => a.z - b.z);
  }

  /** Whether the layer is in the visible set; a panel must also fit. */
  isVisible(layer: Layer): boolean {
    if (layer.kind === 'overlay') return layer.mode === this.mode;
    return this.#fit.panels.some(({ panel }) => panel.id === layer.id);
  }

  /** `path` is the name of the parameter in the error. */
  overlay(id: string, path = 'overlay'): Overlay {
    return this.#state.overlays.get(id) ?? raise(unknownOverlay(id, path));
  }

  panel(id: string, path = 'panel'): Panel {
    return this.#state.panels.get(id) ?? raise(unknownPanel(id, path));
  }

  createOverlay(request: NewOverlay): Overlay {
    const { overlays, mode } = this.#state;
    requireRoom(overlays, 'overlays');
    const { x, y } = request;
    const fresh = {
      ...createLayerBase(`o${this.#lastIds.overlay + 1}`, mode, nextZ(overlays)),
      x,
      y,
      kind: 'overlay',
    } as const;
    const overlay = applyOverlayChange(fresh, request);
    this.#update({ overlays: new Map(overlays).set(overlay.id, overlay) });
    this.#lastIds.overlay += 1;
    return overlay;
  }

  createPanel(request: NewPanel): Panel {
    const { panels, mode } = this.#state;
    requireRoom(panels, 'panels');
    const { position, height } = request;
    const fresh = {
      ...createLayerBase(`p${this.#lastIds.panel + 1}`, mode, nextZ(panels)),
      position,
      height,
      kind: 'panel',
    } as const;
    const panel = applyPanelChange(fresh, request);
    this.#update({ panels: new Map(panels).set(panel.id, panel) });
    this.#lastIds.panel += 1;
    return panel;
  }

  changeOverlay(id: string, change: OverlayChange, path?: string): void {
    const overlay = applyOverlayChange(this.overlay(id, path), change);
    this.#update({ overlays: new Map(this.#state.overlays).set(id, overlay) });
  }

  changePanel(id: string, change: PanelChange, path?: string): void {
    const panel = applyPanelChange(this.panel(id, path), change);
    this.#update({ panels: new Map(this.#state.panels).set(id, panel) });
  }

  /** Applies all changes or none. */
  batch(changes: readonly LayerChange[]): void {
    const overlays = new Map(this.#state.overlays);
    const panels = new Map(this.#state.panels);
    changes.forEach((one, at) => {
      const path = `changes.${at}`;
      if ('overlay' in one) {
        const before = overlays.get(one.overlay) ?? raise(unknownOverlay(one.overlay, `${path}.overlay`));
        overlays.set(one.overlay, applyOverlayChange(before, one.change));
      } else {
        const before = panels.get(one.panel) ?? raise(unknownPanel(one.panel, `${path}.panel`));
        panels.set(one.panel, applyPanelChange(before, one.change));
      }
    });
    this.#update({ overlays, panels });
  }

  deleteOverlay(id: string, path?: string): void {
    const deleted = this.overlay(id, path);
    this.#retain((one) => one !== deleted);
  }

  deletePanel(id: string, path?: string): void {
    const deleted = this.panel(id, path);
    this.#retain((one) => one !== deleted);
  }

  /** Deletes the overlays of the visible set. */
  clearOverlays(): void {
    this.#retain(({ kind, mode }) => kind !== 'overlay' || mode !== this.mode);
  }

  clearPanels(): void {
    this.#retain(({ kind, mode }) => kind !== 'panel' || mode !== this.mode);
  }

  /** Marks the layer that should get a person's keys. Does not write anything. */
  focus(id: string, path = 'layer'): void {
    const { overlays, panels } = this.#state;
    const layer = overlays.get(id) ?? panels.get(id);
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
    const overlays = new Map(
      this.overlays()
        .filter(stays)
        .map((one) => [one.id, one]),
    );
    const panels = new Map(
      this.panels()
        .filter(stays)
        .map((one) => [one.id, one]),
    );
    this.#update({ overlays, panels, ...more });
  }

  #update(change: Partial<LayersState>): void {
    const state = dropLostFocus({ ...this.#state, ...change });
    requireTotalSize(state);
    const fit = layOutPanels(
      [...state.panels.values()].filter(({ mode }) => mode === state.mode),
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

/** At the maximum z, a new layer gets the same z and is drawn on top because it is newer. */
const nextZ = (layers: ReadonlyMap<string, Layer>): number =>
  Math.min(limits.layerZ, Math.max(0, ...[...layers.values()].map(({ z }) => z)) + 1);

function requireRoom(layers: ReadonlyMap<string, Layer>, limit: 'overlays' | 'panels'): void {
  if (layers.size >= limits[limit]) raise(fault.Busy({ reason: 'busy', limit, max: limits[limit] }));
}

/** Clears the focus if its layer was deleted or is no longer focusable. */
function dropLostFocus(state: LayersState): LayersState {
  const { overlays, panels, focused } = state;
  const layer = overlays.get(focused ?? '') ?? panels.get(focused ?? '');
  return layer?.focusable ? state : { ...state, focused: null };
}

/** The size limit of all layers together. */
function requireTotalSize({ overlays, panels }: LayersState): void {
  let chars = 0;
  for (const { content } of [...overlays.values(), ...panels.values()]) chars += content.chars;
  const [limit, max] = ['layersChars', limits.layersChars] as const;
  if (chars > max) raise(fault.Busy({ reason: 'busy', limit, max }));
}

const unknownOverlay = (overlay: string, path: string) =>
  fault.OverlayUnknown(
    { path, overlay, reason: 'unknown_overlay' },
    `${path}: no overlay has the id ${overlay}`,
  );

const unknownPanel = (panel: string, path: string) =>
  fault.PanelUnknown({ path, panel, reason: 'unknown_panel' }, `${path}: no panel has the id ${panel}`);
