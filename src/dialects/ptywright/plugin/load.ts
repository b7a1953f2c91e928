import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { permitLoad } from './permitLoad.ts';

export const load = method({
  name: 'plugin.load',
  since: 1,
  summary: 'Load a plugin from its files.',
  details:
    'Only on a server that was started with `--allow-plugin-load`. The files are read once: a later change to them counts when the plugin is loaded again. The entrypoint and the modules beside it must stand in the folder of the manifest, links followed. A plugin that comes with ptywright cannot be replaced.',
  needs: [],
  throws: ['PermissionDenied', 'FileRefused', 'Unsupported', 'Busy'],
  params: z.strictObject({
    manifest_path: z
      .string()
      .min(1)
      .describe('A manifest in TOML. A relative path begins in the folder of the server.'),
  }),
  result: z.object({ plugin: z.string().describe('The name that the manifest gives it.') }),
  examples: [
    {
      title: 'from its manifest',
      send: { manifest_path: 'spec/programs/plugins/looks/manifest.toml' },
      reply: { plugin: 'looks' },
    },
    {
      title: 'one that is loaded already',
      send: { manifest_path: 'spec/programs/plugins/echo/manifest.toml' },
      fault: 'Invalid',
    },
    { title: 'a file that is not there', send: { manifest_path: 'absent.toml' }, fault: 'FileRefused' },
  ],
  handle: ({ world }, { manifest_path }) => {
    permitLoad(world);
    return { plugin: world.plugins.load(manifest_path).name };
  },
});
