/** The native dialect: its capabilities, methods and events. */
import type { Core } from '#core.ts';
import { faultNames } from '#faults.ts';
import { matchers } from '#matchers/registry.ts';
import { chooseEngine, engineNames } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import { type Dialect, defineDialect, exportedEvents, exportedMethods } from '#rpc/dialect.ts';
import { toOpenRpc } from '#rpc/openRpc.ts';
import { actions } from '#terminal/input/actions.ts';
import * as adapter from './adapter.ts';
import * as baseline from './baseline.ts';
import { codes } from './errors.ts';
import * as declaredEvents from './events.ts';
import * as input from './input.ts';
import * as layer from './layer.ts';
import { method } from './method.ts';
import * as plugin from './plugin.ts';
import * as recording from './recording.ts';
import * as screen from './screen.ts';
import * as server from './server.ts';
import * as session from './session.ts';
import * as viewers from './viewers.ts';
import * as waits from './waits.ts';

/** The protocol level of this source. spec/protocol/levels holds each level as it was released. */
export const protocolLevel = 1;

// Capabilities are derived from the declarations, so they always match them.
const NameList = z.array(z.string());

const Capabilities = z
  .object({
    name: z.literal('ptywright'),
    version: z.string(),
    level: z.int().describe('The protocol level. It grows when something is added; nothing is removed.'),
    framing: z.array(z.enum(['ndjson', 'lsp'])),
    methods: NameList,
    notifications: NameList,
    matchers: NameList,
    actions: NameList,
    permissions: NameList.describe(
      'The permissions that this server grants; at a gateway of a fleet, those that all hosts grant.',
    ),
    faults: z.record(z.string(), z.int()).describe('The error code of each fault.'),
    redaction: z.enum(['default', 'enforced']),
    regex_engine: z
      .enum(engineNames)
      .describe('What runs patterns: `re2` (native), or `re2js` where re2 does not load.'),
  })
  .meta({ id: 'Capabilities' });

const getCapabilities = (world: Core): z.input<typeof Capabilities> => {
  const { grants, redactionEnforced } = world.fleet?.rules?.() ?? world;
  return {
    name: 'ptywright',
    version: world.version,
    level: protocolLevel,
    framing: ['ndjson', 'lsp'],
    methods: [...ptywright.methods.keys()],
    notifications: [...ptywright.events.keys()],
    matchers: [...matchers.keys()],
    actions: Object.keys(actions),
    permissions: [...grants],
    faults: Object.fromEntries(faultNames.map((name) => [name, codes[name]])),
    redaction: redactionEnforced ? 'enforced' : 'default',
    regex_engine: chooseEngine().engine.name,
  };
};

export const initialize = method({
  name: 'initialize',
  summary:
    'Initialize the connection, as a language server does. Optional; the server ignores the parameters.',
  params: z.looseObject({}),
  result: z.object({
    capabilities: Capabilities,
    serverInfo: z.object({ name: z.string(), version: z.string() }),
  }),
  examples: [
    {
      title: 'a client that initializes',
      send: { processId: 4711, capabilities: {} },
      reply: { serverInfo: { name: 'ptywright' } },
    },
  ],
  handle: ({ world }) => ({
    capabilities: getCapabilities(world),
    serverInfo: { name: 'ptywright', version: world.version },
  }),
});

const rpcDiscover = method({
  name: 'rpc.discover',
  summary: 'Return the OpenRPC document of this protocol.',
  result: z.looseObject({ openrpc: z.string(), methods: z.array(z.looseObject({ name: z.string() })) }),
  examples: [{ title: 'the document', send: {}, reply: { openrpc: '1.3.2' } }],
  handle: ({ world }) => toOpenRpc(ptywright, { title: 'ptywright', version: world.version }),
});

export const serverCapabilities = method({
  name: 'server.capabilities',
  summary: 'Return the name, version and capabilities of this server.',
  result: Capabilities,
  examples: [
    { title: 'the capabilities', send: {}, reply: { name: 'ptywright', framing: ['ndjson', 'lsp'] } },
  ],
  handle: ({ world }) => getCapabilities(world),
});

/** Each method that a file of this folder exports. */
export const methods = [
  serverCapabilities,
  rpcDiscover,
  ...exportedMethods(server, session, input, waits, screen, viewers, layer),
  ...exportedMethods(baseline, recording, plugin, adapter),
  initialize,
];

export const events = exportedEvents(declaredEvents);

export const ptywright: Dialect<Core> = defineDialect<Core>({ name: 'ptywright', methods, events, codes });
