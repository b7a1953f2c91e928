/** A separate listener for the page, opened on request. It listens on this machine only and has its own key. */
import { fault, raise } from '#faults.ts';
import { generateToken } from './authentication.ts';
import { serveHttp } from './httpListener.ts';
import { createPageEndpoint, pageRoutes, pageUrl } from './pageRoutes.ts';
import type { Server } from './server.ts';
import type { Listener } from './unixListener.ts';

export interface PageListener {
  /** Has the key in the fragment, which a browser never sends. */
  readonly url: string;
  close(): Promise<void>;
}

/** Raises Unsupported if the page was not built, and Invalid if the port cannot be used. */
export async function openPageListener(server: Server, port: number): Promise<PageListener> {
  const endpoint = createPageEndpoint(server.world);
  const routes = pageRoutes(server.world, endpoint);
  if (!routes) raise(fault.Unsupported({ reason: 'the page was not built: run npm run build' }));
  const key = generateToken();
  const listening = await listenOnLoopback(server, port, key, routes!);
  const close = async () => void (await Promise.all([listening.close(), server.closeEndpoint(endpoint)]));
  return { url: pageUrl(listening.path, key), close };
}

async function listenOnLoopback(
  server: Server,
  port: number,
  key: string,
  routes: NonNullable<ReturnType<typeof pageRoutes>>,
): Promise<Listener> {
  try {
    return await serveHttp(server, {
      address: { host: '127.0.0.1', port },
      secret: { name: 'the key of the page', kind: 'token', value: key },
      createEndpoint: () => ({ ...server.native, routes }),
    });
  } catch (problem) {
    const { code = 'EIO' } = problem as NodeJS.ErrnoException;
    return raise(fault.Invalid({ path: 'port', reason: `cannot listen on this port: ${code}` }));
  }
}
