/** What is drawn over one session's screen for people: its overlays and panels, which of them has the focus, and which set is shown. */
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Size } from '../size.ts';
import { type Fit, fitPanels } from './fit.ts';
import {
  begun,
  changedOverlay,
  changedPanel,
  type Layer,
  type NewOverlay,
  type NewPanel,
  type Overlay,
  type OverlayChange,
  type Panel,
  type PanelChange,
  type ScreenMode,
} from './layer.ts';

export type LayerChange =
  | { readonly overlay: string; readonly change: OverlayChange }
  | { readonly panel: string; readonly change: PanelChange };

interface State {
  readonly outer: Size;
  readonly mode: ScreenMode;
  readonly overlays: ReadonlyMap<string, Overlay>;
  readonly panels: ReadonlyMap<string, Panel>;
  readonly focused: string | null;
}

/** Every deed is done whole or, where it is refused, not at all. */
export class Layers {
  readonly #tellProgram: (size: Size) => void;
  readonly #listeners = new Set<() => void>();
  #state: State;
  #fit: Fit;
  #last = { overlay: 0, panel: 0 };
  #version = 0;

  /** `tellProgram` is asked to give the program the size that panels leave it. */
  constructor(outer: Size, tellProgram: (size: Size) => void) {
    this.#tellProgram = tellProgram;
    this.#state = { outer, mode: 'normal', overlays: new Map(), panels: new Map(), focused: null };
    this.#fit = fitPanels([], outer);
  }

  /** Of the whole terminal: what people have. */
  get size(): Size {
    return this.#state.outer;
  }

  /** Where the panels are, and what they leave to the program. */
  get fit(): Fit {
    return this.#fit;
  }

  get mode(): ScreenMode {
    return this.#state.mode;
  }

  /** The id of the layer that has the focus. */
  get focused(): string | null {
    return this.#state.focused;
  }

  /** Advances at each deed that changed anything. */
  get version(): number {
    return this.#version;
  }

  /** In the order in which they were made. */
  overlays(): readonly Overlay[] {
    return [...this.#state.overlays.values()];
  }

  panels(): readonly Panel[] {
    return [...this.#state.panels.values()];
  }

  /** Those that are drawn, the lowest first. */
  shownOverlays(): readonly Overlay[] {
    return this.overlays()
      .filter(({ mode }) => mode === this.mode)
      .sort((a, b) => a.z - b.z);
  }

  /** Whether a layer is drawn: it is of the mode, and a panel has room. */
  shows(layer: Layer): boolean {
    if (layer.kind === 'overlay') return layer.mode === this.mode;
    return this.#fit.panels.some(({ panel }) => panel.id === layer.id);
  }

  /** `path` names the parameter that held the id. */
  overlay(id: string, path = 'overlay'): Overlay {
    return this.#state.overlays.get(id) ?? raise(unknownOverlay(id, path));
  }

  panel(id: string, path = 'panel'): Panel {
    return this.#state.panels.get(id) ?? raise(unknownPanel(id, path));
  }

  createOverlay(wanted: NewOverlay): Overlay {
    const { overlays, mode } = this.#state;
    refuseMore(overlays, 'overlays');
    const { x, y } = wanted;
    const fresh = {
      ...begun(`o${this.#last.overlay + 1}`, mode, above(overlays)),
      x,
      y,
      kind: 'overlay',
    } as const;
    const overlay = changedOverlay(fresh, wanted);
    this.#become({ overlays: new Map(overlays).set(overlay.id, overlay) });
    this.#last.overlay += 1;
    return overlay;
  }

  createPanel(wanted: NewPanel): Panel {
    const { panels, mode } = this.#state;
    refuseMore(panels, 'panels');
    const { position, height } = wanted;
    const fresh = {
      ...begun(`p${this.#last.panel + 1}`, mode, above(panels)),
      position,
      height,
      kind: 'panel',
    } as const;
    const panel = changedPanel(fresh, wanted);
    this.#become({ panels: new Map(panels).set(panel.id, panel) });
    this.#last.panel += 1;
    return panel;
  }

  changeOverlay(id: string, change: OverlayChange, path?: string): void {
    const overlay = changedOverlay(this.overlay(id, path), change);
    this.#become({ overlays: new Map(this.#state.overlays).set(id, overlay) });
  }

  changePanel(id: string, change: PanelChange, path?: string): void {
    const panel = changedPanel(this.panel(id, path), change);
    this.#become({ panels: new Map(this.#state.panels).set(id, panel) });
  }

  /** All of the changes, or none. */
  batch(changes: readonly LayerChange[]): void {
    const overlays = new Map(this.#state.overlays);
    const panels = new Map(this.#state.panels);
    changes.forEach((one, at) => {
      const path = `changes.${at}`;
      if ('overlay' in one) {
        const before = overlays.get(one.overlay) ?? raise(unknownOverlay(one.overlay, `${path}.overlay`));
        overlays.set(one.overlay, changedOverlay(before, one.change));
      } else {
        const before = panels.get(one.panel) ?? raise(unknownPanel(one.panel, `${path}.panel`));
        panels.set(one.panel, changedPanel(before, one.change));
      }
    });
    this.#become({ overlays, panels });
  }

  deleteOverlay(id: string, path?: string): void {
    const deleted = this.overlay(id, path);
    this.#keep((one) => one !== deleted);
  }

  deletePanel(id: string, path?: string): void {
    const deleted = this.panel(id, path);
    this.#keep((one) => one !== deleted);
  }

  /** Those of the mode that is shown. */
  clearOverlays(): void {
    this.#keep(({ kind, mode }) => kind !== 'overlay' || mode !== this.mode);
  }

  clearPanels(): void {
    this.#keep(({ kind, mode }) => kind !== 'panel' || mode !== this.mode);
  }

  /** Says to whom it may concern that a person's keys are meant for this layer; nothing is written anywhere. */
  focus(id: string, path = 'layer'): void {
    const { overlays, panels } = this.#state;
    const layer = overlays.get(id) ?? panels.get(id);
    if (!layer) raise(fault.Invalid({ path, reason: `no overlay and no panel is called ${id}`, got: id }));
    if (!layer.focusable || layer.mode !== this.mode) raise(fault.NotFocusable({ path, layer: id }));
    this.#become({ focused: id });
  }

  unfocus(): void {
    this.#become({ focused: null });
  }

  /** In the alternate mode only layers that were made in it are there; they go with it. */
  enterAlternate(): void {
    if (this.mode === 'alternate') raise(fault.InAlternateMode({}));
    this.#become({ mode: 'alternate', focused: null });
  }

  leaveAlternate(): void {
    if (this.mode === 'normal') raise(fault.NotInAlternateMode({}));
    this.#keep(({ mode }) => mode === 'normal', { mode: 'normal' });
  }

  /** Another size of the whole: the program gets what panels leave of it. */
  resize(outer: Size): void {
    this.#become({ outer });
  }

  /** Told after each deed, when the program's size is what it leaves. The returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #keep(stays: (layer: Layer) => boolean, more: Partial<State> = {}): void {
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
    this.#become({ overlays, panels, ...more });
  }

  #become(change: Partial<State>): void {
    const state = withoutLostFocus({ ...this.#state, ...change });
    refuseMuch(state);
    const fit = fitPanels(
      [...state.panels.values()].filter(({ mode }) => mode === state.mode),
      state.outer,
    );
    const { rows } = this.#fit.program;
    this.#state = state;
    this.#fit = fit;
    this.#version += 1;
    if (change.outer || fit.program.rows !== rows) this.#tellProgram(fit.program);
    for (const listener of this.#listeners) listener();
  }
}

/** Where one is as high as may be, the next is as high, and drawn over it because it is younger. */
const above = (layers: ReadonlyMap<string, Layer>): number =>
  Math.min(limits.layerZ, Math.max(0, ...[...layers.values()].map(({ z }) => z)) + 1);

function refuseMore(layers: ReadonlyMap<string, Layer>, limit: 'overlays' | 'panels'): void {
  if (layers.size >= limits[limit]) raise(fault.Busy({ reason: 'busy', limit, max: limits[limit] }));
}

/** A layer that is gone, or takes no focus any more, does not have it either. */
function withoutLostFocus(state: State): State {
  const { overlays, panels, focused } = state;
  const layer = overlays.get(focused ?? '') ?? panels.get(focused ?? '');
  return layer?.focusable ? state : { ...state, focused: null };
}

/** Each layer is bounded by itself; this bounds them together. */
function refuseMuch({ overlays, panels }: State): void {
  let chars = 0;
  for (const { content } of [...overlays.values(), ...panels.values()]) chars += content.chars;
  const [limit, max] = ['layersChars', limits.layersChars] as const;
  if (chars > max) raise(fault.Busy({ reason: 'busy', limit, max }));
}

const unknownOverlay = (overlay: string, path: string) =>
  fault.OverlayUnknown(
    { path, overlay, reason: 'unknown_overlay' },
    `${path}: no overlay is called ${overlay}`,
  );

const unknownPanel = (panel: string, path: string) =>
  fault.PanelUnknown({ path, panel, reason: 'unknown_panel' }, `${path}: no panel is called ${panel}`);
