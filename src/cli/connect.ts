/** The way to a server that runs here. */
import { type Client, connectSocket } from '../client/index.ts';
import { expandHome, homeOf } from '../platform/home.ts';
import { Failure } from './usage.ts';

/** The default socket if none is given. */
export const socketPath = (given: string | undefined): string =>
  given === undefined ? homeOf(process.env).socket : expandHome(given, process.env);

export async function connectServer(path: string): Promise<Client> {
  try {
    return await connectSocket(path);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw new Failure(`no server listens on ${path} (${code}); start one with: ptywright serve`);
  }
}
