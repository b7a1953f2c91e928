/** Methods that list, start, resume and close adapters. */
import type { AdapterStartRequest } from '#adapters/adapterRegistry.ts';
import { State } from '#adapters/classifier.ts';
import { Manifest } from '#adapters/manifest.ts';
import type { Core } from '#core.ts';
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import { replyBeforeEvents } from '#session/feed.ts';
import { toLiveAdapter } from './adapterSchemas.ts';
import { AdapterRef, Cols, method, PixelSize, PluginName, pluginGrantor, Rows } from './method.ts';
import {
  Args,
  closeOnDisconnect,
  environmentParams,
  listFilters,
  matchesFilters,
  Place,
  Program,
  requirePlace,
  sessionParams,
  toEnvironmentOptions,
  toSessionOptions,
} from './sessionOptions.ts';

export const adapterList = method({
  name: 'adapter.list',
  summary: 'List the plugins with which an adapter can start, with the facts of their manifests.',
  result: z.object({ plugins: z.array(Manifest) }),
  examples: [{ title: 'all plugins', send: {}, reply: {} }],
  handle: ({ world }) => ({
    plugins: world.plugins
      .all()
      .filter(({ manifest }) => manifest.kind === 'adapter')
      .map(({ manifest }) => world.redaction.value(manifest)),
  }),
});

const LiveAdapter = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  sequence: z.int(),
  finished: z.boolean().describe('Whether the program has exited.'),
});

export const adapterLive = method({
  name: 'adapter.live',
  summary: 'List the open adapters, so that a client that reconnects can find them.',
  params: z.strictObject(listFilters),
  result: z.object({ adapters: z.array(LiveAdapter) }),
  examples: [
    { title: 'none', send: {}, reply: { adapters: [] } },
    {
      title: 'one',
      plugin: 'echo',
      send: {},
      reply: { adapters: [{ adapter: 'e1', plugin: 'echo', session: 's1', finished: false }] },
    },
  ],
  handle: ({ world }, filters) => {
    const matches = matchesFilters(world, filters);
    const adapters = world.adapters.all().filter(({ session }) => matches(session));
    return { adapters: adapters.map(toLiveAdapter) };
  },
});

const AdapterStartParams = z.strictObject({
  plugin: PluginName,
  program: Program.optional().describe('Defaults to the target of the manifest.'),
  args: Args.optional().describe(
    'Defaults to the arguments in the manifest if `program` is the target of the manifest, otherwise to none.',
  ),
  ...environmentParams,
  rows: Rows.optional().describe("Defaults to the manifest's value, or else 40."),
  cols: Cols.optional().describe("Defaults to the manifest's value, or else 120."),
  pixel_width: PixelSize.default(0),
  pixel_height: PixelSize.default(0),
  ...sessionParams,
  place: Place.optional(),
});
type AdapterStartParams = z.output<typeof AdapterStartParams>;

const StartedAdapter = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  state: State,
});

const toAdapterRequest = (params: AdapterStartParams): AdapterStartRequest => ({
  ...toSessionOptions(params),
  spawn: {
    program: params.program,
    args: params.args,
    ...toEnvironmentOptions(params),
    rows: params.rows,
    cols: params.cols,
    pixelWidth: params.pixel_width,
    pixelHeight: params.pixel_height,
  },
});

interface StartedBy {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

async function startAdapter(world: Core, params: AdapterStartParams, { caller, signal }: StartedBy) {
  const { adapters, plugins } = world;
  requirePlace(world, params.place);
  const start = () => adapters.start(plugins.get(params.plugin), toAdapterRequest(params), signal);
  const adapter = await world.openAnnounced(params.name, start, ({ session }) => session);
  const { id, plugin, session, classifier } = adapter;
  if (params.close_on_disconnect) closeOnDisconnect(world, caller, session);
  const { state } = await classifier.classify();
  // The client is gone or already has an error reply, so it does not know the id of this adapter.
  if (signal.aborted) await adapters.close(adapter);
  return { adapter: id, plugin: plugin.name, session: session.id, state };
}

export const adapterStart = method({
  name: 'adapter.start',
  summary: 'Start a program and bind a plugin to it.',
  details:
    'Parameters that the caller omits come from `default_target` of the manifest. For environment variables, the order of precedence is: what the manifest requires, what the caller passes, what the manifest proposes.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => pluginGrantor(plugins.get(plugin)),
  throws: [
    'PluginUnknown',
    'PluginFailed',
    'SpawnFailed',
    'FileRefused',
    'Busy',
    'PermissionDenied',
    'NoHost',
    'HostUnreachable',
  ],
  params: AdapterStartParams,
  result: StartedAdapter,
  examples: [
    {
      title: 'with the plugin name only',
      send: { plugin: 'echo' },
      reply: { adapter: 'e1', plugin: 'echo', session: 's1', state: { state: 'ready', confidence: 1 } },
    },
    { title: 'an unknown plugin', send: { plugin: 'nobody' }, fault: 'PluginUnknown' },
    {
      title: 'a missing program',
      send: { plugin: 'echo', program: 'no-such-program' },
      fault: 'SpawnFailed',
    },
  ],
  handle: (call, params) => startAdapter(call.world, params, call),
});

export const adapterResume = method({
  name: 'adapter.resume',
  summary: 'Replace an adapter: close the prior one if it is still open, and start a new one.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => pluginGrantor(plugins.get(plugin)),
  throws: adapterStart.throws,
  params: adapterStart.params.extend({
    prior_adapter: AdapterRef.optional().describe('The adapter to close. An unknown id is not an error.'),
  }),
  result: StartedAdapter,
  examples: [
    {
      title: 'the prior adapter is unknown',
      send: { plugin: 'echo', prior_adapter: 'e9' },
      reply: { adapter: 'e1', state: { state: 'ready' } },
    },
  ],
  handle: async (call, { prior_adapter, ...params }) => {
    const { world, caller } = call;
    const prior = prior_adapter === undefined ? undefined : world.adapters.find(prior_adapter);
    if (prior) await replyBeforeEvents(caller, prior.session, world.adapters.close(prior));
    return startAdapter(world, params, call);
  },
});

export const adapterClose = {
  ...method({
    name: 'adapter.close',
    summary: 'Close an adapter: end its program and remove its session.',
    needs: ['session.kill'],
    positional: ['adapter'],
    params: z.strictObject({ adapter: AdapterRef }),
    result: z.object({ closed: z.literal(true) }),
    examples: [
      { title: 'an echo adapter', plugin: 'echo', send: {}, reply: { closed: true } },
      { title: 'an unknown adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
    ],
    handle: async ({ world, caller }, { adapter: ref }) => {
      const adapter = world.adapters.get(ref);
      await replyBeforeEvents(caller, adapter.session, world.adapters.close(adapter));
      return { closed: true as const };
    },
  }),
  // The plugin is not called.
  throws: ['AdapterUnknown', 'PermissionDenied'],
};
