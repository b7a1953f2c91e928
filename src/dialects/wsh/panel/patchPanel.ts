import { z } from '../../../platform/schema.ts';
import { Spans } from '../layers.ts';
import { changing } from './changing.ts';
import { Height, more, Position } from './placing.ts';

export const patchPanel = changing(
  'patch_panel',
  'Change something about a panel.',
  z.object({ position: Position.nullish(), height: Height.nullish(), ...more, spans: Spans.nullish() }),
);
