/** A termwright listener on a real Unix socket, in this process, with a program to drive. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServerOptions } from '#server/server.ts';
import { type Listener, serveSocket } from '#server/unixListener.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { programPath } from '../../harness/programs.ts';
import { inProcessServer } from '../../harness/server.ts';
import { TermwrightClient } from './client.ts';

export type Wire = 'document' | 'client';

export interface Served {
  readonly server: ReturnType<typeof inProcessServer>;
  readonly listening: Listener;
  readonly path: string;
  readonly client: TermwrightClient;
  connect(): Promise<TermwrightClient>;
}

export const scripted = (name: string) => ['/bin/sh', programPath(name)] as const;

/** Closes everything when the test finishes. */
export async function serve(
  command: readonly string[],
  wire: Wire = 'document',
  options: Partial<ServerOptions> = {},
): Promise<Served> {
  const server = inProcessServer(options);
  const path = join(freshHome(), 't.sock');
  const learnt = await server.loadDialect('termwright');
  const speak = () => learnt({ options: { wire, rows: 24, cols: 80 }, command });
  const listening = await serveSocket(server, speak, path, 'ndjson');
  onTestFinished(async () => {
    await listening.close();
    await server.close();
  });
  const connect = () => TermwrightClient.connect(path);
  return { server, listening, path, connect, client: await connect() };
}
