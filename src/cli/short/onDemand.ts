/**
 * Starts a server on demand, on the private socket of the user. Several commands may do this at once: the socket is
 * claimed by one server, and the servers that were refused end.
 */
import { dirname, join } from 'node:path';
import { createPrivateDirectory, packageFolder, resolveHome } from '#platform/paths.ts';
import { startInBackground } from '#platform/runProgram.ts';
import { type FoundServer, findServer } from '../connect.ts';
import { CommandError, sessionExitCodes } from '../errors.ts';

/** Time for the command that started the server to connect to it. */
const idleExitMs = 5000;
/** An attempt fails if another server holds the lock of the socket at this moment, or is about to end. */
const attempts = 10;

/** Connects to the running server, or starts one. Throws CommandError if none can be started. */
export async function openServer(): Promise<FoundServer> {
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await findServer(undefined);
    if ('client' in found && (await isServing(found))) return found;
    if ('client' in found) continue;
    if (!found.isAbsent) throw new CommandError(found.missing, sessionExitCodes.noServer);
    reason = await startServer();
  }
  throw new CommandError(`the server cannot be started: ${reason}`, sessionExitCodes.noServer);
}

/** A server that ends closes its connections without a reply. */
async function isServing({ client }: FoundServer): Promise<boolean> {
  return client.calls.session.list({}).then(
    () => true,
    () => false,
  );
}

/** Resolves when the server listens or has ended, with what it has printed. */
function startServer(): Promise<string> {
  const home = resolveHome(process.env);
  createPrivateDirectory(dirname(home.onDemand));
  const program = join(packageFolder(), 'bin', 'ptywright.js');
  const options = [
    `--socket=${home.onDemand}`,
    `--idle-exit=${idleExitMs}`,
    `--artifact-dir=${home.data}`,
    '--reap',
  ];
  return startInBackground(process.execPath, [program, 'serve', ...options], 'listening on');
}
