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

export const printing = (text: string) => ({
  command: '/bin/sh',
  args: ['-c', `printf '${text}'; exec cat`],
});

/** A selector. */
export const exact = (text: string) => ({ type: 'exact', text });

/** Starts a server with a session whose program has printed a text that ends in END. */
export async function showing(text: string, settings: object = {}, query = '') {
  const started = start(query);
  await started.client.call('initialize', { timeoutSeconds: 5, ...settings });
  await started.client.call('launch', printing(text));
  await started.client.call('waitUntil', { pattern: 'END' });
  return started;
}
