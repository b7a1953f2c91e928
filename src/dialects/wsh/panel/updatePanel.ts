import { z } from '../../../platform/schema.ts';
import { Spans, Z } from '../layers.ts';
import { changing } from './changing.ts';
import { Height, more, Position } from './placing.ts';

export const updatePanel = changing(
  'update_panel',
  'Say anew what a panel is and says.',
  z.object({ position: Position, height: Height, ...more, z: Z.unwrap().unwrap(), spans: Spans }),
);
