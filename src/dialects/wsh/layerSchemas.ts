/** Overlays and panels in this dialect: colors are names or objects, and styles are fields beside the text. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import { formatHex, parseHex } from '#terminal/palette.ts';
import type { Layer, Overlay, Panel } from '#viewers/layer.ts';
import {
  type LayerContentChange,
  type LayerTextStyle,
  type LayerSpan as NativeSpan,
  paletteColorNames,
  type SpanColor,
} from '#viewers/layerContent.ts';
import { redactContent } from '#viewers/layerRedaction.ts';

const Channel = z.int().min(0).max(255);
const Rgb = z.object({ r: Channel, g: Channel, b: Channel });
const NamedColor = z.enum([
  ...paletteColorNames,
  ...paletteColorNames.map((name) => `bright_${name}` as const),
]);
/** The format of the native dialect and of CSS. */
const HexColor = z.string().regex(/^#[\da-f]{6}$/i, { abort: true });
const LayerColor = z.union([
  NamedColor,
  HexColor,
  Rgb,
  z.object({ indexed: Channel }),
  z.object({ rgb: Rgb }),
]);
type LayerColor = z.output<typeof LayerColor>;

const styleFlags = ['bold', 'faint', 'italic', 'strikethrough', 'blink', 'inverse'] as const;
const StyleFlag = z.boolean().nullish();
const styleFields = {
  fg: LayerColor.nullish(),
  bg: LayerColor.nullish(),
  bold: StyleFlag,
  faint: StyleFlag,
  italic: StyleFlag,
  strikethrough: StyleFlag,
  blink: StyleFlag,
  inverse: StyleFlag,
  underline: StyleFlag,
};
type StyleParams = z.output<z.ZodObject<typeof styleFields>>;

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);
const LayerText = z.string().max(limits.layerChars);

export const LayerId = z.string().min(1).max(limits.nameChars);
const LayerSpan = z.object({ id: LayerId.nullish(), text: LayerText, ...styleFields });
const LayerWrite = z.object({ row: Row, col: Col, text: LayerText, ...styleFields });

export const Spans = z.array(LayerSpan).max(limits.layerSpans);
/** The id selects the span to change, so it is required. */
export const NamedSpans = z.array(LayerSpan.extend({ id: LayerId })).max(limits.layerSpans);
export const Writes = z.array(LayerWrite).max(limits.layerSpans);
export const Z = z.int().min(-limits.layerZ).max(limits.layerZ).nullish();
export const X = Col;
export const Y = Row;
export const Width = Col.min(1).nullish();
export const Height = Row.min(1).nullish();
export const Background = z.union([LayerColor, z.object({ bg: LayerColor })]).nullish();

export const OverlayInfo = z.object({
  id: z.string(),
  x: z.int(),
  y: z.int(),
  z: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
  background: LayerColor.optional(),
  spans: z.array(LayerSpan),
  region_writes: z.array(LayerWrite),
  focusable: z.boolean(),
  screen_mode: z.enum(['normal', 'alt']),
});

export const PanelInfo = z.object({
  id: z.string(),
  position: z.enum(['top', 'bottom']),
  height: z.int(),
  z: z.int(),
  background: LayerColor.optional(),
  spans: z.array(LayerSpan),
  region_writes: z.array(LayerWrite),
  visible: z.boolean(),
  focusable: z.boolean(),
  screen_mode: z.enum(['normal', 'alt']),
});

interface ContentParams {
  readonly spans?: z.output<typeof Spans> | null | undefined;
  readonly writes?: z.output<typeof Writes> | null | undefined;
}

/** Replaces all spans. */
export const toReplacement = ({ spans, writes }: ContentParams): LayerContentChange => ({
  ...(spans && { spans: spans.map(toSpan) }),
  ...(writes && { writes: writes.map(toWrite) }),
});

/** Replaces the spans that have the same ids. */
export const toUpdate = ({ spans, writes }: ContentParams): LayerContentChange => ({
  ...(spans && { setSpans: spans.map(toSpan) }),
  ...(writes && { writes: writes.map(toWrite) }),
});

const toSpan = ({ id, text, ...said }: z.output<typeof LayerSpan>): NativeSpan => ({
  ...(id != null && { id }),
  text,
  ...toTextStyle(said),
});

const toWrite = ({ row, col, text, ...said }: z.output<typeof LayerWrite>) => ({
  row,
  col,
  text,
  ...toTextStyle(said),
});

function toTextStyle(said: StyleParams): LayerTextStyle {
  const made: LayerTextStyle = {};
  if (said.fg != null) made.fg = toColor(said.fg);
  if (said.bg != null) made.bg = toColor(said.bg);
  for (const name of styleFlags) if (said[name]) made[name] = true;
  if (said.underline) made.underline = 'single';
  return made;
}

function toColor(color: LayerColor): SpanColor {
  if (typeof color === 'string') {
    if (color.startsWith('#')) return color.toLowerCase();
    const bright = color.startsWith('bright_');
    return (
      paletteColorNames.findIndex((name) => color.endsWith(name)) + (bright ? paletteColorNames.length : 0)
    );
  }
  if ('indexed' in color) return color.indexed;
  const { r, g, b } = 'rgb' in color ? color.rgb : color;
  return formatHex([r, g, b]);
}

/** Null removes the background; undefined leaves it unchanged. */
export const toBackground = (background: z.output<typeof Background>): { background?: SpanColor | null } => {
  if (background === undefined) return {};
  if (background === null) return { background: null };
  return {
    background: toColor(typeof background === 'object' && 'bg' in background ? background.bg : background),
  };
};

function formatColor(color: SpanColor): LayerColor {
  if (typeof color === 'number') {
    const name = paletteColorNames[color % paletteColorNames.length]!;
    if (color >= 2 * paletteColorNames.length) return { indexed: color };
    return color < paletteColorNames.length ? name : `bright_${name}`;
  }
  const [r, g, b] = parseHex(color);
  return { r, g, b };
}

const formatStyle = <T extends LayerTextStyle>({ fg, bg, underline, ...rest }: T) => ({
  ...rest,
  ...(fg !== undefined && { fg: formatColor(fg) }),
  ...(bg !== undefined && { bg: formatColor(bg) }),
  ...(underline && { underline: true }),
});

export function formatOverlay({ redaction }: Session, overlay: Overlay): z.input<typeof OverlayInfo> {
  const { x, y, width, height } = overlay;
  return {
    x,
    y,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...formatLayer(redaction, overlay, width),
  };
}

export function formatPanel({ redaction, layers }: Session, panel: Panel): z.input<typeof PanelInfo> {
  const { position, height } = panel;
  return {
    position,
    height,
    visible: layers.isVisible(panel),
    ...formatLayer(redaction, panel, layers.size.cols),
  };
}

function formatLayer(redaction: Session['redaction'], layer: Layer, width: number | undefined) {
  const { id, z, background, focusable, mode, content } = layer;
  const { spans, writes } = redactContent(content, width, redaction);
  return {
    id,
    z,
    ...(background !== undefined && { background: formatColor(background) }),
    spans: spans.map(formatStyle),
    region_writes: writes.map(formatStyle),
    focusable,
    screen_mode: mode === 'normal' ? ('normal' as const) : ('alt' as const),
  };
}
