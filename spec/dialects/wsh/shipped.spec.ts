/** Behaviour beyond the document that the clients shipped with wsh rely on. */
import { expect, it } from 'vitest';
import { type Wsh, wshServers } from './running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

async function withSessions(...names: string[]): Promise<Wsh> {
  const server = await running({ wire: 'client' });
  const client = await server.connect();
  for (const name of names) await client.session(name, prompt, '$');
  return server;
}

it('a screen reports the time since its last activity', async () => {
  const server = await withSessions('dev');
  const read = async () => (await server.http('GET', '/sessions/dev/screen')).json.last_activity_ms;
  await server.http('GET', '/sessions/dev/idle?timeout_ms=50');
  expect(await read()).toBeGreaterThanOrEqual(50);
  await server.http('POST', '/sessions/dev/input', 'x');
  const { json } = await server.http('GET', '/sessions/dev/idle?timeout_ms=0&format=plain');
  expect(json).toMatchObject({ generation: expect.any(Number), last_activity_ms: expect.any(Number) });
});

it('the server reports whether it persists', async () => {
  const server = await withSessions('dev');
  expect((await server.http('GET', '/server/persist')).json).toEqual({ persistent: true });
  await server.http('PUT', '/server/persist', { persistent: false });
  expect((await server.http('GET', '/server/persist')).json).toEqual({ persistent: false });
});
