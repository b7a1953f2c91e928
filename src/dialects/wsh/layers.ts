/** Overlays and panels in the words of this dialect: colours by name or as an object, looks beside the text. */
import { type Fault, fault, raise } from '../../core/faults.ts';
import type { ContentChange } from '../../core/layer/content.ts';
import type { Layer, Overlay, Panel } from '../../core/layer/layer.ts';
import { type Color, colorNames, type TextLook, type Span as ToldSpan } from '../../core/layer/span.ts';
import { toldOf } from '../../core/layer/told.ts';
import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';

const Channel = z.int().min(0).max(255);
const Rgb = z.object({ r: Channel, g: Channel, b: Channel });
const Named = z.enum([...colorNames, ...colorNames.map((name) => `bright_${name}` as const)]);
/** As it is said natively, and in style sheets. */
const Hex = z.string().regex(/^#[\da-f]{6}$/i, { abort: true });
const LayerColor = z.union([Named, Hex, Rgb, z.object({ indexed: Channel }), z.object({ rgb: Rgb })]);
type LayerColor = z.output<typeof LayerColor>;

const flags = ['bold', 'faint', 'italic', 'strikethrough', 'blink', 'inverse'] as const;
const flag = z.boolean().nullish();
const look = {
  fg: LayerColor.nullish(),
  bg: LayerColor.nullish(),
  bold: flag,
  faint: flag,
  italic: flag,
  strikethrough: flag,
  blink: flag,
  inverse: flag,
  underline: flag,
};
type Look = z.output<z.ZodObject<typeof look>>;

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);
const Text = z.string().max(limits.layerChars);

export const LayerId = z.string().min(1).max(limits.nameChars);
const Span = z.object({ id: LayerId.nullish(), text: Text, ...look });
const Write = z.object({ row: Row, col: Col, text: Text, ...look });

export const Spans = z.array(Span).max(limits.layerSpans);
/** Which span is meant is told by its id: one without would change nothing. */
export const NamedSpans = z.array(Span.extend({ id: LayerId })).max(limits.layerSpans);
export const Writes = z.array(Write).max(limits.layerSpans);
export const Z = z.int().min(0).max(limits.layerZ).nullish();
export const X = Col;
export const Y = Row;
export const Width = Col.min(1).nullish();
export const Height = Row.min(1).nullish();
export const Background = z.union([LayerColor, z.object({ bg: LayerColor })]).nullish();

export const OverlayShape = z.object({
  id: z.string(),
  x: z.int(),
  y: z.int(),
  z: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
  background: LayerColor.optional(),
  spans: z.array(Span),
  region_writes: z.array(Write),
  focusable: z.boolean(),
  screen_mode: z.enum(['normal', 'alt']),
});

export const PanelShape = z.object({
  id: z.string(),
  position: z.enum(['top', 'bottom']),
  height: z.int(),
  z: z.int(),
  background: LayerColor.optional(),
  spans: z.array(Span),
  region_writes: z.array(Write),
  visible: z.boolean(),
  focusable: z.boolean(),
  screen_mode: z.enum(['normal', 'alt']),
});

interface Said {
  readonly spans?: z.output<typeof Spans> | null | undefined;
  readonly writes?: z.output<typeof Writes> | null | undefined;
}

/** Spans instead of those that are there. */
export const replacing = ({ spans, writes }: Said): ContentChange => ({
  ...(spans && { spans: spans.map(spanOf) }),
  ...(writes && { writes: writes.map(writeOf) }),
});

/** Spans instead of those of the same id. */
export const updating = ({ spans, writes }: Said): ContentChange => ({
  ...(spans && { setSpans: spans.map(spanOf) }),
  ...(writes && { writes: writes.map(writeOf) }),
});

const spanOf = ({ id, text, ...said }: z.output<typeof Span>): ToldSpan => ({
  ...(id != null && { id }),
  text,
  ...lookOf(said),
});

const writeOf = ({ row, col, text, ...said }: z.output<typeof Write>) => ({
  row,
  col,
  text,
  ...lookOf(said),
});

function lookOf(said: Look): TextLook {
  const made: TextLook = {};
  if (said.fg != null) made.fg = colorOf(said.fg);
  if (said.bg != null) made.bg = colorOf(said.bg);
  for (const name of flags) if (said[name]) made[name] = true;
  if (said.underline) made.underline = 'single';
  return made;
}

export function colorOf(color: LayerColor): Color {
  if (typeof color === 'string') {
    if (color.startsWith('#')) return color.toLowerCase();
    const bright = color.startsWith('bright_');
    return colorNames.findIndex((name) => color.endsWith(name)) + (bright ? colorNames.length : 0);
  }
  if ('indexed' in color) return color.indexed;
  const { r, g, b } = 'rgb' in color ? color.rgb : color;
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Null takes it away, as nothing leaves it. */
export const backgroundOf = (background: z.output<typeof Background>): { background?: Color | null } => {
  if (background === undefined) return {};
  if (background === null) return { background: null };
  return {
    background: colorOf(typeof background === 'object' && 'bg' in background ? background.bg : background),
  };
};

function toldColor(color: Color): LayerColor {
  if (typeof color === 'number') {
    const name = colorNames[color % colorNames.length]!;
    if (color >= 2 * colorNames.length) return { indexed: color };
    return color < colorNames.length ? name : `bright_${name}`;
  }
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return { r, g, b };
}

const toldLook = <T extends TextLook>({ fg, bg, underline, ...rest }: T) => ({
  ...rest,
  ...(fg !== undefined && { fg: toldColor(fg) }),
  ...(bg !== undefined && { bg: toldColor(bg) }),
  ...(underline && { underline: true }),
});

export function overlayShape({ redaction }: Session, overlay: Overlay): z.input<typeof OverlayShape> {
  const { x, y, width, height } = overlay;
  return {
    x,
    y,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...common(redaction, overlay, width),
  };
}

export function panelShape({ redaction, layers }: Session, panel: Panel): z.input<typeof PanelShape> {
  const { position, height } = panel;
  return { position, height, visible: layers.shows(panel), ...common(redaction, panel, layers.size.cols) };
}

function common(redaction: Session['redaction'], layer: Layer, width: number | undefined) {
  const { id, z: height, background, focusable, mode, content } = layer;
  const { spans, writes } = toldOf(content, width, redaction);
  return {
    id,
    z: height,
    ...(background !== undefined && { background: toldColor(background) }),
    spans: spans.map(toldLook),
    region_writes: writes.map(toldLook),
    focusable,
    screen_mode: mode === 'normal' ? ('normal' as const) : ('alt' as const),
  };
}

/** Of the mode that is shown: those of the other are put aside. */
export const shown = <T extends Layer>({ layers }: Session, all: readonly T[]): readonly T[] =>
  all.filter(({ mode }) => mode === layers.mode);

/** A layer that is not there is said in the words of this dialect. */
export function orUnknown<T>(id: string, deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    const { name } = problem as Fault;
    const reason = 'unknown_overlay';
    if (name === 'OverlayUnknown')
      raise(fault.OverlayUnknown({ path: 'id', overlay: id, reason }, `No overlay exists with id '${id}'.`));
    if (name === 'PanelUnknown')
      raise(
        fault.PanelUnknown(
          { path: 'id', panel: id, reason: 'unknown_panel' },
          `No panel exists with id '${id}'.`,
        ),
      );
    throw problem;
  }
}
