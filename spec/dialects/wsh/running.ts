/** A server that speaks wsh on a free port, and its clients over real WebSockets and HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach } from 'vitest';
import WebSocket from 'ws';
import { serveHttp } from '#server/httpListener.ts';
import type { Server, ServerOptions } from '#server/server.ts';
import { Expectations } from '../../harness/expectations.ts';
import { inProcessServer } from '../../harness/server.ts';
import { receive } from '../../harness/traffic.ts';

/** Untyped JSON: each spec checks the fields that it needs. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

export interface RunningOptions {
  readonly wire?: 'document' | 'client';
  readonly token?: string;
  readonly server?: Partial<ServerOptions>;
}

export interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
  readonly json: Json;
}

export class Wsh {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly ended: Promise<void>;
  readonly #listening: { close(): Promise<void> };
  readonly #clients: Client[] = [];

  constructor(server: Server, listening: { path: string; ended: Promise<void>; close(): Promise<void> }) {
    this.server = server;
    this.url = listening.path;
    this.port = Number(/:(\d+)$/.exec(listening.path)![1]);
    this.ended = listening.ended;
    this.#listening = listening;
  }

  /** Resolves after the message that confirms the connection. */
  async connect(path = '/ws/json', headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client(new WebSocket(`${this.url}${path}`, { headers }));
    this.#clients.push(client);
    await client.until(() => client.messages.length > 0);
    return client;
  }

  async http(
    verb: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const requested = request({
      host: '127.0.0.1',
      port: this.port,
      method: verb,
      path,
      agent: false,
      headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
    });
    requested.end(typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined));
    const [response] = (await once(requested, 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece as string;
    const type = response.headers['content-type'];
    return { status: response.statusCode!, type, text, json: type?.includes('json') && JSON.parse(text) };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.socket.terminate();
    await Promise.all([this.server.close(), this.#listening.close()]);
  }
}

/** Starts servers for one spec file, and closes them after each test. */
export function wshServers(): (options?: RunningOptions) => Promise<Wsh> {
  const open: Wsh[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  return async (options) => {
    const server = await wshServer(options);
    open.push(server);
    return server;
  };
}

export async function wshServer(options: RunningOptions = {}): Promise<Wsh> {
  const { wire = 'document', token } = options;
  const server = inProcessServer(options.server);
  const speak = await server.loadDialect('wsh');
  const listening = await serveHttp(server, {
    address: { host: '127.0.0.1', port: 0 },
    secret: { name: 'WSH_TOKEN', kind: 'token', value: token },
    createEndpoint: (url) => speak({ options: { wire }, command: [], url }),
  });
  return new Wsh(server, listening);
}

export class Client {
  readonly socket: WebSocket;
  /** All received messages, in order. */
  readonly messages: Json[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #expectations = new Expectations();
  #last = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('a binary frame came');
      this.messages.push(JSON.parse(String(data)));
      this.#expectations.check();
    });
  }

  /** Returns the whole reply. */
  ask(method: string, params?: object, session?: string): Promise<Json> {
    const id = `ask ${++this.#last}`;
    return this.say(
      { id, method, ...(session && { session }), ...(params && { params }) },
      (it) => it.id === id,
    );
  }

  /** Sends a message as given, and resolves with its reply. */
  async say(message: object | string, isAnswer: (message: Json) => boolean): Promise<Json> {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    const answer = await this.next((it) => !('event' in it) && isAnswer(it));
    if (typeof message === 'object' && answer.method !== undefined && !answer.error)
      receive('method', `wsh ${answer.method}`);
    return answer;
  }

  /** Returns the result, and throws on a fault. */
  async call(method: string, params?: object, session?: string): Promise<Json> {
    const reply = await this.ask(method, params, session);
    if (reply.error) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
    return reply.result;
  }

  async code(method: string, params?: object, session?: string): Promise<string | undefined> {
    return (await this.ask(method, params, session)).error?.code;
  }

  events(name: string): Json[] {
    return this.messages.filter(({ event }) => event === name);
  }

  /** Resolves with the first matching event, including one already received. */
  event(name: string, fits: (event: Json) => boolean = () => true): Promise<Json> {
    return this.next((it) => it.event === name && fits(it));
  }

  async next(fits: (message: Json) => boolean): Promise<Json> {
    await this.until(() => this.messages.some(fits));
    return this.messages.find(fits);
  }

  until(satisfied: () => boolean): Promise<void> {
    return this.#expectations.until(satisfied);
  }

  /** Creates a session that runs a script in a shell. Resolves when its screen shows a text. */
  async session(name: string, command: string, shows?: string): Promise<void> {
    await this.call('create_session', { name, command });
    if (shows !== undefined) await this.shows(name, shows);
  }

  /** Uses a second client, so that the messages of this one stay under the control of the spec. */
  async shows(name: string, text: string): Promise<void> {
    const other = new Client(new WebSocket(this.socket.url.replace(/\/ws\/.*/, '/ws/json')));
    await other.until(() => other.messages.length > 0);
    await other.call('subscribe', { events: ['lines'], interval_ms: 50, format: 'plain' }, name);
    await other.until(() =>
      other.messages.some((it) =>
        [it.line, ...((it.screen ?? it.params?.screen)?.lines ?? [])].some((line) => line?.includes(text)),
      ),
    );
    other.socket.terminate();
  }
}
