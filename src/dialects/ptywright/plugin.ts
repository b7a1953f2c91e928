/**
 * Methods that describe, validate, load and unload plugins. Loading makes the server read files and run code, so it
 * needs `--allow-plugin-load`.
 */
import { Manifest, pluginPermissions, requireManifest } from '#adapters/manifest.ts';
import { AgentDescription, DescribedItem } from '#adapters/pluginRegistry.ts';
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { z } from '#platform/schema.ts';
import { method, PluginName } from './method.ts';

function permitLoad({ allowPluginLoad }: Core): void {
  if (!allowPluginLoad)
    raise(
      fault.PermissionDenied(
        { reason: 'server_did_not_grant_plugin_load' },
        'plugins cannot be loaded: start the server with --allow-plugin-load',
      ),
    );
}

export const pluginCapabilities = method({
  name: 'plugin.capabilities',
  summary: 'Return the kinds of plugins that this server supports, and the loaded plugins.',
  result: z.object({
    permissions: z.array(z.string()).describe('The permissions that a manifest may request.'),
    embedded_lua: z.boolean().describe('Whether this server runs plugins in Lua.'),
    wasm: z.boolean().describe('Whether this server runs plugins in WebAssembly.'),
    builtin_plugins: z.array(Manifest).describe('The plugins that ptywright includes.'),
    plugins: z.array(Manifest).describe('All plugins, including those loaded later.'),
  }),
  examples: [
    {
      title: 'the capabilities',
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

const DescriptionList = z.array(DescribedItem);

export const pluginDescribe = method({
  name: 'plugin.describe',
  summary: 'Return what a plugin can do: its intents, wait matchers and states.',
  details:
    'The plugin returns this from its function `describe`. Without that function, functions whose names end in `_matcher` are wait matchers, all others except `classify` are intents, and the states are unknown.',
  throws: ['PluginUnknown', 'PluginFailed'],
  params: z.strictObject({ plugin: PluginName }),
  result: z.object({
    plugin: z.string(),
    manifest: Manifest,
    intents: DescriptionList.describe('For `adapter.send`.'),
    wait_matchers: DescriptionList.describe('For `adapter.wait`.'),
    states: DescriptionList,
    agent: AgentDescription.optional().describe('Only of a plugin for an agent.'),
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
    { title: 'an unknown plugin', send: { plugin: 'absent' }, fault: 'PluginUnknown' },
  ],
  handle: async ({ world }, { plugin }) => world.redaction.value(await world.plugins.describe(plugin)),
});

export const pluginValidateManifest = method({
  name: 'plugin.validate_manifest',
  summary: 'Validate a manifest without loading the plugin.',
  details:
    'Errors are reported as Invalid, with the path of the field. Only `plugin.load` checks that the entrypoint exists.',
  params: z.strictObject({
    manifest: z.looseObject({}).describe('A [manifest](manifest.md). JSON has the same structure as TOML.'),
  }),
  result: z.object({ valid: z.literal(true) }),
  examples: [
    {
      title: 'a valid manifest',
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
      title: 'an unknown permission',
      send: {
        manifest: { name: 'greeter', kind: 'adapter', version: '1.0.0', permissions: ['screen.raed'] },
      },
      fault: 'Invalid',
    },
  ],
  handle: (_, { manifest }) => {
    requireManifest(manifest, 'manifest');
    return { valid: true } as const;
  },
});

export const pluginLoad = method({
  name: 'plugin.load',
  summary: 'Load a plugin from its files.',
  details:
    'Requires a server that was started with `--allow-plugin-load`. The files are read once; later changes apply when the plugin is loaded again. The entrypoint and its modules must be in the folder of the manifest, after links are resolved. A built-in plugin cannot be replaced.',
  throws: ['PermissionDenied', 'FileRefused', 'Unsupported', 'Busy'],
  params: z.strictObject({
    manifest_path: z
      .string()
      .min(1)
      .describe('The path of a manifest in TOML, relative to the working directory of the server.'),
  }),
  result: z.object({ plugin: z.string().describe('The name in the manifest.') }),
  examples: [
    {
      title: 'from a manifest',
      send: { manifest_path: 'spec/programs/plugins/looks/manifest.toml' },
      reply: { plugin: 'looks' },
    },
    {
      title: 'a plugin that is already loaded',
      send: { manifest_path: 'spec/programs/plugins/echo/manifest.toml' },
      fault: 'Invalid',
    },
    { title: 'a missing file', send: { manifest_path: 'absent.toml' }, fault: 'FileRefused' },
  ],
  handle: ({ world }, { manifest_path }) => {
    permitLoad(world);
    return { plugin: world.plugins.load(manifest_path).name };
  },
});

export const pluginUnload = method({
  name: 'plugin.unload',
  summary: 'Unload a plugin that was loaded with `plugin.load`.',
  details:
    'Requires a server that was started with `--allow-plugin-load`. A built-in plugin cannot be unloaded, and neither can a plugin with open adapters: close them first.',
  throws: ['PermissionDenied', 'PluginUnknown'],
  params: z.strictObject({ plugin: PluginName }),
  result: z.object({ unloaded: z.literal(true) }),
  examples: [
    { title: 'an unused plugin', send: { plugin: 'echo' }, reply: { unloaded: true } },
    { title: 'an unknown plugin', send: { plugin: 'absent' }, fault: 'PluginUnknown' },
  ],
  handle: ({ world }, { plugin }) => {
    permitLoad(world);
    world.plugins.unload(plugin);
    return { unloaded: true } as const;
  },
});
