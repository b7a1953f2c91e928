/** The plain stream: redacted program output, and typed input. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { Expectations } from '../../harness/expectations.ts';
import { type Wsh, wshServers } from './running.ts';

const running = wshServers();

class Stream {
  readonly socket: WebSocket;
  readonly closed: Promise<readonly [number, string]>;
  text = '';
  bytes = Buffer.alloc(0);
  readonly #expectations = new Expectations();

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.closed = once(this.socket, 'close').then(([code, why]) => [code as number, String(why)]);
    this.socket.on('message', (data, isBinary) => {
      if (!isBinary) throw new Error('a text frame came');
      this.text += String(data);
      this.bytes = Buffer.concat([this.bytes, data as Buffer]);
      this.#expectations.check();
    });
  }

  shows(text: string): Promise<void> {
    return this.#expectations.until(() => this.text.includes(text));
  }
}

/** Acknowledges no write until `takeAll` is called. */
class SlowReader extends Duplex {
  closeReason = () => '';
  text = '';
  #taken: (() => void) | undefined;
  #takes = false;
  #hoping: (() => void) | undefined;

  has(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#hoping = () => this.text.includes(text) && resolve();
      this.#hoping();
    });
  }

  takeAll(): void {
    this.#takes = true;
    this.#taken?.();
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.text += String(bytes);
    if (this.#takes) taken();
    else this.#taken = taken;
    this.#hoping?.();
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

  it('redacts secrets', async () => {
    const server = await running();
    const secret = `ghp_${'a'.repeat(36)}`;
    await (await server.connect()).session('dev', `echo ${secret}; printf done; exec cat`, 'done');
    const stream = streamOf(server);
    await stream.shows('done');
    expect(stream.text).not.toContain(secret);
  });

  it('contains all output, in order, with invisible sequences', async () => {
    const server = await running();
    const client = await server.connect();
    const received = String.raw`\033]0;named\007\033]52;c;aGk=\007`;
    await client.session(
      'dev',
      `printf ready; read -r x; seq 1 3000; printf '${received}done'; exec cat`,
      'ready',
    );
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send('\r');
    await stream.shows('done');
    const numbers = stream.text
      .split('\r\n')
      .map(Number)
      .filter((number) => number > 0);
    expect(numbers).toEqual(Array.from({ length: 3000 }, (_, at) => at + 1));
    expect(stream.text).toContain('\x1b]0;named\x07\x1b]52;c;aGk=\x07');
  });

  it('redacts secrets that arrive in parts', async () => {
    const server = await running();
    const client = await server.connect();
    const key =
      "printf ready; read -r x; printf ghp_aaaa; read -r x; printf '%032d' 0; printf ' done'; exec cat";
    await client.session('dev', `stty -echo; ${key}`, 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send('\r');
    stream.socket.send('\r');
    await stream.shows('done');
    expect(stream.text).not.toContain('0000');
  });

  it('is redrawn for a client that missed output', async () => {
    const server = await running();
    const client = await server.connect();
    const { world } = server.server;
    const writes = 'stty -echo; printf ready; read -r x; seq 1 100000; printf done; exec cat';
    await client.session('dev', writes, 'ready');
    const slow = new SlowReader();
    new RawView(
      new WshServerContext(world, { shipped: false, hostname: 'here' }),
      world.sessions.get('dev'),
      slow,
    );
    await client.call('send_input', { data: '\n' }, 'dev');
    await client.shows('dev', 'done');
    slow.takeAll();
    await slow.has('done');
    const again = slow.text.lastIndexOf('\x1b[2J');
    expect(slow.text.slice(0, again)).toContain('ready');
    expect(slow.text.slice(again)).toMatch(/99999.*100000.*done/s);
    expect(slow.text.length).toBeLessThan(200_000);
  });

  it('echoes input before a word has ended', async () => {
    const server = await running();
    await (await server.connect()).session('dev', 'printf ready; exec cat', 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    const painted = stream.text;
    for (const letters of ['a', 'ab', 'abc']) {
      stream.socket.send(letters.at(-1)!);
      await stream.shows(letters);
    }
    expect(stream.text).toBe(`${painted}abc`);
  });

  it('wraps long lines after a redraw, and uses the active screen', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', "printf '\\033[?1049hready'; exec cat", 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    expect(stream.text.lastIndexOf('\x1b[?7h')).toBeGreaterThan(stream.text.lastIndexOf('\x1b[?7l'));
    expect(stream.text).toContain('\x1b[?1049h');
  });

  it('contains no overlay', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'printf ready; exec cat', 'ready');
    await client.call('create_overlay', { x: 0, y: 3, spans: [{ text: 'over it' }] }, 'dev');
    const stream = streamOf(server);
    await stream.shows('ready');
    expect(stream.text).not.toContain('over it');
  });

  it('passes invalid UTF-8 to the program unchanged', async () => {
    const server = await running();
    const client = await server.connect();
    const reads = 'stty raw -echo; printf ready; head -c 4 | od -An -tx1; exec cat';
    await client.session('dev', reads, 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send(Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    await stream.shows('ff fe 00 80');
  });

  it('reports a paste in a few events', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'stty raw -echo; printf ready; exec cat > /dev/null', 'ready');
    await client.call('subscribe', { events: ['input'] }, 'dev');
    const stream = streamOf(server);
    await stream.shows('ready');
    const pasted = 'a word '.repeat(10_000);
    stream.socket.send(pasted);
    const raw = () => client.events('input').flatMap(({ raw }) => raw as number[]);
    await client.until(() => raw().length >= pasted.length);
    expect(Buffer.from(raw()).toString()).toBe(pasted);
    expect(client.events('input').length).toBeLessThan(100);
    expect(client.events('input')[0]).toMatchObject({ mode: 'passthrough', parsed: null });
  });

  it('is the raw output if the server allows raw viewers', async () => {
    const server = await running({ server: { rawView: true } });
    const draws = 'stty -echo; printf ready; while read -r line; do printf "$line"; done';
    await (await server.connect()).session('dev', draws, 'ready');
    const stream = streamOf(server);
    await stream.shows('ready');
    stream.socket.send('\\033]9;told\\007\\033[5mx\\033[m\r');
    await stream.shows('\x1b]9;told\x07\x1b[5mx\x1b[m');
  });

  it('is then byte-exact, from the middle of a character on', async () => {
    const server = await running({ server: { rawView: true } });
    const draws =
      "stty raw -echo; printf 'ready\\303'; read -r x; printf '\\251\\377\\376\\200\\360\\237end'";
    await (await server.connect()).session('dev', `${draws}; exec cat`, 'ready');
    const [stream, other] = [streamOf(server), streamOf(server)];
    await Promise.all([stream, other].map((one) => one.shows('ready')));
    stream.socket.send('\n');
    for (const one of [stream, other]) {
      await one.shows('end');
      expect(one.bytes.subarray(one.bytes.indexOf('ready')).toString('latin1')).toMatch(
        /\xc3\xa9\xff\xfe\x80\xf0\x9fend$/,
      );
    }
  });

  it('is reported to subscribers of input, and captured', async () => {
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

  it('reports no input at a password prompt', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', "printf 'Password: '; read -r x; printf 'name? '; exec cat", 'Password:');
    await client.call('subscribe', { events: ['input'] }, 'dev');
    const stream = streamOf(server);
    await once(stream.socket, 'open');
    stream.socket.send('hunter2\r');
    await stream.shows('name?');
    stream.socket.send('ada');
    const raw = () => Buffer.from(client.events('input').flatMap(({ raw }) => raw as number[]));
    await client.until(() => raw().length >= 3);
    expect(String(raw())).toBe('ada');
    expect(client.events('input').slice(0, 2)).toMatchObject([{ parsed: null }, { parsed: null }]);
  });

  it('yields to the holder of the input lock, and capture ends with its connection', async () => {
    const server = await running();
    const [client, other] = [await server.connect(), await server.connect()];
    await client.session('dev', 'exec cat');
    const session = server.server.world.sessions.get('dev');
    const holder = {};
    session.inputLock.capture(holder, { from: 'everyone' });
    expect(await client.code('send_input', { data: 'x' }, 'dev')).toBe('input_held');
    expect(await client.code('capture_input', {}, 'dev')).toBe('input_held');
    expect(await client.call('release_input', {}, 'dev')).toEqual({});
    expect(await client.call('get_input_mode', {}, 'dev')).toEqual({ mode: 'capture' });
    session.inputLock.release(holder);
    await client.call('subscribe', { events: ['input'] }, 'dev');
    await other.call('capture_input', {}, 'dev');
    expect(await client.call('send_input', { data: 'x' }, 'dev')).toEqual({});
    other.socket.close();
    await client.event('mode', ({ mode }) => mode === 'passthrough');
  });

  it('is read-only if the server does not grant input', async () => {
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

  it('is closed when it is detached, when its session ends, and when the server ends', async () => {
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
    expect(await detached.closed).toEqual([1000, 'detached']);
    expect(await left.closed).toEqual([1000, 'detached']);
    const last = streamOf(server);
    await once(last.socket, 'open');
    await server.close();
    expect(await last.closed).toEqual([1000, 'server shutting down']);
  });

  it('requires a session', async () => {
    const server = await running();
    const refused = new WebSocket(`${server.url}/sessions/none/ws/raw`);
    refused.on('error', () => {});
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
  });

  it.each([
    [[], 'the server has no sessions: create one, then open /sessions/NAME/ws/raw'],
    [['dev', 'other'], 'the server has 2 sessions: open /sessions/NAME/ws/raw'],
  ])('without a session name is refused with the path to open: %j', async (names, why) => {
    const server = await running();
    const client = await server.connect();
    for (const name of names) await client.session(name, 'exec cat');
    const refused = new WebSocket(`${server.url}/ws/raw`);
    refused.on('error', () => {});
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
    let body = '';
    for await (const piece of response.setEncoding('utf8')) body += piece as string;
    expect(response.statusCode).toBe(404);
    expect(JSON.parse(body)).toEqual({ error: { code: 'session_not_found', message: why } });
  });
});
