import { Manifest } from '../../../core/plugin/manifest.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const list = method({
  name: 'adapter.list',
  since: 1,
  summary: 'List the plugins that an adapter can be started with, as their manifests say.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: z.object({ plugins: z.array(Manifest) }),
  examples: [{ title: 'all of them', send: {}, reply: {} }],
  handle: ({ world }) => ({
    plugins: world.plugins
      .all()
      .filter(({ manifest }) => manifest.kind === 'adapter')
      .map(({ manifest }) => world.redaction.value(manifest)),
  }),
});
