/** wsh over HTTP, and access control. */
import { describe, expect, it } from 'vitest';
import { wsh } from '#dialects/wsh/dialect.ts';
import { httpEndpoints } from '#dialects/wsh/http.ts';
import { limits } from '#limits.ts';
import { type Wsh, wshServers } from './running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

async function withSession(): Promise<Wsh> {
  const server = await running();
  await (await server.connect()).session('dev', prompt, '$');
  return server;
}

describe('over HTTP', () => {
  it('sessions are created, read, written to, renamed and ended', async () => {
    const server = await running();
    const created = await server.http('POST', '/sessions', { name: 'dev', command: prompt, tags: ['a'] });
    expect(created).toMatchObject({ status: 201, json: { name: 'dev', rows: 24, tags: ['a'] } });
    expect((await server.http('GET', '/sessions')).json).toMatchObject([{ name: 'dev' }]);
    const screen = await server.http('GET', '/sessions/dev/quiesce?timeout_ms=100&format=plain');
    expect(screen.json).toMatchObject({ screen: { lines: expect.arrayContaining(['$']) } });
    const typed = await server.http('POST', '/sessions/dev/input', 'hello\n');
    expect([typed.status, typed.text]).toEqual([204, '']);
    await (await server.connect()).shows('dev', 'hello');
    expect((await server.http('GET', '/sessions/dev/screen?format=plain')).json.lines[0]).toBe('$ hello');
    const back = await server.http('GET', '/sessions/dev/scrollback?offset=0&limit=1&format=plain');
    expect(back.json).toMatchObject({ lines: ['$ hello'], total_lines: 24, offset: 0 });
    expect((await server.http('PATCH', '/sessions/dev', { name: 'prod' })).json.name).toBe('prod');
    expect((await server.http('GET', '/sessions/prod')).json).toMatchObject({ command: prompt });
    expect((await server.http('DELETE', '/sessions/prod')).status).toBe(204);
    expect((await server.http('GET', '/sessions')).json).toEqual([]);
  });

  it('a session is resized together with a rename, if that is granted', async () => {
    const server = await withSession();
    const { status, json } = await server.http('PATCH', '/sessions/dev', { rows: 30, cols: 100 });
    expect([status, json]).toMatchObject([200, { name: 'dev', rows: 30, cols: 100 }]);
    expect((await server.http('PATCH', '/sessions/dev', { cols: 90, name: 'prod' })).json).toMatchObject({
      name: 'prod',
      rows: 30,
      cols: 90,
    });
    const grants = new Set(['session.spawn', 'screen.read'] as const);
    const other = await running({ server: { grants } });
    await (await other.connect()).session('dev', prompt, '$');
    expect((await other.http('PATCH', '/sessions/dev', { rows: 30 })).status).toBe(403);
  });

  it('the only session needs no name', async () => {
    const server = await withSession();
    expect((await server.http('GET', '/screen?format=plain')).json.lines[0]).toBe('$');
    expect((await server.http('GET', '/input/mode')).json).toEqual({ mode: 'passthrough' });
    expect((await server.http('POST', '/input/capture')).status).toBe(204);
    expect((await server.http('GET', '/input/mode')).json).toEqual({ mode: 'capture' });
    expect((await server.http('POST', '/input/release')).status).toBe(204);
  });

  it('overlays, panels and the focus are supported', async () => {
    const server = await withSession();
    const made = await server.http('POST', '/sessions/dev/overlay', {
      x: 0,
      y: 0,
      focusable: true,
      spans: [{ text: 'a' }],
    });
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect((await server.http('PATCH', `/sessions/dev/overlay/${id}`, { x: 3 })).status).toBe(204);
    expect((await server.http('GET', `/sessions/dev/overlay/${id}`)).json).toMatchObject({ id, x: 3 });
    expect((await server.http('POST', '/sessions/dev/focus', { id })).status).toBe(204);
    expect((await server.http('GET', '/sessions/dev/focus')).json).toEqual({ focused: id });
    expect((await server.http('DELETE', `/sessions/dev/overlay/${id}`)).status).toBe(204);
    await server.http('POST', '/sessions/dev/panel', { position: 'top', height: 2 });
    expect((await server.http('GET', '/sessions/dev/screen')).json.rows).toBe(22);
  });

  it.each([
    ['GET', '/sessions/none/screen', undefined, 404, 'session_not_found'],
    ['GET', '/screen', undefined, 404, 'session_not_found'],
    ['GET', '/nothing', undefined, 404, 'not_found'],
    ['PUT', '/sessions', undefined, 405, 'method_not_allowed'],
    ['POST', '/sessions', { rows: -1 }, 400, 'invalid_request'],
    ['POST', '/sessions', [], 400, 'invalid_request'],
    ['POST', '/sessions', 'name=x', 415, 'invalid_request'],
  ])('%s %s with %j is %i %s', async (verb, path, body, status, code) => {
    const server = await running();
    expect(await server.http(verb, path, body)).toMatchObject({ status, json: { error: { code } } });
  });

  it.each([
    ['GET', '/sessions/dev/overlay/none', undefined, 404, 'overlay_not_found'],
    ['DELETE', '/sessions/dev/panel/none', undefined, 404, 'panel_not_found'],
    ['GET', '/sessions/dev/quiesce?timeout_ms=100000&max_wait_ms=1', undefined, 408, 'quiesce_timeout'],
    ['GET', '/sessions/dev/idle?timeout_ms=100000&max_wait_ms=1', undefined, 408, 'idle_timeout'],
    ['POST', '/sessions', { name: 'dev' }, 409, 'session_name_conflict'],
    ['POST', '/sessions/dev/screen_mode/exit_alt', undefined, 409, 'not_in_alt_screen'],
  ])('of a session, %s %s with %j is %i %s', async (verb, path, body, status, code) => {
    const server = await withSession();
    expect(await server.http(verb, path, body)).toMatchObject({ status, json: { error: { code } } });
  });

  it('a pending wait gets its reply before the server ends', async () => {
    const server = await withSession();
    const waits = server.http('GET', '/sessions/dev/idle?timeout_ms=100000');
    await server.http('GET', '/health');
    await server.close();
    expect(await waits).toMatchObject({ status: 503, json: { error: { code: expect.any(String) } } });
  });

  it('reports the methods of a path', async () => {
    const server = await running();
    const said = async (path: string) => (await server.http('PUT', path)).json.error.message;
    expect(await said('/input')).toBe('expected: POST');
    expect(await said('/screen')).toBe('expected: GET, HEAD');
    expect(await said('/ws/json')).toBe('expected: a WebSocket');
  });

  it('describes the server', async () => {
    const server = await running();
    expect((await server.http('GET', '/health')).json).toEqual({ status: 'ok' });
    expect((await server.http('GET', '/server/info')).json).toMatchObject({
      hostname: expect.any(String),
      server_id: expect.any(String),
    });
    expect((await server.http('GET', '/servers')).json).toEqual([]);
    expect((await server.http('PUT', '/server/persist', { persistent: true })).json).toEqual({
      persistent: true,
    });
  });

  it('every endpoint has a method', () => {
    for (const { method } of httpEndpoints) expect([...wsh.methods.keys()]).toContain(method);
  });

  it('a body has a size limit', async () => {
    const server = await withSession();
    expect((await server.http('POST', '/input', 'x'.repeat(limits.frameBytes + 1))).status).toBe(413);
  });

  it('redacts its replies', async () => {
    const server = await running();
    const secret = `ghp_${'a'.repeat(36)}`;
    await server.http('POST', '/sessions', { name: 'dev', command: `echo ${secret}; exec cat` });
    const { text } = await server.http('GET', '/sessions/dev/quiesce?timeout_ms=100');
    expect(text).not.toContain(secret);
  });
});

describe('access', () => {
  const token = 'a-token-that-is-long-enough';

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
  ])('is refused for %j', async (headers, status) => {
    const server = await withSession();
    const refused = { status, json: { error: { code: 'origin_not_allowed' } } };
    expect(await server.http('GET', '/sessions', undefined, headers)).toMatchObject(refused);
    expect(await server.http('POST', '/input', 'rm\n', headers)).toMatchObject(refused);
  });

  it('is granted with the token, if one is set', async () => {
    const server = await running({ token });
    const bearer = { authorization: `Bearer ${token}` };
    expect(await server.http('GET', '/sessions')).toMatchObject({
      status: 401,
      json: { error: { code: 'auth_required' } },
    });
    expect(await server.http('GET', '/sessions', undefined, { authorization: 'Bearer x' })).toMatchObject({
      status: 403,
      json: { error: { code: 'auth_invalid' } },
    });
    expect((await server.http('GET', '/sessions', undefined, bearer)).json).toEqual([]);
    expect((await server.http('GET', '/health')).status).toBe(200);
    const { ticket } = (await server.http('POST', '/auth/ws-ticket', undefined, bearer)).json;
    const client = await server.connect(`/ws/json?ticket=${ticket}`);
    expect(await client.call('list_sessions')).toEqual([]);
  });
});
