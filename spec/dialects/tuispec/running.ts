/** A server with tuispec, and a client: in this process, or the built command on its standard streams. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openEndpoint } from '#server/endpoints/tuispec.ts';
import { parseListenAddress } from '#server/listenAddress.ts';
import { connectInProcess } from '#server/server.ts';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { inProcessServer } from '../../harness/server.ts';
import { TuispecClient } from './client.ts';

export interface Running {
  readonly client: TuispecClient;
  readonly dir: string;
}

const freshFolder = () => join(freshHome(), 'artifacts');

/** `query` is the query of the address, such as `?wire=client`. Concurrent tests pass their own `finished`. */
export function start(
  query = '',
  artifactDir = freshFolder(),
  finished: (operation: () => Promise<void>) => void = onTestFinished,
): Running {
  const address = parseListenAddress(`tuispec+stdio:${query}`);
  if (typeof address === 'string') throw new Error(address);
  const server = inProcessServer({ artifactDir });
  finished(() => server.close());
  const endpoint = openEndpoint(server.world, { options: address.options, command: [], url: '' });
  return { client: TuispecClient.over(connectInProcess(server, endpoint)), dir: artifactDir };
}

/** For specs of the process itself. */
export function startCommand(
  query = '',
  env: Readonly<Record<string, string>> = {},
): Running & { readonly server: Ptywright } {
  const dir = freshFolder();
  const listen = ['--listen', `tuispec+stdio:${query}`, '--artifact-dir', dir];
  const server = new Ptywright(['serve', '--check-replies', ...listen], {
    PTYWRIGHT_HOME: freshHome(),
    ...env,
  });
  onTestFinished(() => void server.process.kill());
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
