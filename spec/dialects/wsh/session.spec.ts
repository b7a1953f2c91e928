/** Sessions of wsh: names, tags, folders, and what ends with them. */
import { describe, expect, it } from 'vitest';
import { compileMatcher } from '#matchers/compile.ts';
import { wshServers } from './running.ts';

const running = wshServers();

const prompt = "printf '$ '; exec cat";

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
    const received = client.events('line').length;
    await client.call('send_input', { data: 'x\n' }, 'dev');
    await client.shows('dev', 'x');
    expect(client.events('line').length).toBe(received);
  });
});

describe('a session', () => {
  it.each(['s7', '.', '..', 'a b'])('cannot have the name %j, with the reason in the error', async (name) => {
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
  ])('of %j is refused at once', async (command, received) => {
    const client = await (await running()).connect();
    const { error } = await client.ask('create_session', { name: 'dev', command });
    expect(error).toMatchObject({
      code: 'session_create_failed',
      message: expect.stringContaining(received),
    });
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
    const requested = { name: 'dev', command: 'sh ./asks-name.sh', cwd: folder };
    expect(await client.call('create_session', requested)).toMatchObject({ name: 'dev' });
    const elsewhere = { name: 'other', command: 'cat', env: { PATH: folder } };
    expect(await client.code('create_session', elsewhere)).toBe('session_create_failed');
  });
});
