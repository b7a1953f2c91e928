/** Connects a command to a running server. */
import { type Client, connectSocket } from '#client/index.ts';
import { expandHome, resolveHome } from '#platform/paths.ts';
import { CommandError } from './errors.ts';

/** Returns the default socket path if none is given. */
export const socketPath = (given: string | undefined): string =>
  given === undefined ? resolveHome(process.env).socket : expandHome(given, process.env);

export async function connectServer(path: string): Promise<Client> {
  try {
    return await connectSocket(path);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw new CommandError(`no server listens on ${path} (${code}); start one with: ptywright serve`);
  }
}
