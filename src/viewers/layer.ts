/** Overlays and panels as immutable values, and the layout of panels. */
import type { Size } from '#platform/pty/size.ts';
import type { LayerContent, LayerContentChange, SpanColor } from './layerContent.ts';

/**
 * A session has two sets of layers, of which one is visible. They are independent of the program's alternate screen.
 */
export type LayerMode = 'normal' | 'alternate';

interface LayerBase {
  readonly id: string;
  readonly mode: LayerMode;
  /** Layers with a higher z are drawn over lower ones. */
  readonly z: number;
  /** Background of cells that set none. */
  readonly background?: SpanColor | undefined;
  readonly focusable: boolean;
  readonly content: LayerContent;
}

/** A layer over the screen, at any position. */
export interface Overlay extends LayerBase {
  readonly kind: 'overlay';
  /** Position in the whole terminal, panels included. Parts outside are clipped. */
  readonly x: number;
  readonly y: number;
  /**
   * With a size or a background, the overlay is a filled rectangle. Otherwise it covers only the cells of its text.
   */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A layer that takes whole rows at an edge from the program. The panel with the highest z is outermost. */
export interface Panel extends LayerBase {
  readonly kind: 'panel';
  readonly position: 'top' | 'bottom';
  readonly height: number;
}

export type Layer = Overlay | Panel;

interface LayerBaseChange extends LayerContentChange {
  readonly z?: number | undefined;
  /** Null removes the background. */
  readonly background?: SpanColor | null | undefined;
  readonly focusable?: boolean | undefined;
}

interface OverlayChange extends LayerBaseChange {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
}

interface PanelChange extends LayerBaseChange {
  readonly position?: Panel['position'] | undefined;
  readonly height?: number | undefined;
}

type NewOverlay = OverlayChange & { readonly x: number; readonly y: number };
type NewPanel = PanelChange & { readonly position: Panel['position']; readonly height: number };

export type LayerKind = Layer['kind'];
export type LayerOf<Kind extends LayerKind> = Extract<Layer, { readonly kind: Kind }>;
export type LayerChange<Kind extends LayerKind = LayerKind> = {
  overlay: OverlayChange;
  panel: PanelChange;
}[Kind];
export type NewLayer<Kind extends LayerKind> = { overlay: NewOverlay; panel: NewPanel }[Kind];

/** Creates layers without content, with the fields that each kind requires. */
export const createLayer: {
  readonly [Kind in LayerKind]: (base: LayerBase, request: NewLayer<Kind>) => LayerOf<Kind>;
} = {
  overlay: (base, { x, y }) => ({ ...base, kind: 'overlay', x, y }),
  panel: (base, { position, height }) => ({ ...base, kind: 'panel', position, height }),
};

/** The fields that a change may set, besides the content. */
const changeableFields = {
  overlay: ['z', 'background', 'focusable', 'x', 'y', 'width', 'height'],
  panel: ['z', 'background', 'focusable', 'position', 'height'],
} as const satisfies { readonly [Kind in LayerKind]: readonly (keyof LayerChange<Kind>)[] };

/** Undefined leaves a field unchanged; null removes it. */
export function applyLayerChange<One extends Layer>(layer: One, change: LayerChange): One {
  const { spans, setSpans, writes } = change;
  const values: Readonly<Record<string, unknown>> = { ...change };
  const changed = changeableFields[layer.kind]
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, values[name] ?? undefined]);
  return {
    ...layer,
    ...Object.fromEntries(changed),
    content: layer.content.apply({ spans, setSpans, writes }),
  };
}

/** A panel with its position. */
interface PlacedPanel {
  readonly panel: Panel;
  /** First row of the panel. */
  readonly row: number;
}

export interface PanelLayout {
  readonly panels: readonly PlacedPanel[];
  /** First row of the program's screen. */
  readonly top: number;
  /** Size of the program's screen; at least one row. */
  readonly program: Size;
}

/** Places panels in descending z. A panel that does not fit is hidden until there is room. */
export function layOutPanels(panels: readonly Panel[], outer: Size): PanelLayout {
  let left = outer.rows - 1;
  const visible = byDescendingZ(panels).filter(({ height }) => {
    const fits = height <= left;
    if (fits) left -= height;
    return fits;
  });
  const placed: PlacedPanel[] = [];
  let top = 0;
  let bottom = outer.rows;
  for (const panel of visible) {
    if (panel.position === 'bottom') bottom -= panel.height;
    placed.push({ panel, row: panel.position === 'top' ? top : bottom });
    if (panel.position === 'top') top += panel.height;
  }
  return { panels: placed, top, program: withRows(outer, bottom - top) };
}

/** For equal z, older panels come first. */
const byDescendingZ = (panels: readonly Panel[]) => [...panels].sort((a, b) => b.z - a.z);

/** Scales the pixel height with the rows. */
const withRows = (size: Size, rows: number): Size => ({
  ...size,
  rows,
  pixelHeight: Math.round((size.pixelHeight * rows) / size.rows),
});
