import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Wsh, wshServers } from './running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

async function withSessions(...names: string[]): Promise<Wsh> {
  const server = await running({ wire: 'client' });
  const client = await server.connect();
  for (const name of names) await client.session(name, prompt, '$');
  return server;
}

describe('a connection for all sessions', () => {
  it.each(['get_screen', 'send_input', 'await_idle', 'list_overlays', 'subscribe'])(
    '%s requires the name of a session, also if there is only one',
    async (method) => {
      const server = await withSessions('dev');
      const client = await server.connect();
      const params = { data: 'x', timeout_ms: 1, events: ['lines'] };
      expect((await client.ask(method, params)).error).toMatchObject({ code: 'session_required' });
      const ofSession = await server.connect('/sessions/dev/ws/json');
      expect((await ofSession.ask(method, params)).error).toBeUndefined();
    },
  );

  it.each(['', 'a b', '..', 's7', 'a/b', 'x'.repeat(65), 'x'.repeat(300)])(
    '%j is an invalid session name',
    async (name) => {
      const server = await withSessions('dev');
      const invalid = { code: 'invalid_session_name' };
      const client = await server.connect();
      expect((await client.ask('create_session', { name })).error).toMatchObject(invalid);
      expect((await client.ask('rename_session', { name: 'dev', new_name: name })).error).toMatchObject(
        invalid,
      );
      const { status, json } = await server.http('POST', '/sessions', { name });
      expect([status, json.error]).toMatchObject([400, invalid]);
      expect((await server.http('PATCH', '/sessions/dev', { name })).json.error).toMatchObject(invalid);
    },
  );
});

it('a session reports its server and its tags in order', async () => {
  const server = await withSessions('dev');
  const change = { add: ['zeta', 'alpha', 'mid'] };
  const client = await server.connect();
  const { result } = await client.ask('update_tags', { name: 'dev', ...change });
  expect(result.tags).toEqual(['alpha', 'mid', 'zeta']);
  expect((await server.http('GET', '/sessions')).json).toMatchObject([
    { name: 'dev', server: hostname(), tags: ['alpha', 'mid', 'zeta'] },
  ]);
});

it('a session is created without duplicate tags', async () => {
  const server = await running({ wire: 'client' });
  const client = await server.connect();
  const { result } = await client.ask('create_session', {
    name: 'tagged',
    command: prompt,
    tags: ['z', 'a', 'a'],
  });
  expect(result.tags).toEqual(['a', 'z']);
});
