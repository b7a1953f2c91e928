import { z } from '../../../platform/schema.ts';
import { Grid, gridOf } from '../grid.ts';
import { method } from '../method.ts';
import { inSession, Region } from '../shapes.ts';

export const getContents = method({
  name: 'Screen.getContents',
  summary: 'Read the screen cell by cell, with the colours that they have.',
  needs: ['screen.read'],
  params: z.object({ ...inSession, region: Region }),
  result: Grid,
  handle: ({ world }, { sessionId, region }) => gridOf(world.session(sessionId), region),
});
