import { checkManifest } from '../../../core/plugin/manifest.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const validateManifest = method({
  name: 'plugin.validate_manifest',
  since: 1,
  summary: 'Check a manifest, without loading anything.',
  details:
    'What is wrong is told as Invalid, with the path of the field. Whether the entrypoint exists only `plugin.load` can tell.',
  needs: [],
  throws: [],
  params: z.strictObject({
    manifest: z.looseObject({}).describe('A [manifest](manifest.md); JSON has the shape that TOML has.'),
  }),
  result: z.object({ valid: z.literal(true) }),
  examples: [
    {
      title: 'one that a server could load',
      send: {
        manifest: {
          name: 'greeter',
          kind: 'adapter',
          version: '1.0.0',
          runtime: 'lua',
          entrypoint: 'main.lua',
          permissions: ['screen.read'],
        },
      },
      reply: { valid: true },
    },
    {
      title: 'a permission that is none',
      send: {
        manifest: { name: 'greeter', kind: 'adapter', version: '1.0.0', permissions: ['screen.raed'] },
      },
      fault: 'Invalid',
    },
  ],
  handle: (_, { manifest }) => {
    checkManifest(manifest, 'manifest');
    return { valid: true } as const;
  },
});
