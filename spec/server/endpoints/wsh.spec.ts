import { describe, expect, it } from 'vitest';
import { type Wsh, wshServers } from '../../dialects/wsh/running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

async function withSessions(...names: string[]): Promise<Wsh> {
  const server = await running({ wire: 'client' });
  const client = await server.connect();
  for (const name of names) await client.session(name, prompt, '$');
  return server;
}

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

  it('considers only sessions that have all the tags', async () => {
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
