/** The built server with tuispec on its standard streams, and a client. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { TuispecClient } from './client.ts';

export interface Running {
  readonly client: TuispecClient;
  readonly server: Ptywright;
  readonly dir: string;
}

/** `query` is the query of the address, such as `?wire=client`. Concurrent tests pass their own `finished`. */
export function start(
  query = '',
  dir = join(freshHome(), 'artifacts'),
  env: Readonly<Record<string, string>> = {},
  finished: (deed: () => void) => void = onTestFinished,
): Running {
  const listen = ['--listen', `tuispec+stdio:${query}`, '--artifact-dir', dir];
  const home = { PTYWRIGHT_HOME: freshHome(), ...env };
  const server = new Ptywright(['serve', '--check-replies', ...listen], home);
  finished(() => void server.process.kill());
  return { client: TuispecClient.of(server), server, dir };
}
