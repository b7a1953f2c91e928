/** How overlays and panels are asked for and told. */
import type { ContentChange } from '../../core/layer/content.ts';
import type { Overlay, Panel } from '../../core/layer/layer.ts';
import { toldOf } from '../../core/layer/told.ts';
import { limits } from '../../core/limits.ts';
import type { Redaction } from '../../core/redact/redaction.ts';
import { Style } from '../../core/screen/cells.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';

const { link: _, invisible: __, ...look } = Style.shape;
const Text = z.string().max(limits.layerChars);

const Span = z
  .strictObject({
    id: z.string().max(limits.nameChars).optional().describe('A name, by which `set_spans` changes it.'),
    text: Text.describe(
      'A line feed ends a row, a tab goes to the next column of eight. Other control characters are left out.',
    ),
    ...look,
  })
  .meta({ id: 'LayerSpan', description: 'Text with a look: one comes after the other.' });

const Write = z
  .strictObject({
    row: z
      .int()
      .min(0)
      .max(limits.maxRows - 1)
      .describe('Of the overlay or the panel, from 0.'),
    col: z
      .int()
      .min(0)
      .max(limits.maxCols - 1),
    text: Text,
    ...look,
  })
  .meta({ id: 'LayerWrite', description: 'Text at a place, over the spans. A line feed goes on below.' });

export const OverlayRef = z.string().min(1).max(limits.nameChars).describe('The id of an overlay.');
export const PanelRef = z.string().min(1).max(limits.nameChars).describe('The id of a panel.');
export const LayerRef = z.string().min(1).max(limits.nameChars).describe('The id of an overlay or a panel.');

const Z = z.int().min(0).max(limits.layerZ);
const Spans = z.array(Span).max(limits.layerSpans);
const Background = look.bg.unwrap();
const X = z.int().min(0).max(limits.maxCols).describe('The first column, from 0, of the whole terminal.');
const Y = z.int().min(0).max(limits.maxRows).describe('The first row, from 0, panels included.');
const Width = z.int().min(1).max(limits.maxCols);
const Height = z.int().min(1).max(limits.maxRows);
const Position = z.enum(['top', 'bottom']);

const commonParams = {
  z: Z.optional().describe('What is higher is drawn over what is lower; one above all others if absent.'),
  background: Background.optional().describe('Of cells without a background of their own.'),
  focusable: z.boolean().default(false).describe('Whether it can be given the focus.'),
  spans: Spans.default([]),
};

export const overlayParams = {
  x: X,
  y: Y,
  width: Width.optional().describe(
    'What is longer is cut. With a size or a background, all of it is covered.',
  ),
  height: Height.optional(),
  ...commonParams,
};

export const panelParams = {
  position: Position.describe('The edge that it takes rows from; of several, the highest is the outermost.'),
  height: Height.describe('In rows. While there is no room for it beside higher ones, it is not shown.'),
  ...commonParams,
};

const commonChange = {
  z: Z.optional(),
  background: Background.nullable().optional().describe('Null takes it away.'),
  focusable: z.boolean().optional(),
  spans: Spans.optional().describe('Instead of all that it says, also of what was written over it.'),
  set_spans: Spans.optional().describe(
    'Each instead of the spans that have its id; where there are none, it is left out.',
  ),
  writes: z.array(Write).max(limits.layerSpans).optional().describe('Written over the spans, in this order.'),
};

export const overlayChange = {
  x: X.optional(),
  y: Y.optional(),
  width: Width.nullable().optional().describe('Null: as its text.'),
  height: Height.nullable().optional(),
  ...commonChange,
};

export const panelChange = { position: Position.optional(), height: Height.optional(), ...commonChange };

const ChangeSent = z.object(commonChange);

/** From the wire's words to the core's. */
export const changeOf = <Sent extends z.output<typeof ChangeSent>>({
  set_spans,
  ...change
}: Sent): Omit<Sent, 'set_spans'> & ContentChange => ({ ...change, setSpans: set_spans });

const told = {
  z: z.int(),
  background: Background.nullable(),
  focusable: z.boolean(),
  mode: z.enum(['normal', 'alternate']).describe('The mode in which it was made, and in which it is shown.'),
  shown: z.boolean().describe('Whether it is drawn: its mode is on, and a panel has room.'),
  spans: z.array(Span),
  writes: z.array(Write).describe('What was written over the spans and is left, from left to right.'),
};

export const OverlayTold = z
  .object({
    overlay: z.string(),
    x: z.int(),
    y: z.int(),
    width: z.int().nullable().describe('Null: as its text.'),
    height: z.int().nullable(),
    ...told,
  })
  .meta({ id: 'Overlay', description: 'Text that stands over a screen. What it says is redacted.' });

export const PanelTold = z
  .object({
    panel: z.string(),
    position: Position,
    height: z.int(),
    row: z.int().nullable().describe('Its first row; null while it is not shown.'),
    ...told,
  })
  .meta({ id: 'Panel', description: 'Rows that a panel takes from the program. What it says is redacted.' });

export function overlayTold({ layers }: Session, overlay: Overlay, redaction: Redaction) {
  const { id, x, y, width = null, height = null, content } = overlay;
  const says = toldOf(content, overlay.width, redaction);
  return { overlay: id, x, y, width, height, ...commonTold(overlay, layers.shows(overlay), says) };
}

export function panelTold({ layers }: Session, panel: Panel, redaction: Redaction) {
  const { id, position, height, content } = panel;
  const row = layers.fit.panels.find((placed) => placed.panel === panel)?.row ?? null;
  const says = toldOf(content, layers.size.cols, redaction);
  return { panel: id, position, height, row, ...commonTold(panel, row !== null, says) };
}

function commonTold(layer: Overlay | Panel, shown: boolean, says: ReturnType<typeof toldOf>) {
  const { z, background = null, focusable, mode } = layer;
  return { z, background, focusable, mode, shown, spans: [...says.spans], writes: [...says.writes] };
}
