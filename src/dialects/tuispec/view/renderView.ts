import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { looks, Name } from './dumpView.ts';
import { keep } from './keep.ts';

export const renderView = method({
  name: 'renderView',
  since: 1,
  summary: 'Keep the screen as text with styles and as a picture.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused'],
  params: z.object({ name: Name, ...looks }),
  result: z.object({
    snapshotPath: z.string(),
    metaPath: z.string(),
    pngPath: z.string(),
    artifactRoot: z.string(),
  }),
  examples: [{ title: 'as a picture', program: 'prints-ready', send: { name: 'home' }, reply: {} }],
  handle: async ({ world }, { name, ...how }) => {
    const { pngPath, ...kept } = await keep(world, name, true, how);
    return { ...kept, pngPath: pngPath! };
  },
});
