/** `ptywright watch`: asks a server that runs for its page, and prints where it is. */
import { userName } from '../platform/userName.ts';
import type { Given } from './command.ts';
import type { watch as declaration } from './commands/watch.ts';
import { connectServer, socketPath } from './connect.ts';
import { printResult } from './print.ts';
import { exits, Failure } from './usage.ts';

export async function watch(given: Given<typeof declaration.options>): Promise<number> {
  const { socket, port, close, as = userName(process.env) } = given;
  const path = socketPath(socket);
  const client = await connectServer(path);
  try {
    if (close) {
      const { closed } = await client.calls.server.close_page({});
      if (!closed) throw new Error('no page is open');
      return exits.done;
    }
    const { url } = await client.calls.server.open_page({ port });
    // The page tells it to nobody but those who look at the same sessions.
    const named = as ? url.replace('#', `#as=${encodeURIComponent(as)}&`) : url;
    await printResult(`${named}\n`);
    return exits.done;
  } catch (problem) {
    throw new Failure(`${path}: ${(problem as Error).message}`);
  } finally {
    await client.close();
  }
}
