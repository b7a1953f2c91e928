/** A server that speaks wrightty on a free port, and its clients over real WebSockets. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { serveHttp } from '#server/httpListener.ts';
import type { Server, ServerOptions } from '#server/server.ts';
import { inProcessServer } from '../../harness/server.ts';
import { receive } from '../../harness/traffic.ts';

/** Untyped JSON: each spec checks the fields that it needs. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

export interface RunningOptions {
  readonly wire?: 'document' | 'client';
  readonly password?: string;
  readonly host?: string;
  readonly server?: Partial<ServerOptions>;
}

export interface Reply {
  readonly id: unknown;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

export interface ReceivedEvent {
  readonly subscriptionId: string;
  readonly event: string;
  readonly sessionId: string;
  readonly timestamp: number;
  readonly data: Json;
}

export class Wright {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly #listening: { close(): Promise<void> };
  readonly #clients: Client[] = [];

  constructor(server: Server, listening: { path: string; close(): Promise<void> }) {
    this.server = server;
    this.url = listening.path;
    this.port = Number(/:(\d+)$/.exec(listening.path)![1]);
    this.#listening = listening;
  }

  async connect(headers: Record<string, string> = {}): Promise<Client> {
    const client = await Client.open(this.url, headers);
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.socket.terminate();
    await Promise.all([this.server.close(), this.#listening.close()]);
  }
}

export async function wright(options: RunningOptions = {}): Promise<Wright> {
  const { wire = 'document', password, host = '127.0.0.1' } = options;
  const server = inProcessServer(options.server);
  const speak = await server.loadDialect('wrightty');
  const listening = await serveHttp(server, {
    address: { host, port: 0 },
    secret: { name: 'WRIGHTTY_PASSWORD', kind: 'password', value: password },
    createEndpoint: (at, secret) => speak({ options: { wire }, command: [], url: at, password: secret }),
  });
  return new Wright(server, listening);
}

/** A server with one client, closed when the test finishes. */
export async function running(options?: RunningOptions): Promise<{ server: Wright; client: Client }> {
  const server = await wright(options);
  onTestFinished(() => server.close());
  return { server, client: await server.connect() };
}

/** Sends requests one by one and keeps every received frame. */
export class Client {
  readonly socket: WebSocket;
  /** The text of each frame, in order. */
  readonly frames: string[] = [];
  readonly events: ReceivedEvent[] = [];
  readonly #waiting = new Map<unknown, (reply: Reply) => void>();
  readonly #hoping = new Set<() => void>();
  #last = 0;

  static async open(url: string, headers: Record<string, string> = {}): Promise<Client> {
    const socket = new WebSocket(url, { headers });
    const client = new Client(socket);
    await once(socket, 'open');
    return client;
  }

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('a binary frame came');
      this.frames.push(String(data));
      this.#take(JSON.parse(String(data)));
    });
  }

  /** Returns the whole reply. */
  ask(method: string, params?: object): Promise<Reply> {
    const id = ++this.#last;
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve) =>
      this.#waiting.set(id, (reply) => {
        if (!reply.error) receive('method', `wrightty ${method}`);
        resolve(reply);
      }),
    );
  }

  /** Returns the result, and throws on a fault. */
  async call(method: string, params?: object): Promise<Json> {
    const reply = await this.ask(method, params);
    if (reply.error) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
    return reply.result;
  }

  async code(method: string, params?: object): Promise<number | undefined> {
    return (await this.ask(method, params)).error?.code;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  /** The next frame that arrives after this call. */
  async nextFrame(): Promise<Json> {
    const from = this.frames.length;
    await this.until(() => this.frames.length > from);
    return JSON.parse(this.frames[from]!);
  }

  /** Resolves with the first matching event, including one already received. */
  async event(name: string, fits: (event: ReceivedEvent) => boolean = () => true): Promise<ReceivedEvent> {
    let found: ReceivedEvent | undefined;
    const look = () => {
      found = this.events.find((one) => one.event === name && fits(one));
      return found !== undefined;
    };
    await this.until(look);
    return found!;
  }

  until(satisfied: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!satisfied()) return;
        this.#hoping.delete(look);
        resolve();
      };
      this.#hoping.add(look);
      look();
    });
  }

  /** Creates a session that runs a script in a shell. `more` may replace the program. */
  async session(script: string, more: object = {}): Promise<string> {
    const { sessionId } = await this.call('Session.create', {
      shell: '/bin/sh',
      args: ['-c', script],
      ...more,
    });
    return sessionId;
  }

  async shows(sessionId: string, pattern: string): Promise<void> {
    const { found } = await this.call('Screen.waitForText', { sessionId, pattern, timeout: 10_000 });
    if (!found) throw new Error(`${pattern} never came`);
  }

  #take(message: Json): void {
    if (message.method === 'Events.event') {
      this.events.push(message.params);
      receive('event', `wrightty ${message.params.event}`);
    } else this.#waiting.get(message.id)?.(message);
    for (const look of [...this.#hoping]) look();
  }
}
