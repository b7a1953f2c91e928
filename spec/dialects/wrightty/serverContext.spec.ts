import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Client, type RunningOptions, running as start } from './running.ts';

const running = async (options?: RunningOptions): Promise<Client> => (await start(options)).client;

it('a new session is in the requested folder', async () => {
  const client = await running();
  const cwd = mkdtempSync(join(tmpdir(), 'ptywright-'));
  const folders = [];
  for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const made = await client.call('Session.create', { shell: '/bin/sh', args: ['-c', 'read x'], cwd });
    folders.push((await client.call('Session.getInfo', made)).cwd);
  }
  expect(folders).toEqual(Array(8).fill(cwd));
  rmdirSync(cwd);
});
