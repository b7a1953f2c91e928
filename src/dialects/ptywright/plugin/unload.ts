import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { PluginName } from '../shapes.ts';
import { permitLoad } from './permitLoad.ts';

export const unload = method({
  name: 'plugin.unload',
  since: 1,
  summary: 'Forget a plugin that was loaded.',
  details:
    'Only on a server that was started with `--allow-plugin-load`. A plugin that comes with ptywright stays, and so does one that adapters are bound to: close them first.',
  needs: [],
  throws: ['PermissionDenied', 'PluginUnknown'],
  params: z.strictObject({ plugin: PluginName }),
  result: z.object({ unloaded: z.literal(true) }),
  examples: [
    { title: 'a plugin that nobody uses', send: { plugin: 'echo' }, reply: { unloaded: true } },
    { title: 'a plugin that is not there', send: { plugin: 'absent' }, fault: 'PluginUnknown' },
  ],
  handle: ({ world }, { plugin }) => {
    permitLoad(world);
    world.plugins.unload(plugin);
    return { unloaded: true } as const;
  },
});
