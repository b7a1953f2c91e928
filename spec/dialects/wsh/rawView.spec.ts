/** The plain stream: what a person sees of a session, and what they type. */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type RunningOptions, type Wsh, wshServer } from './running.ts';

const open: Wsh[] = [];

async function running(options?: RunningOptions): Promise<Wsh> {
  const server = await wshServer(options);
  open.push(server);
  return server;
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

class Stream {
  readonly socket: WebSocket;
  readonly closed: Promise<readonly [number, string]>;
  text = '';
  readonly #hoping = new Set<() => void>();

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.closed = once(this.socket, 'close').then(([code, why]) => [code as number, String(why)]);
    this.socket.on('message', (data, isBinary) => {
      if (!isBinary) throw new Error('a text frame came');
      this.text += String(data);
      for (const look of [...this.#hoping]) look();
    });
  }

  shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.text.includes(text)) return;
        this.#hoping.delete(look);
        resolve();
      };
      this.#hoping.add(look);
      look();
    });
  }
}

const streamOf = (server: Wsh, path = '/sessions/dev/ws/raw') => new Stream(`${server.url}${path}`);

describe('a plain stream', () => {
  it.each(['/sessions/dev/ws/raw', '/ws/raw'])('%s shows the screen, and types', async (path) => {
    const server = await running();
    await (await server.connect()).session(
      'dev',
      'printf \'name? \'; read -r n; printf "hello $n"; exec cat',
      'name?',
    );
    const stream = streamOf(server, path);
    await stream.shows('name?');
    stream.socket.send('ada');
    stream.socket.send(Buffer.from('\r'));
    await stream.shows('hello ada');
  });

  it('hides secrets', async () => {
    const server = await running();
    const secret = `ghp_${'a'.repeat(36)}`;
    await (await server.connect()).session('dev', `echo ${secret}; printf done; exec cat`, 'done');
    const stream = streamOf(server);
    await stream.shows('done');
    expect(stream.text).not.toContain(secret);
  });

  it('is the output itself, where the server shows people what is raw', async () => {
    const server = await running({ server: { rawView: true } });
    const draws = 'stty -echo; printf ready; while read -r line; do printf "$line"; done';
    await (await server.connect()).session('dev', draws, 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send('\\033]9;told\\007\\033[5mx\\033[m\r');
    await stream.shows('\x1b]9;told\x07\x1b[5mx\x1b[m');
  });

  it('is told to those who follow the input, and captured', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'stty raw -echo; exec cat', '');
    await client.call('subscribe', { events: ['input'] }, 'dev');
    const stream = streamOf(server);
    await once(stream.socket, 'open');
    stream.socket.send('\x1b[A');
    expect(await client.event('input')).toMatchObject({ mode: 'passthrough', raw: [27, 91, 65] });
    await client.call('capture_input', {}, 'dev');
    stream.socket.send('\x03');
    const captured = await client.event('input', ({ mode }) => mode === 'capture');
    expect(captured.parsed).toEqual({ key: 'c', modifiers: ['ctrl'] });
    await client.call('release_input', {}, 'dev');
    expect(client.events('mode').map(({ mode }) => mode as string)).toEqual(['capture', 'passthrough']);
  });

  it('tells nobody what is typed at a question for a secret', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', "printf 'Password: '; read -r x; printf 'name? '; exec cat", 'Password:');
    await client.call('subscribe', { events: ['input'] }, 'dev');
    const stream = streamOf(server);
    await once(stream.socket, 'open');
    stream.socket.send('hunter2\r');
    await stream.shows('name?');
    stream.socket.send('ada');
    await client.event('input', ({ parsed }) => parsed?.key === 'd');
    const keys = client.events('input').map(({ parsed }) => parsed?.key as string | undefined);
    expect(keys.slice(0, 9)).toEqual([...Array(8).fill(undefined), 'a']);
  });

  it('gives way to who holds the input, and capture ends with its connection', async () => {
    const server = await running();
    const [client, other] = [await server.connect(), await server.connect()];
    await client.session('dev', 'exec cat');
    const session = server.server.world.sessions.get('dev');
    const holder = {};
    session.holding.capture(holder, { from: 'everyone' });
    expect(await client.code('send_input', { data: 'x' }, 'dev')).toBe('input_held');
    expect(await client.code('capture_input', {}, 'dev')).toBe('input_held');
    expect(await client.call('release_input', {}, 'dev')).toEqual({});
    expect(await client.call('get_input_mode', {}, 'dev')).toEqual({ mode: 'capture' });
    session.holding.release(holder);
    await client.call('subscribe', { events: ['input'] }, 'dev');
    await other.call('capture_input', {}, 'dev');
    expect(await client.call('send_input', { data: 'x' }, 'dev')).toEqual({});
    other.socket.close();
    await client.event('mode', ({ mode }) => mode === 'passthrough');
  });

  it('is read only, and says nothing of input, where the server grants no input', async () => {
    const grants = new Set(['screen.read', 'session.spawn'] as const);
    const server = await running({ server: { grants } });
    const client = await server.connect();
    await client.session('dev', 'printf ready; exec cat', 'ready');
    expect(await client.code('subscribe', { events: ['input'] }, 'dev')).toBe('permission_denied');
    expect(await client.code('send_input', { data: 'x' }, 'dev')).toBe('permission_denied');
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send('typed\r');
    expect(await client.code('kill_session', { name: 'dev' })).toBe('permission_denied');
    expect((await client.call('get_screen', { format: 'plain' }, 'dev')).lines[0]).toBe('ready');
  });

  it('is closed when it is detached, when its session ends, and when the server does', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'exec cat');
    await client.session('other', 'exec cat');
    const [detached, ended, left] = [
      streamOf(server),
      streamOf(server, '/sessions/other/ws/raw'),
      streamOf(server),
    ];
    await Promise.all([detached, ended, left].map(({ socket }) => once(socket, 'open')));
    await client.call('kill_session', { name: 'other' });
    expect(await ended.closed).toEqual([1000, 'session ended']);
    await client.call('detach_session', { name: 'dev' });
    expect(await detached.closed).toEqual([1000, 'session ended']);
    expect(await left.closed).toEqual([1000, 'session ended']);
    const last = streamOf(server);
    await once(last.socket, 'open');
    await server.close();
    expect(await last.closed).toEqual([1000, 'server shutting down']);
  });

  it('leads nowhere without a session', async () => {
    const server = await running();
    const refused = new WebSocket(`${server.url}/sessions/none/ws/raw`);
    refused.on('error', () => {});
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
  });
});
