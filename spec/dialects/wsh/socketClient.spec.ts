/** The Unix socket of the `wsh` command. The client is written from the description of the frames. */
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  encodeSocketFrame,
  SocketFrameReader,
  type SocketFrameType,
  socketFrameTypes,
} from '#dialects/wsh/socketFrames.ts';
import { serveSocket } from '#server/unixListener.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { inProcessServer } from '../../harness/server.ts';

const { createSession, attachSession, listSessions, killSession, detachSession, manageTags } =
  socketFrameTypes;

/** Collects frames. It shares only the numbers of frame types with ours. */
class Peer {
  readonly socket: Socket;
  readonly frames: { readonly type: number; readonly payload: Buffer }[] = [];
  readonly closed: Promise<void>;
  #rest = Buffer.alloc(0);
  #wake = () => {};

  constructor(path: string) {
    this.socket = createConnection(path);
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    this.socket.on('error', () => {});
    this.socket.on('data', (bytes: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, bytes]);
      while (this.#rest.length >= 5 && this.#rest.length >= 5 + this.#rest.readUInt32BE(1)) {
        const end = 5 + this.#rest.readUInt32BE(1);
        this.frames.push({ type: this.#rest[0]!, payload: this.#rest.subarray(5, end) });
        this.#rest = this.#rest.subarray(end);
      }
      this.#wake();
    });
  }

  send(type: SocketFrameType, content: object | string = ''): this {
    const payload = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    const header = Buffer.alloc(5);
    header[0] = type;
    header.writeUInt32BE(payload.length, 1);
    this.socket.write(Buffer.concat([header, payload]));
    return this;
  }

  async until<T>(find: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        void this.closed.then(() => resolve());
      });
      if (this.socket.destroyed && !find()) throw new Error(`closed after ${this.frames.length} frames`);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: each frame has its own
  async reply(type: SocketFrameType): Promise<any> {
    const { payload } = await this.until(() => this.frames.find((one) => one.type === type));
    return JSON.parse(payload.toString());
  }

  get output(): string {
    const output = this.frames.filter(({ type }) => type === socketFrameTypes.ptyOutput);
    return Buffer.concat(output.map(({ payload }) => payload)).toString();
  }

  shows(text: string): Promise<true> {
    return this.until(() => this.output.includes(text) || undefined) as Promise<true>;
  }
}

async function listening(password?: string) {
  const server = inProcessServer();
  const path = join(freshHome(), 'wsh.sock');
  const speak = await server.loadDialect('wsh');
  const listener = await serveSocket(
    server,
    () => speak({ options: { wire: 'client' }, command: [], password }),
    path,
    'ndjson',
  );
  onTestFinished(async () => {
    await Promise.all([server.close(), listener.close()]);
  });
  return { server, listener, connect: () => new Peer(path) };
}

const dev = { name: 'dev', command: `stty -echo; printf 'ready\\r\\n'; exec cat`, rows: 10, cols: 40 };

describe('requests', () => {
  it('create, list, tag and kill a session, each over a separate connection', async () => {
    const { connect } = await listening();
    const owner = connect().send(createSession, { ...dev, cwd: null, env: null, tags: ['b', 'a'] });
    expect(await owner.reply(socketFrameTypes.createSessionReply)).toMatchObject({
      name: 'dev',
      pid: expect.any(Number),
      rows: 10,
      cols: 40,
      server: expect.any(String),
    });
    await owner.shows('ready');
    const { sessions } = await connect().send(listSessions, {}).reply(socketFrameTypes.listSessionsReply);
    expect(sessions).toMatchObject([{ name: 'dev', tags: ['a', 'b'], rows: 10, clients: 1 }]);
    const tags = connect().send(manageTags, { session: 'dev', add: ['c'], remove: ['a'] });
    expect(await tags.reply(socketFrameTypes.manageTagsReply)).toMatchObject({ tags: ['b', 'c'] });
    const killed = connect().send(killSession, { name: 'dev' });
    expect(await killed.reply(socketFrameTypes.killSessionReply)).toEqual({ name: 'dev' });
    await owner.until(() => owner.frames.some(({ type }) => type === socketFrameTypes.detach));
    await Promise.all([owner.closed, killed.closed]);
  });

  it.each([
    [killSession, { name: 'nobody' }, 'session_not_found'],
    [detachSession, { name: 'nobody' }, 'session_not_found'],
    [attachSession, { name: 'nobody', scrollback: 'none', rows: 5, cols: 5 }, 'session_not_found'],
    [createSession, { ...dev, name: 'a b' }, 'invalid_session_name'],
    [attachSession, { name: 5 }, 'invalid_request'],
    [killSession, 'no JSON', 'invalid_request'],
    [socketFrameTypes.stdinInput, 'x', 'invalid_initial_frame'],
  ] as const)('frame %i %j is refused with a code', async (type, content, code) => {
    const { connect } = await listening();
    const peer = connect().send(type, content);
    expect(await peer.reply(socketFrameTypes.error)).toEqual({ code, message: expect.stringMatching(/./) });
    await peer.closed;
  });

  it('a token is reported if clients need one over HTTP', async () => {
    const request = async (token?: string) =>
      (await listening(token))
        .connect()
        .send(socketFrameTypes.getToken, {})
        .reply(socketFrameTypes.getTokenReply);
    expect(await request('secret-of-the-listener')).toEqual({ token: 'secret-of-the-listener' });
    expect(await request()).toEqual({ token: null });
  });

  it('the server shuts down, and the session continues', async () => {
    const { connect, listener, server } = await listening();
    await connect().send(createSession, dev).shows('ready');
    await connect().send(socketFrameTypes.shutdownServer, {}).reply(socketFrameTypes.shutdownServerReply);
    await listener.ended;
    expect(server.world.sessions.all()).toHaveLength(1);
  });

  it('a ping gets a reply', async () => {
    const { connect } = await listening();
    const peer = connect().send(socketFrameTypes.ping);
    await peer.until(() => peer.frames.some(({ type }) => type === socketFrameTypes.pong));
  });
});

describe('an attached terminal', () => {
  it('gets the screen and its changes, types, resizes, and leaves the session running', async () => {
    const { connect, server } = await listening();
    await connect().send(createSession, dev).shows('ready');
    const peer = connect().send(attachSession, { name: 'dev', scrollback: 'none', rows: 12, cols: 50 });
    expect(await peer.reply(socketFrameTypes.attachSessionReply)).toMatchObject({
      name: 'dev',
      rows: 12,
      cols: 50,
      scrollback: '',
      screen: '',
      input_mode: 'passthrough',
      screen_mode: 'normal',
    });
    await peer.shows('ready');
    peer.send(socketFrameTypes.stdinInput, 'hello\n');
    await peer.shows('hello');
    peer.send(socketFrameTypes.resize, { rows: 14, cols: 60 });
    peer.send(socketFrameTypes.stdinInput, 'again\n');
    await peer.shows('again');
    const [session] = server.world.sessions.all();
    expect(session!.screen.size).toMatchObject({ rows: 14, cols: 60 });
    peer.send(socketFrameTypes.detach);
    await peer.closed;
    expect(session!.exit).toBeNull();
  });

  it('gets the scrollback', async () => {
    const { connect } = await listening();
    const command = `for i in $(seq 30); do echo row-$i; done; exec cat`;
    await connect()
      .send(createSession, { ...dev, command })
      .shows('row-30');
    const request = async (scrollback: unknown) => {
      const peer = connect().send(attachSession, { name: 'dev', scrollback, rows: 10, cols: 40 });
      const reply = await peer.reply(socketFrameTypes.attachSessionReply);
      return Buffer.from(reply.scrollback, 'base64').toString().split('\r\n').slice(0, -1);
    };
    const all = await request('all');
    expect(all[0]).toBe('row-1');
    expect(all).toHaveLength(21);
    expect(await request({ lines: 2 })).toEqual(['row-20', 'row-21']);
    expect(await request('none')).toEqual([]);
  });

  it('is detached by another client, and when the program exits', async () => {
    const { connect } = await listening();
    const owner = connect().send(createSession, dev);
    await owner.shows('ready');
    await connect().send(detachSession, { name: 'dev' }).reply(socketFrameTypes.detachSessionReply);
    await owner.closed;
    expect(owner.frames.at(-1)?.type).toBe(socketFrameTypes.detach);
    const peer = connect().send(attachSession, { name: 'dev', scrollback: 'none', rows: 10, cols: 40 });
    await peer.shows('ready');
    peer.send(socketFrameTypes.stdinInput, '\x04');
    await peer.closed;
    expect(peer.frames.at(-1)?.type).toBe(socketFrameTypes.detach);
  });

  it('redacts secrets', async () => {
    const { connect } = await listening();
    const command = `printf 'password=hunter2hunter2\\r\\nEND\\r\\n'; exec cat`;
    const peer = connect().send(createSession, { ...dev, command });
    await peer.shows('END');
    expect(peer.output).toContain('password=');
    expect(peer.output).not.toContain('hunter2');
  });
});

describe('hostile frames', () => {
  it.each([
    ['an unknown type', Buffer.from([0xff, 0, 0, 0, 0]), 'unknown frame type 0xff'],
    [
      'a length that is too large',
      Buffer.from([0x08, 0xff, 0xff, 0xff, 0xff]),
      'frame too large: 4294967295 bytes',
    ],
  ])('%s ends that connection only', async (_, bytes, message) => {
    const { connect } = await listening();
    const other = connect().send(createSession, dev);
    await other.shows('ready');
    const peer = connect();
    peer.socket.write(bytes);
    expect((await peer.reply(socketFrameTypes.error)).message).toContain(message);
    await peer.closed;
    other.send(socketFrameTypes.stdinInput, 'still here\n');
    await other.shows('still here');
  });

  it('a frame may arrive in parts', () => {
    const whole = Buffer.concat([
      encodeSocketFrame(socketFrameTypes.stdinInput, Buffer.from('one')),
      encodeSocketFrame(socketFrameTypes.listSessions, {}),
      encodeSocketFrame(socketFrameTypes.ping, Buffer.alloc(0)),
    ]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const reader = new SocketFrameReader();
      const frames = [...reader.push(whole.subarray(0, cut)), ...reader.push(whole.subarray(cut))];
      expect(frames.map(({ type, payload }) => [type, payload.toString()])).toEqual([
        [socketFrameTypes.stdinInput, 'one'],
        [socketFrameTypes.listSessions, '{}'],
        [socketFrameTypes.ping, ''],
      ]);
    }
  });
});
