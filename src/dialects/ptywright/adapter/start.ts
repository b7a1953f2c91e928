import { State } from '../../../core/adapter/state.ts';
import type { AdapterRequest } from '../../../core/adapter/target.ts';
import type { World } from '../../../core/world.ts';
import { z } from '../../../platform/schema.ts';
import type { Cancellation } from '../../../rpc/call.ts';
import { byPlugin } from '../adapterShapes.ts';
import { method } from '../method.ts';
import {
  Args,
  keepingOf,
  keepingParams,
  Program,
  surroundingParams,
  surroundingsOf,
} from '../sessionRequest.ts';
import { Cols, Pixels, PluginName, Rows } from '../shapes.ts';

const Params = z.strictObject({
  plugin: PluginName,
  program: Program.optional().describe("The manifest's target if absent."),
  args: Args.optional().describe("The manifest's, if the program is its target too; otherwise none."),
  ...surroundingParams,
  rows: Rows.optional().describe("The manifest's if absent, or else 40."),
  cols: Cols.optional().describe("The manifest's if absent, or else 120."),
  pixel_width: Pixels.default(0),
  pixel_height: Pixels.default(0),
  ...keepingParams,
});
type Params = z.output<typeof Params>;

export const Started = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  state: State,
});

const requestOf = (params: Params): AdapterRequest => ({
  ...keepingOf(params),
  spawn: {
    program: params.program,
    args: params.args,
    ...surroundingsOf(params),
    rows: params.rows,
    cols: params.cols,
    pixelWidth: params.pixel_width,
    pixelHeight: params.pixel_height,
  },
});

export async function startAdapter({ adapters, plugins }: World, params: Params, cancellation: Cancellation) {
  const adapter = await adapters.start(plugins.get(params.plugin), requestOf(params), cancellation);
  const { id, plugin, session, classifier } = adapter;
  const { state } = await classifier.ask();
  // Whoever asked is gone, or has been answered otherwise: nobody knows the id.
  if (cancellation.cancelled) await adapters.close(adapter);
  return { adapter: id, plugin: plugin.name, session: session.id, state };
}

export const start = method({
  name: 'adapter.start',
  since: 1,
  summary: 'Start a program and bind a plugin to it.',
  details:
    'What the caller leaves out comes from `default_target` of the manifest. Of the environment, what the manifest requires wins over what the caller gives, and that over what the manifest proposes.',
  needs: ['session.spawn'],
  grantor: ({ plugins }, { plugin }) => byPlugin(plugins.get(plugin)),
  throws: ['PluginUnknown', 'PluginFailed', 'SpawnFailed', 'FileRefused', 'Busy', 'PermissionDenied'],
  params: Params,
  result: Started,
  examples: [
    {
      title: 'by name alone',
      send: { plugin: 'echo' },
      reply: { adapter: 'e1', plugin: 'echo', session: 's1', state: { state: 'ready', confidence: 1 } },
    },
    { title: 'no such plugin', send: { plugin: 'nobody' }, fault: 'PluginUnknown' },
    {
      title: 'a program that is not there',
      send: { plugin: 'echo', program: 'no-such-program' },
      fault: 'SpawnFailed',
    },
  ],
  handle: ({ world, cancellation }, params) => startAdapter(world, params, cancellation),
});
