/** Overlays and panels, each as a value: to change one is to have another. */
import { Content, type ContentChange } from './content.ts';
import type { Color } from './span.ts';

/** The layers of a session are in two sets, of which one is shown; not to be confused with the program's own screens. */
export type ScreenMode = 'normal' | 'alternate';

interface Common {
  readonly id: string;
  readonly mode: ScreenMode;
  /** What is higher is drawn over what is lower. */
  readonly z: number;
  /** Of cells that say nothing themselves. */
  readonly background?: Color | undefined;
  readonly focusable: boolean;
  readonly content: Content;
}

/** Stands over the screen, at any place of it. */
export interface Overlay extends Common {
  readonly kind: 'overlay';
  /** Of the whole terminal, panels included; what is off it is not there. */
  readonly x: number;
  readonly y: number;
  /** With a size or a background it is a filled rectangle; without, it covers what its text covers. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Takes whole rows from the program, at an edge: of several there, the highest is the outermost. */
export interface Panel extends Common {
  readonly kind: 'panel';
  readonly position: 'top' | 'bottom';
  readonly height: number;
}

export type Layer = Overlay | Panel;

interface CommonChange extends ContentChange {
  readonly z?: number | undefined;
  /** Null takes it away. */
  readonly background?: Color | null | undefined;
  readonly focusable?: boolean | undefined;
}

export interface OverlayChange extends CommonChange {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
}

export interface PanelChange extends CommonChange {
  readonly position?: Panel['position'] | undefined;
  readonly height?: number | undefined;
}

export type NewOverlay = OverlayChange & { readonly x: number; readonly y: number };
export type NewPanel = PanelChange & { readonly position: Panel['position']; readonly height: number };

/** What a layer begins as, before it is changed to what was asked for. */
export const begun = (id: string, mode: ScreenMode, z: number) => ({
  id,
  mode,
  z,
  focusable: false,
  content: new Content(),
});

export function changedOverlay(overlay: Overlay, change: OverlayChange): Overlay {
  const { x = overlay.x, y = overlay.y } = change;
  return {
    ...common(overlay, change),
    x,
    y,
    width: chosen(change.width, overlay.width),
    height: chosen(change.height, overlay.height),
  };
}

export function changedPanel(panel: Panel, change: PanelChange): Panel {
  const { position = panel.position, height = panel.height } = change;
  return { ...common(panel, change), position, height };
}

function common<One extends Layer>(layer: One, change: CommonChange): One {
  const { z = layer.z, focusable = layer.focusable } = change;
  const background = chosen(change.background, layer.background);
  return { ...layer, z, focusable, background, content: layer.content.changed(change) };
}

const chosen = <T>(change: T | null | undefined, before: T | undefined): T | undefined =>
  change === undefined ? before : (change ?? undefined);
