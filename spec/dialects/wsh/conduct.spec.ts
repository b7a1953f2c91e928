/** wsh replies: the envelope, sessions, and both kinds of connection. */
import { describe, expect, it } from 'vitest';
import { compileMatcher } from '#matchers/compile.ts';
import { wshServers } from './running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

describe('the envelope', () => {
  it('sends `connected` first', async () => {
    const client = await (await running()).connect();
    expect(client.messages).toEqual([{ connected: true }]);
  });

  it.each([1, 'a', null, 1.5, true, [1], { a: 1 }])('returns the id %j', async (id) => {
    const client = await (await running()).connect();
    const answer = await client.say({ id, method: 'list_sessions' }, (it) => 'id' in it);
    expect(answer).toEqual({ id, method: 'list_sessions', result: [] });
  });

  it('replies without an id to a request without one', async () => {
    const client = await (await running()).connect();
    const answer = await client.say({ method: 'list_sessions' }, (it) => it.method);
    expect(answer).toEqual({ method: 'list_sessions', result: [] });
  });

  it.each(['{', '[]', '1', '""', '{}', '{"id":1}', '{"id":1,"method":5}', ' '])(
    'refuses %s without an id and a method',
    async (text) => {
      const client = await (await running()).connect();
      const answer = await client.say(text, (it) => it.error);
      expect(answer).toEqual({
        error: { code: 'invalid_request', message: "Invalid JSON or missing 'method' field." },
      });
    },
  );

  it('reports the error, and nothing else', async () => {
    const client = await (await running()).connect();
    expect(await client.ask('nothing_like_it')).toEqual({
      id: 'ask 1',
      method: 'nothing_like_it',
      error: { code: 'unknown_method', message: "Unknown method 'nothing_like_it'." },
    });
    expect(await client.ask('get_screen', { format: 'html' })).toMatchObject({
      id: 'ask 2',
      error: { code: 'invalid_request', message: expect.stringMatching(/^format: .*plain \| styled/) },
    });
  });
});

describe('sessions', () => {
  it('redacts the command of a session', async () => {
    const client = await (await running()).connect();
    await client.call('create_session', { name: 'dev', command: 'cat # app --password dragon' });
    expect(await client.call('list_sessions')).toMatchObject([
      { command: 'cat # app --password [REDACTED]' },
    ]);
  });

  it('are created, listed, renamed, tagged and killed, and all clients are notified', async () => {
    const server = await running();
    const [one, other] = [await server.connect(), await server.connect()];
    const created = await one.call('create_session', { name: 'dev', command: prompt, tags: ['a'] });
    expect(created).toMatchObject({
      name: 'dev',
      command: prompt,
      rows: 24,
      cols: 80,
      clients: 0,
      tags: ['a'],
    });
    expect(await other.call('list_sessions')).toMatchObject([{ name: 'dev', pid: created.pid }]);
    expect(await one.call('rename_session', { name: 'dev', new_name: 'prod' })).toEqual({ name: 'prod' });
    await one.call('update_tags', { name: 'prod', add: ['b'], remove: ['a'] });
    expect(await one.call('kill_session', { name: 'prod' })).toEqual({});
    await other.event('session_destroyed');
    expect(other.messages.filter(({ event }) => event)).toEqual([
      { event: 'session_created', params: { name: 'dev' } },
      { event: 'session_renamed', params: { old_name: 'dev', new_name: 'prod' } },
      { event: 'session_tags_changed', params: { name: 'prod', added: ['b'], removed: ['a'] } },
      { event: 'session_destroyed', params: { name: 'prod' } },
    ]);
    await one.event('session_destroyed');
    const kinds = one.messages.map(({ event, method }) => event ?? method).slice(-2);
    expect(kinds).toEqual(['kill_session', 'session_destroyed']);
    expect(await one.call('list_sessions')).toEqual([]);
  });

  it('end with their program, and their name is free', async () => {
    const client = await (await running()).connect();
    await client.session('dev', 'read line');
    await client.call('send_input', { data: '\n' }, 'dev');
    await client.event('session_destroyed', ({ params }) => params.name === 'dev');
    expect(await client.code('get_screen', {}, 'dev')).toBe('session_not_found');
    await client.session('dev', prompt, '$');
  });

  it('end waits of other dialects when they end', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'read line; exit 3');
    const session = server.server.world.sessions.get('dev');
    const probe = compileMatcher({ type: 'process_exited', value: null });
    const { result: ended } = session.wait(probe, { timeoutMs: 60_000 });
    await client.call('send_input', { data: '\n' }, 'dev');
    expect((await ended).hit).toMatchObject({ kind: 'process_exited' });
  });

  it('refuse a name in use', async () => {
    const client = await (await running()).connect();
    await client.session('dev', prompt);
    await client.session('prod', prompt);
    expect(await client.code('create_session', { name: 'dev', command: prompt })).toBe(
      'session_name_conflict',
    );
    expect(await client.code('rename_session', { name: 'dev', new_name: 'prod' })).toBe(
      'session_name_conflict',
    );
    expect(await client.code('update_session', { name: 'dev', new_name: 'prod' })).toBe(
      'session_name_conflict',
    );
    expect(await client.code('rename_session', { name: 'none', new_name: 'x' })).toBe('session_not_found');
  });

  it.each(['', 'a b', 'a/b', '\u001b[2J', 'x'.repeat(65), 's1'])('are not called %j', async (name) => {
    const client = await (await running()).connect();
    await client.session('dev', prompt);
    expect(await client.code('create_session', { name, command: prompt })).toMatch(
      /^invalid_request|session_name_conflict$/,
    );
    expect(await client.code('update_session', { name: name }, 'dev')).toMatch(
      /^invalid_request|session_name_conflict$/,
    );
    expect(await client.call('list_sessions')).toMatchObject([{ name: 'dev' }]);
  });

  it('are renamed and tagged as a page does it', async () => {
    const client = await (await running()).connect();
    await client.session('dev', prompt);
    const change = { name: 'dev', new_name: 'prod', tags: { add: ['a', 'b'], remove: ['c'] } };
    expect(await client.call('update_session', change)).toMatchObject({ name: 'prod', tags: ['a', 'b'] });
    expect(await client.call('update_session', { name: 'prod', tags: ['c'] })).toMatchObject({
      name: 'prod',
      tags: ['c'],
    });
    expect(await client.call('update_session', { add_tags: ['d'] }, 'prod')).toMatchObject({
      tags: ['c', 'd'],
    });
    expect(await client.call('get_session', { name: 'prod' })).toMatchObject({ tags: ['c', 'd'] });
  });

  it('need no name if there is only one', async () => {
    const client = await (await running()).connect();
    expect(await client.code('get_screen')).toBe('session_not_found');
    await client.session('dev', prompt, '$');
    expect((await client.call('get_screen', { format: 'plain' })).lines[0]).toBe('$');
    await client.session('other', prompt);
    expect(await client.code('get_screen')).toBe('invalid_request');
  });

  it('have connections that end with them', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', prompt, '$');
    await client.session('other', prompt);
    const own = await server.connect('/sessions/dev/ws/json');
    expect((await own.call('get_screen', { format: 'plain' })).lines[0]).toBe('$');
    expect(await client.call('list_sessions')).toMatchObject([{ clients: 1 }, { clients: 0 }]);
    await client.call('kill_session', { name: 'dev' });
    expect(await own.closed).toEqual({ code: 1000, reason: 'session ended' });
    expect(own.events('session_destroyed')).toEqual([]);
  });

  it('end with the server, and report that', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', prompt);
    await server.server.close();
    expect(await client.closed).toEqual({ code: 1000, reason: 'server shutting down' });
  });

  it('that are the last end the listener, if configured', async () => {
    const server = await running();
    const client = await server.connect();
    expect(await client.call('set_server_mode', { persistent: false })).toEqual({ persistent: false });
    expect(await client.call('get_server_mode')).toEqual({ persistent: false });
    await client.session('dev', prompt);
    await client.call('kill_session', { name: 'dev' });
    await server.ended;
    expect(await client.closed).toEqual({ code: 1000, reason: 'server shutting down' });
  });

  it('disconnect all clients when they are detached', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'exec cat');
    await client.call('subscribe', { events: ['lines'] }, 'dev');
    const own = await server.connect('/sessions/dev/ws/json');
    const other = await server.connect('/sessions/dev/ws/json');
    expect(await client.call('list_sessions')).toMatchObject([{ clients: 3 }]);
    expect(await own.call('detach_session', { name: 'dev' })).toEqual({});
    expect(await own.closed).toEqual({ code: 1000, reason: 'detached' });
    expect(await other.closed).toEqual({ code: 1000, reason: 'detached' });
    expect(await client.call('list_sessions')).toMatchObject([{ name: 'dev', clients: 0 }]);
    const told = client.events('line').length;
    await client.call('send_input', { data: 'x\n' }, 'dev');
    await client.shows('dev', 'x');
    expect(client.events('line').length).toBe(told);
  });
});

describe('invalid layers', () => {
  it.each(['create_panel', 'patch_panel', 'update_panel'])(
    '%s refuses more rows than the terminal has',
    async (method) => {
      const client = await (await running()).connect();
      await client.session('dev', 'exec cat');
      const { id } = await client.call('create_panel', { position: 'top', height: 1 });
      const params = { id, position: 'top', height: 24, z: 1, spans: [] };
      expect((await client.ask(method, params)).error).toEqual({
        code: 'invalid_request',
        message: 'height: the terminal has 24 rows, and the program keeps one: at most 23',
      });
      expect(await client.call('list_panels')).toMatchObject([{ id, height: 1, visible: true }]);
      expect(await client.code(method, { ...params, height: 23 })).toBeUndefined();
    },
  );

  it.each(['overlay', 'panel'])('spans of an %s are changed by their ids', async (kind) => {
    const client = await (await running()).connect();
    await client.session('dev', 'exec cat');
    const made = { x: 0, y: 0, position: 'top', height: 1, spans: [{ id: 'a', text: 'x' }] };
    const { id } = await client.call(`create_${kind}`, made);
    const { error } = await client.ask(`update_${kind}_spans`, { id, spans: [{ text: 'y' }] });
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^spans\.0\.id: /),
    });
    await client.call(`update_${kind}_spans`, { id, spans: [{ id: 'a', text: 'y' }] });
    expect(await client.call(`get_${kind}`, { id })).toMatchObject({ spans: [{ id: 'a', text: 'y' }] });
  });
});

it('colors of overlays and panels may be CSS or native names', async () => {
  const client = await (await running()).connect();
  await client.session('dev', 'exec cat');
  const spans = [{ text: 'x', fg: '#1A2b3c', bg: '#000000' }];
  const { id } = await client.call('create_overlay', { x: 0, y: 0, spans, background: { bg: '#ff8000' } });
  expect(await client.call('get_overlay', { id })).toMatchObject({
    background: { r: 255, g: 128, b: 0 },
    spans: [{ text: 'x', fg: { r: 0x1a, g: 0x2b, b: 0x3c }, bg: { r: 0, g: 0, b: 0 } }],
  });
  const { error } = await client.ask('create_overlay', { x: 0, y: 0, spans: [{ text: 'x', fg: '#fff' }] });
  expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^spans\.0\.fg: /) });
});

describe('an error', () => {
  it('names the session as clients do', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'exec cat');
    server.server.world.sessions.get('dev').inputLock.capture({}, { from: 'everyone', name: 'ada' });
    const message = "ada holds the input lock of 'dev'.";
    for (const method of ['send_input', 'capture_input'])
      expect((await client.ask(method, { data: 'x' })).error).toEqual({ code: 'input_held', message });
  });

  it.each([
    ['subscribe', { events: ['lnes'] }, /^events\.0: .*lines \| cursor \| mode/],
    ['send_input', { data: 'x', encoding: 'hex' }, /^encoding: .*utf8 \| base64/],
    ['create_panel', { position: 'left', height: 1 }, /^position: .*top \| bottom/],
    [
      'create_overlay',
      { x: 0, y: 0, spans: [{ text: 'x', fg: 'mauve' }] },
      /^spans\.0\.fg: .*black \| red .*object/,
    ],
  ])('lists what %s accepts in place of %j', async (method, params, message) => {
    const client = await (await running()).connect();
    await client.session('dev', 'exec cat');
    expect((await client.ask(method, params)).error.message).toMatch(message);
  });
});

describe('a session', () => {
  it.each(['s7', '.', '..', 'a b'])('cannot have the name %j, and the error says why', async (name) => {
    const client = await (await running()).connect();
    await client.session('dev', 'exec cat');
    const why = /^(?:new_)?name: .*(?:letters, digits|reserved)/;
    const refused = { code: 'invalid_request', message: expect.stringMatching(why) };
    expect((await client.ask('create_session', { name, command: 'cat' })).error).toMatchObject(refused);
    expect((await client.ask('rename_session', { name: 'dev', new_name: name })).error).toMatchObject(
      refused,
    );
  });

  it.each([
    ['no-such-program-here', 'no-such-program-here'],
    ['  exec no-such-program-here --flag "a b"', 'no-such-program-here'],
    ['./not-there', 'not-there'],
    ['/no/such/file', '/no/such/file'],
  ])('of %j is refused at once', async (command, told) => {
    const client = await (await running()).connect();
    const { error } = await client.ask('create_session', { name: 'dev', command });
    expect(error).toMatchObject({ code: 'session_create_failed', message: expect.stringContaining(told) });
    expect(await client.call('list_sessions')).toEqual([]);
  });

  it.each([
    'cd / && exec cat',
    'read -r x',
    'no-such-program-here; exec cat',
    'A=1 cat',
    'exec cat',
    '"cat"',
  ])('of %j is created', async (command) => {
    const client = await (await running()).connect();
    expect(await client.call('create_session', { name: 'dev', command })).toMatchObject({ name: 'dev' });
  });

  it('finds its program in its own folder and PATH', async () => {
    const client = await (await running()).connect();
    const folder = new URL('../../programs', import.meta.url).pathname;
    const asked = { name: 'dev', command: 'sh ./asks-name.sh', cwd: folder };
    expect(await client.call('create_session', asked)).toMatchObject({ name: 'dev' });
    const elsewhere = { name: 'other', command: 'cat', env: { PATH: folder } };
    expect(await client.code('create_session', elsewhere)).toBe('session_create_failed');
  });
});
