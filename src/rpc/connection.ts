/**
 * A connection connects a channel to the dispatcher: one class for JSON-RPC 2.0, one for dialects with another
 * envelope.
 */

import {
  type CancellationToken,
  createMessageConnection,
  type Event,
  type Message,
  type MessageReader,
  type MessageWriter,
  type ResponseMessage,
} from 'vscode-jsonrpc/node';
import { disposeAll, Emitter } from '#platform/lifetimes.ts';
import type { Dispatcher, DispatchOutcome } from './dispatch.ts';
import type { RequestParams, RpcMessage, RpcOutcome } from './envelope.ts';
import type { Caller } from './method.ts';

/** The part of a channel that a connection uses. */
export interface ClientChannel {
  readonly repliesOnly?: boolean;
  readonly clogged: boolean;
  readonly idle: boolean;
  reply(own: number, outcome: RpcOutcome): void;
  notify(method: string, params?: RequestParams): void;
  end(): void;
}

interface ClientConnection {
  readonly channel: ClientChannel;
  client: RpcClient | undefined;
}

/** A client, as methods see it. It outlives its connection while it is kept, and can move to another one. */
export class RpcClient implements Caller {
  static #lastId = 0;
  readonly id = ++RpcClient.#lastId;
  kept = false;
  #connection: ClientConnection | undefined;
  readonly #drained = new Emitter();
  readonly #idle = new Emitter();
  readonly #disconnected = new Emitter();
  readonly #closed = new Emitter();
  readonly onDrained = this.#drained.event;
  readonly onIdle = this.#idle.event;
  readonly onDisconnected = this.#disconnected.event;
  readonly onClosed = this.#closed.event;

  constructor(connection: ClientConnection) {
    this.#connection = connection;
  }

  get repliesOnly(): boolean {
    return this.#connection?.channel.repliesOnly ?? false;
  }

  get clogged(): boolean {
    return this.#connection?.channel.clogged ?? true;
  }

  get idle(): boolean {
    return this.#connection?.channel.idle ?? false;
  }

  notify(event: string, params: object): void {
    this.#connection?.channel.notify(event, params as RequestParams);
  }

  end(): void {
    this.#connection?.channel.end();
  }

  moveTo(other: RpcClient): void {
    const connection = other.#connection;
    if (!connection) return;
    const left = this.#connection;
    if (left) {
      left.client = new RpcClient(left);
      this.#disconnected.fire();
    }
    other.disconnected();
    connection.client = this;
    this.#connection = connection;
    this.drained();
  }

  drained(): void {
    this.#drained.fire();
  }

  idled(): void {
    this.#idle.fire();
  }

  disconnected(): void {
    this.#connection = undefined;
    this.#disconnected.fire();
    if (!this.kept) this.#closed.fire();
  }

  release(): void {
    this.kept = false;
    if (!this.#connection) this.#closed.fire();
  }
}

/** One connection of a client. */
abstract class RpcConnection {
  readonly channel: ClientChannel;
  client: RpcClient;
  readonly #ended = new Emitter();

  constructor(channel: ClientChannel) {
    this.channel = channel;
    this.client = new RpcClient(this);
  }

  drained(): void {
    this.client.drained();
  }

  idled(): void {
    this.client.idled();
  }

  /** Cancels the calls of the connection, and ends what was started for its client unless that is kept. */
  protected end(): void {
    this.#ended.fire();
    this.client.disconnected();
  }

  /** Runs a call until it is answered, `token` is cancelled, or the connection closes. */
  protected run<World>(
    dispatcher: Dispatcher<World>,
    method: string,
    params: unknown,
    token?: CancellationToken,
  ): DispatchOutcome | Promise<DispatchOutcome> {
    const controller = new AbortController();
    const cancel = () => controller.abort('request');
    if (token?.isCancellationRequested) cancel();
    const outcome = dispatcher.run(method, params, this.client, controller);
    if (!(outcome instanceof Promise)) return outcome;
    const listeners = [this.#ended.event(cancel), ...(token ? [token.onCancellationRequested(cancel)] : [])];
    const answered = () => disposeAll(listeners);
    outcome.then(answered, answered);
    return outcome;
  }
}

/**
 * A client of JSON-RPC 2.0. vscode-jsonrpc starts the requests, one in a turn, and tracks their cancellation. The
 * channel is its reader and its writer, with limits and with ids that vscode-jsonrpc accepts. The dispatcher runs the
 * methods.
 */
export class JsonRpcConnection<World> extends RpcConnection {
  readonly #peer: ReturnType<typeof createMessageConnection>;
  #deliver!: (message: Message) => void;
  /** Notifications that were received and not dispatched yet. */
  #pendingNotifications = 0;
  #onLeft: (() => void) | undefined;

  constructor(line: ClientChannel, dispatch: Dispatcher<World>) {
    super(line);
    const reader: MessageReader = {
      ...unusedEvents,
      listen: (deliver) => {
        this.#deliver = deliver;
        return unusedEvents;
      },
    };
    const writer: MessageWriter = {
      ...unusedEvents,
      write: (message) => {
        const { id, result } = message as ResponseMessage;
        if (result !== notStarted) line.reply(id as number, result as RpcOutcome);
        return written;
      },
      end: () => {},
    };
    this.#peer = createMessageConnection(reader, writer, silentLogger);
    // Error codes of a dialect need not be numbers, so an error is passed as the result of a request too.
    this.#peer.onRequest((method, params, token) =>
      this.#onLeft ? notStarted : this.run(dispatch, method, params, token),
    );
    this.#peer.onNotification((method, params) => this.#handleNotification(dispatch, method, params));
    this.#peer.listen();
  }

  message(message: object): void {
    if (isHandledNotification(message)) this.#pendingNotifications += 1;
    this.#deliver(message as Message);
  }

  /**
   * Cancels the pending requests and drops those that have not started. Calls `left` after every notification that was
   * received before the close is dispatched.
   */
  closed(left: () => void): void {
    this.#onLeft = left;
    this.end();
    this.#disposeWhenDone();
  }

  /** A notification has no reply, even if it fails. Methods that begin with `$/` are optional by the protocol. */
  #handleNotification(dispatch: Dispatcher<World>, method: string, params: unknown): void {
    if (method.startsWith('$/')) return;
    void this.run(dispatch, method, params);
    this.#pendingNotifications -= 1;
    this.#disposeWhenDone();
  }

  #disposeWhenDone(): void {
    if (!this.#onLeft || this.#pendingNotifications > 0) return;
    this.#peer.dispose();
    this.#onLeft();
  }
}

const isHandledNotification = (message: { id?: unknown; method?: string }) =>
  message.id === undefined && !message.method?.startsWith('$/');

/** The result of a request that was dropped. */
const notStarted = {};
const written = Promise.resolve();
const silentLogger = { error() {}, warn() {}, info() {}, log() {} };
const noEvents: Event<never> = () => ({ dispose() {} });
const unusedEvents = { onError: noEvents, onClose: noEvents, onPartialMessage: noEvents, dispose() {} };

/**
 * A client of a dialect with its own envelope. Requests are cancelled only by disconnecting. The channel decides the
 * order in which they start.
 */
export class EnvelopeConnection<World> extends RpcConnection {
  readonly #dispatcher: Dispatcher<World>;

  constructor(line: ClientChannel, dispatch: Dispatcher<World>) {
    super(line);
    this.#dispatcher = dispatch;
  }

  message(message: RpcMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    const { method, params } = message;
    const own = message.id as number;
    const outcome = this.run(this.#dispatcher, method, params);
    if (outcome instanceof Promise) void outcome.then((settled) => this.channel.reply(own, settled));
    else this.channel.reply(own, outcome);
  }

  closed(left: () => void): void {
    this.end();
    left();
  }
}
