import { expect, it } from 'vitest';
import { runInProcess } from '../harness/server.ts';

it('a connection ends after exit, and the sessions of others continue', async () => {
  const { client, connect, close } = runInProcess();
  const other = await connect();
  const { session } = await other.calls.session.create({ program: 'cat' });
  await client.request('initialize');
  client.notify('initialized');
  expect(await client.request('shutdown')).toBeNull();
  client.notify('exit');
  await client.closed;
  expect(await other.calls.session.list()).toEqual({ sessions: [session] });
  await close();
});
