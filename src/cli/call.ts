/** `ptywright call`: sends one request to a running server and prints the result. */
import { Refusal } from '#client/index.ts';
import { type OptionValues, parseJsonArgument } from './command.ts';
import type { callCommand } from './commands.ts';
import { connectServer, socketPath } from './connect.ts';
import { CommandError, exitCodes, UsageError } from './errors.ts';
import { printNote, printResult } from './print.ts';

export async function call(
  { socket }: OptionValues<typeof callCommand.options>,
  [method = '', text]: readonly string[],
): Promise<number> {
  const params = parseParams(text);
  const path = socketPath(socket);
  const client = await connectServer(path);
  try {
    await printResult(`${JSON.stringify(await client.send(method, params), null, 2)}\n`);
    return exitCodes.done;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw new CommandError(`${path}: ${(problem as Error).message}`);
    const { code, reason: message, data } = problem;
    await printNote(JSON.stringify({ code, message, data }, null, 2));
    return exitCodes.failed;
  } finally {
    await client.close();
  }
}

function parseParams(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const params = parseJsonArgument(text, 'PARAMETERS');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new UsageError('PARAMETERS: expected a JSON object');
  return params as Record<string, unknown>;
}
