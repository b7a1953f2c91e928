import { Manifest, pluginPermissions } from '../../../core/plugin/manifest.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const pluginCapabilities = method({
  name: 'plugin.capabilities',
  since: 1,
  summary: 'Tell what plugins can be here, and which there are.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: z.object({
    permissions: z.array(z.string()).describe('What a manifest may ask for.'),
    embedded_lua: z.boolean().describe('Plugins in Lua run here.'),
    wasm: z.boolean().describe('Plugins in WebAssembly run here.'),
    builtin_plugins: z.array(Manifest).describe('Those that come with ptywright.'),
    plugins: z.array(Manifest).describe('All, those that were loaded since included.'),
  }),
  examples: [
    {
      title: 'as it is',
      send: {},
      reply: { permissions: [...pluginPermissions], embedded_lua: true, wasm: false },
    },
  ],
  handle: ({ world: { plugins, redaction } }) => ({
    permissions: [...pluginPermissions],
    embedded_lua: true,
    wasm: false,
    builtin_plugins: redaction.value(plugins.builtins().map(({ manifest }) => manifest)),
    plugins: redaction.value(plugins.all().map(({ manifest }) => manifest)),
  }),
});
