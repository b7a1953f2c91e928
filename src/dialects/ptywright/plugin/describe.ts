import { Described } from '../../../core/plugin/describe.ts';
import { Manifest } from '../../../core/plugin/manifest.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { PluginName } from '../shapes.ts';

const List = z.array(Described);

export const describe = method({
  name: 'plugin.describe',
  since: 1,
  summary: 'Tell what a plugin can do: its intents, its wait matchers, and the states that it tells apart.',
  details:
    'The plugin says so itself in a function `describe`. Without one, functions whose names end in `_matcher` are its wait matchers, all others but `classify` are intents, and its states are not known.',
  needs: [],
  throws: ['PluginUnknown', 'PluginFailed'],
  params: z.strictObject({ plugin: PluginName }),
  result: z.object({
    plugin: z.string(),
    manifest: Manifest,
    intents: List.describe('For `adapter.send`.'),
    wait_matchers: List.describe('For `adapter.wait`.'),
    states: List,
  }),
  examples: [
    {
      title: 'the plugin in `spec/programs/plugins/echo`, which has no `describe`',
      send: { plugin: 'echo' },
      reply: {
        plugin: 'echo',
        manifest: { kind: 'adapter' },
        intents: [{ name: 'anchored' }, { name: 'send_prompt' }],
        wait_matchers: [{ name: 'wait_turn_matcher' }],
        states: [],
      },
    },
    { title: 'a plugin that is not there', send: { plugin: 'absent' }, fault: 'PluginUnknown' },
  ],
  handle: async ({ world }, { plugin }) => world.redaction.value(await world.plugins.describe(plugin)),
});
