/** Behaviour beyond the document that the clients shipped with wsh rely on. */
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

it('a session tells its server and its tags in order', async () => {
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

it('the root leads to the page', async () => {
  const server = await running({ wire: 'client', token: 'x'.repeat(32) });
  const { status, text } = await server.http('GET', '/');
  expect([status, text]).toEqual([302, '']);
});

describe('/idle without a session', () => {
  it('answers with the first session that is idle', async () => {
    const server = await withSessions('one', 'two');
    const { status, json } = await server.http('GET', '/idle?timeout_ms=20&format=plain');
    expect(status).toBe(200);
    expect(['one', 'two']).toContain(json.session);
    expect(json).toMatchObject({ generation: expect.any(Number), screen: { cols: 80 } });
  });

  it('waits for new activity of the session that answered before, and not of others', async () => {
    const server = await withSessions('one', 'two');
    const ask = async (query: string) => (await server.http('GET', `/idle?timeout_ms=20&${query}`)).json;
    const first = await ask('');
    const next = await ask(`last_session=${first.session}&last_generation=${first.generation}`);
    expect(next.session).toBe(first.session === 'one' ? 'two' : 'one');
  });

  it('asks only sessions that have all the tags', async () => {
    const server = await withSessions('one', 'two');
    await server.http('PATCH', '/sessions/two', { tags: ['build', 'ci'] });
    expect((await server.http('GET', '/idle?timeout_ms=20&tag=build,ci')).json.session).toBe('two');
    const { status, json } = await server.http('GET', '/idle?timeout_ms=20&tag=build,none');
    expect([status, json.error.code]).toEqual([404, 'session_not_found']);
  });

  it('gives up in time', async () => {
    const server = await withSessions('one', 'two');
    const { status, json } = await server.http('GET', '/idle?timeout_ms=60000&max_wait_ms=20');
    expect([status, json.error.code]).toEqual([408, 'idle_timeout']);
  });
});

describe('the description of the HTTP API', () => {
  it('has every path, with parameters, bodies and replies', async () => {
    const server = await running({ token: 'x'.repeat(32) });
    const { status, json } = await server.http('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(json.openapi).toBe('3.1.0');
    expect(json.paths['/sessions'].post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { properties: { command: {}, tags: {} } } } } },
      responses: { 201: { content: { 'application/json': { schema: { properties: { name: {} } } } } } },
    });
    const idle = json.paths['/sessions/{session}/idle'].get.parameters;
    expect(idle).toContainEqual(expect.objectContaining({ name: 'timeout_ms', in: 'query', required: true }));
    expect(idle).toContainEqual(expect.objectContaining({ name: 'session', in: 'path', required: true }));
    const ids = Object.values(json.paths as object).flatMap((one: object) =>
      Object.values(one).map(({ operationId }: { operationId: string }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect((await server.http('GET', '/openapi.yaml')).type).toContain('yaml');
  });

  it('is a page for people at /docs', async () => {
    const server = await running();
    const { status, type, text } = await server.http('GET', '/docs');
    expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^\| POST \| `\/sessions` \| .+ \|$/m);
  });
});
