/** `ptywright acp`: serves an editor that speaks the Agent Client Protocol on the standard streams. */
import { type Client, connectStream, Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { didYouMean } from '#platform/didYouMean.ts';
import { expandHome } from '#platform/paths.ts';
import { onTerminationSignals, signalExitStatus } from '#platform/signals.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import { defineCommand, file, type OptionValues, text } from './command.ts';
import { version } from './commands.ts';
import { withServer } from './connect.ts';
import { CommandError, exitCodes, UsageError } from './errors.ts';
import { openLog, readCliEnvironment } from './log.ts';
import { colsOption, denyOption, redactionOption, rowsOption } from './options.ts';

export const acpCommand = defineCommand({
  name: 'acp',
  summary: 'Serve an editor with the Agent Client Protocol: drive a terminal agent through its plugin.',
  details: [
    'An editor starts this command and talks to it on standard input and output. Each of its sessions is one program on a terminal. The programs end when the editor closes the streams.',
    'Without --socket, the command runs its own server. With --socket, it uses a running one, where other clients can watch the sessions.',
    'The plugin must declare how it drives an agent (`agent` in the reply of plugin.describe).',
  ],
  options: {
    plugin: text('NAME', 'Plugin that drives the program: its name, or the path of its manifest.'),
    socket: file('PATH', 'Use the server on this socket (default: start its own server).'),
    rows: { ...rowsOption, describe: 'Rows of the terminal (default: 100, so that few dialogs are cut).' },
    cols: { ...colsOption, describe: 'Columns of the terminal (default: those of the plugin).' },
    redaction: redactionOption,
    deny: denyOption,
  },
  operands: { usage: '[PROGRAM [ARGUMENTS]]', min: 0, max: limits.args, ofProgram: true },
  exits: { 1: 'No server is running, the server has ended, or the plugin drives no agent.' },
  examples: {
    'ptywright acp --plugin NAME': 'Drive the program of this plugin for the editor that starts this.',
    'ptywright acp --plugin ./manifest.toml -- my-agent --fast': 'Start another program or other arguments.',
    'ptywright acp --plugin NAME --socket ~/.ptywright/socket':
      'Use a running server, so that you can attach to the sessions.',
  },
  run: (given, [program, ...args]): Promise<number> => {
    const { socket, deny, plugin } = given;
    const target = { plugin, program, args, rows: given.rows ?? defaultRows, cols: given.cols };
    if (socket === undefined) return serveAlone(given, target);
    if (deny.length > 0 || given.redaction !== 'default')
      throw new UsageError('--deny and --redaction are options of the server that listens on --socket');
    return withServer(socket, (client) => serve(client, target));
  },
});

const defaultRows = 100;

interface Target {
  readonly plugin: string | undefined;
  readonly program: string | undefined;
  readonly args: readonly string[];
  readonly rows: number;
  readonly cols: number | undefined;
}

async function serveAlone(
  { redaction, deny }: OptionValues<typeof acpCommand.options>,
  { plugin, ...target }: Target,
): Promise<number> {
  const log = await openLog(await readCliEnvironment(), true);
  const { connectInProcess, Server } = await import('#server/server.ts');
  const server = new Server({
    clock: systemClock,
    version,
    redactionEnforced: redaction === 'enforced',
    grants: new Set(permissionNames.filter((name) => !deny.includes(name))),
    log: log.warn,
    pluginLog: (level, line, facts) => log[level](line, facts),
  });
  try {
    const path = plugin?.includes('/') ? expandHome(plugin, process.env) : undefined;
    const name = path === undefined ? plugin : server.world.plugins.load(path).name;
    return await serve(connectStream(connectInProcess(server)), { ...target, plugin: name });
  } catch (problem) {
    const { Fault } = await import('#faults.ts');
    throw problem instanceof Fault ? new CommandError(problem.message) : problem;
  } finally {
    await server.close();
    log.close();
  }
}

/** Resolves when the editor has left, or when a signal ends the command. */
async function serve(client: Client, { plugin, ...target }: Target): Promise<number> {
  if (plugin === undefined)
    throw new UsageError(`expected --plugin: ${formatPlugins(await listPlugins(client))}`);
  const { AcpAgent } = await import('#acp/agent.ts');
  const agent = await AcpAgent.create({ ...target, plugin, client, version }).catch((problem: Error) =>
    refuse(client, plugin, problem),
  );
  const connection = agent.connect(standardInput(), standardOutput());
  let status: number = exitCodes.done;
  const signals = onTerminationSignals((name) => {
    status = signalExitStatus(name);
    connection.close();
  });
  let lost = false;
  // Without the server, no session can go on.
  void client.closed.then(() => {
    lost = true;
    connection.close();
  });
  await connection.closed;
  await agent.close();
  signals.dispose();
  if (lost) throw new CommandError('the server has ended, and its sessions with it');
  return status;
}

async function refuse(client: Client, plugin: string, problem: Error): Promise<never> {
  if (!(problem instanceof Refusal)) throw new CommandError(problem.message);
  if (!problem.is('PluginUnknown')) throw new CommandError(problem.reason);
  const known = await listPlugins(client);
  throw new CommandError(`--plugin ${plugin}: expected ${formatPlugins(known)}${didYouMean(plugin, known)}`);
}

const listPlugins = async ({ calls }: Client): Promise<readonly string[]> =>
  (await calls.adapter.list()).plugins.map(({ name }) => name);

const formatPlugins = (names: readonly string[]): string =>
  `the path of a manifest, or one of ${names.join(', ')}`;
