/** What overlays and panels have in common, and in which each is its own: methods of both are written once. */
import type { ContentChange } from '../../../core/layer/content.ts';
import type { Layers } from '../../../core/layer/layers.ts';
import type { Session } from '../../../core/session/session.ts';
import type { z } from '../../../platform/schema.ts';
import { LayerId, OverlayShape, orUnknown, overlayShape, PanelShape, panelShape, shown } from '../layers.ts';
import { session } from '../method.ts';

export interface Kind<Shape extends z.ZodType = z.ZodType> {
  readonly noun: 'overlay' | 'panel';
  /** To change one. */
  readonly needs: readonly string[];
  readonly unknown: 'OverlayUnknown' | 'PanelUnknown';
  readonly shape: Shape;
  all(session: Session): z.input<Shape>[];
  one(session: Session, id: string): z.input<Shape>;
  change(layers: Layers, id: string, change: ContentChange): void;
  remove(layers: Layers, id: string): void;
  clear(layers: Layers): void;
}

export const overlay: Kind<typeof OverlayShape> = {
  noun: 'overlay',
  needs: ['input.write'],
  unknown: 'OverlayUnknown',
  shape: OverlayShape,
  all: (over) => shown(over, over.layers.overlays()).map((one) => overlayShape(over, one)),
  one: (over, id) => orUnknown(id, () => overlayShape(over, over.layers.overlay(id))),
  change: (layers, id, change) => orUnknown(id, () => layers.changeOverlay(id, change)),
  remove: (layers, id) => orUnknown(id, () => layers.deleteOverlay(id)),
  clear: (layers) => layers.clearOverlays(),
};

export const panel: Kind<typeof PanelShape> = {
  noun: 'panel',
  needs: ['input.write', 'session.resize'],
  unknown: 'PanelUnknown',
  shape: PanelShape,
  all: (over) => shown(over, over.layers.panels()).map((one) => panelShape(over, one)),
  one: (over, id) => orUnknown(id, () => panelShape(over, over.layers.panel(id))),
  change: (layers, id, change) => orUnknown(id, () => layers.changePanel(id, change)),
  remove: (layers, id) => orUnknown(id, () => layers.deletePanel(id)),
  clear: (layers) => layers.clearPanels(),
};

/** Which one is meant. */
export const ofLayer = { ...session, id: LayerId };

/** How changing one of a kind may end. */
export const endings = ({ unknown }: Kind): readonly string[] => [unknown, 'Busy'];
