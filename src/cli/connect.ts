/** Connects a command to a running server. */
import { type Client, connectSocket, Refusal } from '#client/index.ts';
import { expandHome, resolveHome } from '#platform/paths.ts';
import { CommandError } from './errors.ts';

/** Closes the connection afterwards. An error reply that is not handled fails the command. */
export async function withServer<T>(
  socket: string | undefined,
  deed: (client: Client, path: string) => Promise<T>,
): Promise<T> {
  const path = socket === undefined ? resolveHome(process.env).socket : expandHome(socket, process.env);
  const client = await connect(path);
  try {
    return await deed(client, path);
  } catch (problem) {
    throw problem instanceof Refusal ? new CommandError(problem.message) : problem;
  } finally {
    await client.close();
  }
}

async function connect(path: string): Promise<Client> {
  try {
    return await connectSocket(path);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw new CommandError(`no server listens on ${path} (${code}); start one with: ptywright serve`);
  }
}
