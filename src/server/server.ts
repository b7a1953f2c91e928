/** The composition root: one core, and its connections in all dialects. */
import { type Duplex, duplexPair, type Readable, type Writable } from 'node:stream';
import { Core, type CoreOptions } from '#core.ts';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { faultSentences } from '#faults.ts';
import { limits } from '#limits.ts';
import { createDeferred, Emitter } from '#platform/lifetimes.ts';
import { Channel } from '#rpc/channel.ts';
import type { ClientChannel } from '#rpc/dispatch.ts';
import type { RequestParams, RpcMessage, RpcOutcome } from '#rpc/envelope.ts';
import type { Framing } from '#rpc/framing.ts';
import { AccessLog, type AccessLogOptions, CallLog, type ConnectionInfo } from './accessLog.ts';
import { dialectDefinitions, type EndpointOptions, type Transport } from './dialects.ts';
import {
  type ConnectionHandler,
  createEndpoint,
  type DialectEndpoint,
  type DispatchRules,
  type UnauthenticatedClient,
} from './endpoint.ts';
import { EvictionPool } from './evictionPool.ts';
import type { PageListener } from './pageListener.ts';

type HandlerFactory = (channel: ClientChannel, unauthenticated?: UnauthenticatedClient) => ConnectionHandler;

export interface ServerOptions extends CoreOptions {
  /**
   * Replaces the handlers of an endpoint, for a gateway that passes calls on. `local` creates the handlers of this
   * server. @internal
   */
  readonly relay?: ((endpoint: DialectEndpoint, local: HandlerFactory) => HandlerFactory) | undefined;
  /** Checks each reply against its declared schema; for specs. */
  readonly checkReplies?: boolean;
  /** Receives the access log; without it nothing is logged. */
  readonly accessLog?: AccessLogOptions | undefined;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  readonly transport?: Transport | 'nats';
  /** Any client may have connected, so a frame that has begun must be completed in time. */
  readonly framesExpire?: boolean;
  /** The client sent one request and receives only the reply. */
  readonly repliesOnly?: boolean;
  /** Address or network of a web client. */
  readonly from?: string;
}

interface Connection {
  readonly endpoint: DialectEndpoint;
  readonly channel: Channel;
  readonly closed: Promise<void>;
  readonly kind: ConnectionKind;
}

/** Each has its own quota. `fleet` are links from gateways. */
type ConnectionKind = 'web' | 'socket' | 'fleet';

export class Server {
  /** @internal */
  readonly world: Core;
  /** For connections without a listener. @internal */
  readonly native: DialectEndpoint;
  readonly #options: ServerOptions;
  readonly #handlerFactories = new WeakMap<DialectEndpoint, HandlerFactory>();
  readonly #openConnections = new Set<Connection>();
  readonly #unauthenticated = new EvictionPool<Channel>(limits.unauthenticatedClients, (channel) =>
    channel.destroy(),
  );
  /** Connections that have sent nothing. The oldest is evicted for a new one. */
  readonly #silent = {
    web: new EvictionPool<Channel>(limits.connections, (channel) => channel.destroy()),
    socket: new EvictionPool<Channel>(limits.connections, (channel) => channel.destroy()),
  };
  readonly #accessLog: AccessLog | undefined;
  #page: Promise<PageListener> | undefined;
  #closing = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.world = new Core(options);
    this.#accessLog = options.accessLog && new AccessLog(options.accessLog, this.world);
    this.native = createEndpoint(ptywright, this.world);
    this.world.openPage = (port) => this.#openPage(port);
    this.world.closePage = () => this.#closePage();
  }

  readonly #onConnections = new Emitter();
  /** A connection was opened or closed. */
  readonly onConnections = this.#onConnections.event;

  get connections(): number {
    return this.#openConnections.size;
  }

  /** Web clients, socket clients and clients that have not authenticated or have sent nothing have separate quotas. */
  hasRoom(kind: 'web' | 'socket'): boolean {
    const apart = [this.#unauthenticated, this.#silent[kind]];
    const here = [...this.#openConnections].filter(
      (one) => one.kind === kind && !apart.some((pool) => pool.has(one.channel)),
    );
    return here.length < limits.connections;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** Loads a dialect and returns the function that creates its endpoint for one listener. @internal */
  async loadDialect(dialect: string): Promise<(options: EndpointOptions) => DialectEndpoint> {
    const { openEndpoint } = await dialectDefinitions.get(dialect)!.load();
    return (options) => openEndpoint(this.world, options);
  }

  /** Serves one connection. The promise resolves when it is closed. @internal */
  accept(endpoint: DialectEndpoint, { from, transport, ...streams }: Streams): Promise<void> {
    const { envelope, frameBytes = limits.frameBytes } = endpoint;
    const { methods } = endpoint.dialect;
    const origin = from ?? '';
    const gone = createDeferred();
    const handleDisconnect = endpoint.onConnect?.();
    const logged = this.#accessLog?.logConnection({
      transport: transport ?? 'in process',
      dialect: endpoint.name,
    });
    const channel = new Channel(
      { ...streams, envelope, methods, limits: { ...limits, frameBytes }, timer: this.world.clock },
      (opened) => {
        const admitted = endpoint.authenticate ? this.#awaitAuthentication(opened, origin) : () => {};
        const handler = this.#createHandler(endpoint, opened, { from: origin, admitted });
        return {
          message: handler.message.bind(handler),
          drained: handler.drained.bind(handler),
          idle: handler.idled.bind(handler),
          ...(logged && logCalls(logged.calls, opened, handler)),
          began: () => silent?.delete(opened),
          closed: (why) =>
            handler.closed(() => {
              logged?.closed(why);
              this.#openConnections.delete(connection);
              this.#onConnections.fire();
              silent?.delete(opened);
              admitted();
              handleDisconnect?.();
              gone.resolve();
            }),
        };
      },
    );
    const kind = transport === 'nats' ? 'fleet' : from === undefined ? 'socket' : 'web';
    const connection: Connection = { endpoint, channel, closed: gone.promise, kind };
    const mayBeSilent = (transport === 'unix' || transport === 'ws') && !endpoint.authenticate;
    const silent = mayBeSilent && kind !== 'fleet' ? this.#silent[kind] : undefined;
    silent?.add(channel, origin);
    this.#openConnections.add(connection);
    this.#onConnections.fire();
    return gone.promise;
  }

  /**
   * Logs a client that takes the bytes of a session and calls no methods. Returns the function to call when it leaves.
   * @internal
   */
  logByteStream(connection: ConnectionInfo): () => void {
    return this.#accessLog?.logConnection(connection).closed ?? (() => {});
  }

  /** Performs one call without a connection. `onGone` reports that the caller no longer needs the reply. @internal */
  call(
    endpoint: DialectEndpoint,
    method: string,
    params: RequestParams,
    onGone: (listener: () => void) => void,
  ): Promise<RpcOutcome> {
    return new Promise((resolve) => {
      const calls = this.#accessLog && new CallLog(this.#accessLog, { transport: 'http' });
      const reply = (own: number, outcome: RpcOutcome) => {
        calls?.logReply(own, outcome);
        resolve(outcome);
      };
      const handler = this.#createHandler(endpoint, {
        repliesOnly: true,
        clogged: false,
        idle: true,
        reply,
        notify: () => {},
        end: () => {},
      });
      onGone(() => handler.closed(() => {}));
      const message: RpcMessage = { jsonrpc: '2.0', id: 1, method, params };
      calls?.logMessage(message);
      handler.message(message);
    });
  }

  /** Closes the connections of one listener after their pending requests are answered. @internal */
  async closeEndpoint(endpoint: DialectEndpoint): Promise<void> {
    const connections = [...this.#openConnections].filter((connection) => connection.endpoint === endpoint);
    for (const { channel } of connections) channel.finish();
    await this.#waitForClose(connections);
  }

  /** Closes the sessions, which answers their pending waits, and then the connections. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.world.close();
    const connections = [...this.#openConnections];
    for (const { channel } of connections) channel.end();
    await this.#waitForClose(connections);
    await this.#closePage();
  }

  /** Loads the page listener on demand, because most servers do not use it. A failed start can be retried. */
  async #openPage(port: number): Promise<string> {
    this.#page ??= import('./pageListener.ts').then(({ openPageListener }) => openPageListener(this, port));
    const opening = this.#page;
    try {
      return (await opening).url;
    } catch (problem) {
      if (this.#page === opening) this.#page = undefined;
      throw problem;
    }
  }

  async #closePage(): Promise<boolean> {
    const page = await this.#page?.catch(() => undefined);
    this.#page = undefined;
    await page?.close();
    return page !== undefined;
  }

  /** Destroys connections that do not read, so that they cannot delay the shutdown. */
  async #waitForClose(connections: readonly Connection[]): Promise<void> {
    const timer = this.world.clock.after(limits.lastAnswersMs, () => {
      for (const { channel } of connections) channel.destroy();
    });
    await Promise.all(connections.map(({ closed }) => closed));
    timer.dispose();
  }

  /**
   * Counts the connection as unauthenticated until the returned function is called. Ends it after
   * `limits.authenticateMs`.
   */
  #awaitAuthentication(channel: Channel, from: string): () => void {
    this.#unauthenticated.add(channel, from);
    const timer = this.world.clock.after(limits.authenticateMs, () => channel.end());
    return () => {
      timer.dispose();
      this.#unauthenticated.delete(channel);
    };
  }

  #createHandler(
    endpoint: DialectEndpoint,
    channel: ClientChannel,
    unauthenticated?: UnauthenticatedClient,
  ): ConnectionHandler {
    const known = this.#handlerFactories.get(endpoint) ?? this.#createHandlerFactory(endpoint);
    this.#handlerFactories.set(endpoint, known);
    return known(channel, unauthenticated);
  }

  #createHandlerFactory(endpoint: DialectEndpoint): HandlerFactory {
    const local = endpoint.handlerFactory(this.#dispatchRules());
    return this.#options.relay?.(endpoint, local) ?? local;
  }

  #dispatchRules(): DispatchRules {
    const { world } = this;
    return {
      grants: world.grants as ReadonlySet<string>,
      limits,
      redact: world.redaction,
      sentences: faultSentences,
      checkReplies: this.#options.checkReplies ?? false,
      log: (method, problem) =>
        this.#options.log(`${method} failed`, { problem: String((problem as Error)?.stack ?? problem) }),
    };
  }
}

/** Handlers that log each call and its reply. */
const logCalls = (calls: CallLog, channel: Channel, handler: ConnectionHandler) => ({
  message: (message: RpcMessage) => {
    calls.logMessage(message, channel);
    handler.message(message);
  },
  answered: (own: number, outcome: RpcOutcome) => calls.logReply(own, outcome),
});

/**
 * Connects a client in the same process over a pair of streams. Only the kernel is missing from the path of a request.
 */
export function connectInProcess(server: Server): Duplex;
/** @internal */
export function connectInProcess(server: Server, endpoint?: DialectEndpoint, framing?: Framing): Duplex;
export function connectInProcess(
  server: Server,
  endpoint: DialectEndpoint = server.native,
  framing: Framing = 'ndjson',
): Duplex {
  const [near, far] = duplexPair();
  // A pair of streams does not report to one end that the other is closed.
  near.once('close', () => far.destroy());
  far.once('close', () => near.destroy());
  void server.accept(endpoint, { input: far, output: far, framing });
  return near;
}
