/** Schemas of overlays and panels in requests and replies. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Session } from '#session/session.ts';
import { Style } from '#terminal/cells.ts';
import type { Overlay, Panel } from '#viewers/layer.ts';
import type { LayerContentChange } from '#viewers/layerContent.ts';
import { redactContent } from '#viewers/layerRedaction.ts';
import { Name } from './method.ts';

export const { link: _, invisible: __, ...textStyle } = Style.shape;
const LayerText = z.string().max(limits.layerChars);

const LayerSpan = z
  .strictObject({
    id: z
      .string()
      .max(limits.nameChars)
      .optional()
      .describe('A name that `set_spans` uses to change this span.'),
    text: LayerText.describe(
      'A line feed ends a row; a tab moves to the next multiple of eight columns. Other control characters are removed.',
    ),
    ...textStyle,
  })
  .meta({ id: 'LayerSpan', description: 'Styled text; spans follow each other.' });

const LayerWrite = z
  .strictObject({
    row: z
      .int()
      .min(0)
      .max(limits.maxRows - 1)
      .describe('The row in the overlay or panel, from 0.'),
    col: z
      .int()
      .min(0)
      .max(limits.maxCols - 1),
    text: LayerText,
    ...textStyle,
  })
  .meta({
    id: 'LayerWrite',
    description: 'Text at a position, written over the spans. A line feed continues on the next row.',
  });

export const OverlayRef = Name.describe('The id of an overlay.');
export const PanelRef = Name.describe('The id of a panel.');
export const LayerRef = Name.describe('The id of an overlay or a panel.');

const Z = z.int().min(0).max(limits.layerZ);
const Spans = z.array(LayerSpan).max(limits.layerSpans);
const Background = textStyle.bg.unwrap();
const X = z.int().min(0).max(limits.maxCols).describe('The first column, from 0, in the whole terminal.');
const Y = z
  .int()
  .min(0)
  .max(limits.maxRows)
  .describe('The first row, from 0, in the whole terminal with panels.');
const Width = z.int().min(1).max(limits.maxCols);
const Height = z.int().min(1).max(limits.maxRows);
const Position = z.enum(['top', 'bottom']);

const commonParams = {
  z: Z.optional().describe(
    'The stacking order; a higher value is rendered over a lower one. Defaults to one above all others.',
  ),
  background: Background.optional().describe(
    'The background of cells that have no background in their style.',
  ),
  focusable: z.boolean().default(false).describe('Whether the layer can get the focus.'),
  spans: Spans.default([]),
};

export const overlayParams = {
  x: X,
  y: Y,
  width: Width.optional().describe(
    'Longer text is cut. With a width, a height or a background, the overlay covers its whole area.',
  ),
  height: Height.optional(),
  ...commonParams,
};

export const panelParams = {
  position: Position.describe(
    'The edge from which the panel takes rows. If several panels share an edge, the one with the highest `z` is outermost.',
  ),
  height: Height.describe('In rows. A panel is hidden while panels with a higher `z` leave no room for it.'),
  ...commonParams,
};

export const layerChangeParams = {
  z: Z.optional(),
  background: Background.nullable().optional().describe('Null removes it.'),
  focusable: z.boolean().optional(),
  spans: Spans.optional().describe('Replaces all content, including writes.'),
  set_spans: Spans.optional().describe(
    'Each span replaces the spans with the same id. A span whose id is unknown is ignored.',
  ),
  writes: z
    .array(LayerWrite)
    .max(limits.layerSpans)
    .optional()
    .describe('Written over the spans, in this order.'),
};

export const overlayChangeParams = {
  x: X.optional(),
  y: Y.optional(),
  width: Width.nullable().optional().describe('Null: the width of the text.'),
  height: Height.nullable().optional(),
  ...layerChangeParams,
};

export const panelChangeParams = {
  position: Position.optional(),
  height: Height.optional(),
  ...layerChangeParams,
};

const LayerChange = z.object(layerChangeParams);

/** Converts wire names to names of the core. */
export const toContentChange = <Sent extends z.output<typeof LayerChange>>({
  set_spans,
  ...change
}: Sent): Omit<Sent, 'set_spans'> & LayerContentChange => ({ ...change, setSpans: set_spans });

export const layerInfoFields = {
  z: z.int(),
  background: Background.nullable(),
  focusable: z.boolean(),
  mode: z
    .enum(['normal', 'alternate'])
    .describe('The mode in which the layer was created and in which it is shown.'),
  shown: z.boolean().describe('Whether it is visible: its mode is active, and a panel has room.'),
  spans: z.array(LayerSpan),
  writes: z.array(LayerWrite).describe('What remains of the writes over the spans, from left to right.'),
};

export const OverlayInfo = z
  .object({
    overlay: z.string(),
    x: z.int(),
    y: z.int(),
    width: z.int().nullable().describe('Null: the width of the text.'),
    height: z.int().nullable(),
    ...layerInfoFields,
  })
  .meta({ id: 'Overlay', description: 'Text over a screen. Its content is redacted.' });

export const PanelInfo = z
  .object({
    panel: z.string(),
    position: Position,
    height: z.int(),
    row: z.int().nullable().describe('The first row of the panel; null while it is hidden.'),
    ...layerInfoFields,
  })
  .meta({ id: 'Panel', description: 'Rows that a panel takes from the program. Its content is redacted.' });

export function formatOverlay({ layers }: Session, overlay: Overlay, redaction: Redaction) {
  const { id, x, y, width = null, height = null, content } = overlay;
  const says = redactContent(content, overlay.width, redaction);
  return { overlay: id, x, y, width, height, ...formatLayer(overlay, layers.isVisible(overlay), says) };
}

export function formatPanel({ layers }: Session, panel: Panel, redaction: Redaction) {
  const { id, position, height, content } = panel;
  const row = layers.layout.panels.find((placed) => placed.panel === panel)?.row ?? null;
  const says = redactContent(content, layers.size.cols, redaction);
  return { panel: id, position, height, row, ...formatLayer(panel, row !== null, says) };
}

function formatLayer(layer: Overlay | Panel, isShown: boolean, says: ReturnType<typeof redactContent>) {
  const { z, background = null, focusable, mode } = layer;
  return { z, background, focusable, mode, shown: isShown, spans: [...says.spans], writes: [...says.writes] };
}
