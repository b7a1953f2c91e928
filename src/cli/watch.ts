/** `ptywright watch`: opens the page of a running server and prints its URL. */
import { userName } from '#platform/userInfo.ts';
import type { OptionValues } from './command.ts';
import type { watchCommand } from './commands.ts';
import { connectServer, socketPath } from './connect.ts';
import { CommandError, exitCodes } from './errors.ts';
import { printResult } from './print.ts';

export async function watch(given: OptionValues<typeof watchCommand.options>): Promise<number> {
  const { socket, port, close, as = userName(process.env) } = given;
  const path = socketPath(socket);
  const client = await connectServer(path);
  try {
    if (close) {
      const { closed } = await client.calls.server.close_page({});
      if (!closed) throw new Error('no page is open');
      return exitCodes.done;
    }
    const { url } = await client.calls.server.open_page({ port });
    // The page sends the name only to viewers of the same sessions.
    const named = as ? url.replace('#', `#as=${encodeURIComponent(as)}&`) : url;
    await printResult(`${named}\n`);
    return exitCodes.done;
  } catch (problem) {
    throw new CommandError(`${path}: ${(problem as Error).message}`);
  } finally {
    await client.close();
  }
}
