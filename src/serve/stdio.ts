/** The one client that started the server: its end of standard input is the end of the server. */
import { standardInput, standardOutput } from '../platform/standardStreams.ts';
import type { Framing } from '../wire/framing.ts';
import type { Server } from './server.ts';

export const serveStdio = (server: Server, dialect: string, framing: Framing): Promise<void> =>
  server.accept(dialect, { input: standardInput(), output: standardOutput(), framing });
