/** `ptywright call`: sends one request to a running server and prints the result. */
import { Refusal } from '#client/index.ts';
import { defineCommand, flag, parseJsonArgument } from './command.ts';
import { findSessionServer, withServers } from './connect.ts';
import { CommandError, exitCodes, UsageError } from './errors.ts';
import { socketOption } from './options.ts';
import { printJson, printNote } from './print.ts';

export const callCommand = defineCommand({
  name: 'call',
  summary: 'Call a method of a running server, and print the result as JSON.',
  details: [
    'The default server and the server started by `ptywright start` may both be running. A call with the parameter session then goes to the server that has this session. Any other call goes to the default server.',
  ],
  options: {
    socket: socketOption,
    json: flag('No effect: the output is always JSON.'),
  },
  operands: { usage: 'METHOD [PARAMETERS]', min: 1, max: 2, completes: 'method' },
  exits: { 1: 'No server is running, or it replied with an error, which is printed as JSON.' },
  examples: {
    'ptywright call server.capabilities': 'Print the capabilities of the server.',
    'ptywright call session.create \'{"program":"bash"}\'': 'Start a session.',
    'ptywright call session.snapshot \'{"session":"s1"}\'': 'Read its screen.',
  },
  run: async ({ socket }, [method = '', text]): Promise<number> => {
    const params = parseParams(text);
    return withServers(socket, async (servers) => {
      const session = params?.session;
      const isChoice = servers.length > 1 && typeof session === 'string';
      const { client, path } =
        (isChoice && (await findSessionServer(servers, session))?.server) || servers[0];
      try {
        await printJson(await client.send(method, params));
        return exitCodes.done;
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw new CommandError(`${path}: ${(problem as Error).message}`);
        const { code, reason, data } = problem;
        await printNote(JSON.stringify({ code, message: reason, data }, null, 2));
        return exitCodes.failed;
      }
    });
  },
});

function parseParams(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const params = parseJsonArgument(text, 'PARAMETERS');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new UsageError('PARAMETERS: expected a JSON object');
  return params as Record<string, unknown>;
}
