/** A listener of its own for the page, opened when somebody asks for it: on this machine only, behind a key of its own. */
import { fault, raise } from '../core/faults.ts';
import { serveHttp } from './http.ts';
import { pageLine, pageOf, pageRoutes } from './page.ts';
import type { Server } from './server.ts';
import type { Listening } from './socket.ts';
import { newToken } from './webToken.ts';

export interface PageListener {
  /** With the key behind the #, which a browser sends to nobody. */
  readonly url: string;
  close(): Promise<void>;
}

/** Raises Unsupported, Busy. */
export async function listenForPage(server: Server, port: number): Promise<PageListener> {
  const line = pageLine(server.world);
  const routes = pageRoutes(server.world, line);
  if (!routes) raise(fault.Unsupported({ reason: 'the page was not built: run npm run build' }));
  const key = newToken();
  const listening = await listen(server, port, key, routes!);
  const close = async () => void (await Promise.all([listening.close(), server.dismiss(line)]));
  return { url: pageOf(listening.path, key), close };
}

async function listen(
  server: Server,
  port: number,
  key: string,
  routes: NonNullable<ReturnType<typeof pageRoutes>>,
): Promise<Listening> {
  try {
    return await serveHttp(server, {
      address: { host: '127.0.0.1', port },
      secret: { name: 'the key of the page', kind: 'token', value: key },
      speak: () => ({ ...server.native, routes }),
    });
  } catch (problem) {
    const { code = 'EIO' } = problem as NodeJS.ErrnoException;
    return raise(fault.Invalid({ path: 'port', reason: `nothing can listen there: ${code}` }));
  }
}
