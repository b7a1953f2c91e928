/** `ptywright call`: one request to a server that runs, for people and for scripts. */
import { Refusal } from '../client/index.ts';
import type { Given } from './command.ts';
import type { call as declaration } from './commands/call.ts';
import { connectServer, socketPath } from './connect.ts';
import { readJson } from './json.ts';
import { printNote, printResult } from './print.ts';
import { exits, Failure, UsageError } from './usage.ts';

export async function call(
  { socket }: Given<typeof declaration.options>,
  [method = '', text]: readonly string[],
): Promise<number> {
  const params = paramsOf(text);
  const path = socketPath(socket);
  const client = await connectServer(path);
  try {
    await printResult(`${JSON.stringify(await client.send(method, params), null, 2)}\n`);
    return exits.done;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw new Failure(`${path}: ${(problem as Error).message}`);
    const { code, message, data } = problem;
    await printNote(JSON.stringify({ code, message, data }, null, 2));
    return exits.failed;
  } finally {
    await client.close();
  }
}

function paramsOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const params = readJson(text, 'PARAMETERS');
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new UsageError('PARAMETERS: expected an object of JSON');
  return params as Record<string, unknown>;
}
