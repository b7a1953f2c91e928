/** `ptywright watch`: opens the page of a running server and prints its URL. */
import { userName } from '#platform/userInfo.ts';
import { count, defineCommand, flag, text } from './command.ts';
import { withServers } from './connect.ts';
import { CommandError, exitCodes } from './errors.ts';
import { socketOption } from './options.ts';
import { printNote, printResult, quoteShellWord } from './print.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  summary: 'Print the address of a page that shows the sessions of a running server.',
  details: [
    'The server serves the page on 127.0.0.1 until it ends or `ptywright watch --close` is run. The part after # is a secret key: do not share it. The page removes the key from the address bar at once, and keeps it in memory only.',
    'The page shows all sessions, redacted, with their pending waits, transcripts and recordings. A person can take the keyboard of a session, and give it back.',
  ],
  options: {
    socket: socketOption,
    port: count('PORT', [0, 65_535], 'Port of the page, if it is not served yet. 0 selects a free port.', {
      default: 0,
    }),
    as: text('NAME', 'Name shown to other viewers (default: $USER, or the name of the account).'),
    close: flag('Close the page instead. Its key becomes invalid.'),
  },
  exits: { 1: 'No server is running, or it cannot serve the page.' },
  examples: {
    'ptywright watch': 'Print the address of the page.',
    'ptywright watch --as ada': 'Set the name that other viewers see.',
    'ptywright watch --close': 'Disconnect all viewers of the page, and invalidate its key.',
  },
  run: ({ socket, port, close, as = userName(process.env) }): Promise<number> =>
    withServers(socket, async ([{ client, path }, ...others]) => {
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
        for (const other of others)
          await printNote(
            `another server is running; for its sessions: ptywright watch --socket ${quoteShellWord(other.path)}`,
          );
        return exitCodes.done;
      } catch (problem) {
        throw new CommandError(`${path}: ${(problem as Error).message}`);
      }
    }),
});
