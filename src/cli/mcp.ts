/** `ptywright mcp`: serves the tools of MCP on standard input and output. */
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import { type CommandOptions, defineCommand, type OptionValues, parseCommandLine } from './command.ts';
import { exitCodes, UsageError } from './errors.ts';
import { socketOption } from './options.ts';

const serverOptions = {
  redaction: {
    type: 'string',
    value: 'POLICY',
    choices: ['default', 'enforced'],
    default: 'default',
    describe: 'With enforced, waits match the redacted text, too.',
  },
  deny: {
    type: 'string',
    value: 'PERMISSION',
    array: true,
    choices: permissionNames,
    describe: 'Deny this permission. All others are granted.',
  },
  plugin: {
    type: 'string',
    value: 'MANIFEST',
    array: true,
    completes: 'file',
    describe: 'Load a plugin (manifest.toml), in addition to the built-in ones.',
  },
} as const satisfies CommandOptions;

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve tools for agents: the Model Context Protocol on standard input and output.',
  details: [
    'An agent starts this command. It runs a server of its own, and ends its programs when the agent leaves. With --socket, the agent uses the sessions of a running server, which its permissions bound.',
    'To serve agents over HTTP: ptywright serve --listen mcp+http://127.0.0.1:9820',
  ],
  options: {
    socket: { ...socketOption, describe: 'Use the running server on this socket.' },
    ...serverOptions,
  },
  exits: { 1: 'No server listens on the socket, or a plugin cannot be loaded.' },
  examples: {
    'ptywright mcp': 'Serve an agent.',
    'ptywright mcp --socket ~/.ptywright/socket': 'Let an agent use the sessions of a running server.',
    'ptywright mcp --deny input.write': 'Serve an agent that may only watch.',
  },
  run: async ({ socket, ...given }): Promise<number> =>
    socket === undefined ? serveOwn(given) : serveRunning(socket, given),
});

type ServerOptions = OptionValues<typeof serverOptions>;

async function serveOwn({ redaction, deny, plugin }: ServerOptions): Promise<number> {
  const [{ serve }, { serveCommand }] = await Promise.all([
    import('./serve/serve.ts'),
    import('./serve/command.ts'),
  ]);
  const words = [
    '--listen=mcp+stdio:',
    `--redaction=${redaction}`,
    ...deny.map((name) => `--deny=${name}`),
    ...plugin.map((manifest) => `--plugin=${manifest}`),
  ];
  return serve(parseCommandLine(serveCommand, words).given as Parameters<typeof serve>[0], []);
}

async function serveRunning(socket: string, { redaction, deny, plugin }: ServerOptions): Promise<number> {
  if (deny.length + plugin.length > 0 || redaction !== 'default')
    throw new UsageError(
      '--deny, --plugin and --redaction belong to the server: give them to ptywright serve',
    );
  const [{ serveMcpStream }, { withServer }, { version }] = await Promise.all([
    import('#mcp/connection.ts'),
    import('./connect.ts'),
    import('./commands.ts'),
  ]);
  await withServer(socket, (client) =>
    serveMcpStream(
      { input: standardInput(), output: standardOutput() },
      { clock: systemClock, version, connect: () => client },
    ),
  );
  return exitCodes.done;
}
