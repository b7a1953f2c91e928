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
  ResponseError,
  Emitter as RpcEmitter,
} from 'vscode-jsonrpc/node';
import { disposeAll, Emitter } from '#platform/lifetimes.ts';
import type { Caller } from './call.ts';
import type { Dispatcher, DispatchOutcome } from './dispatch.ts';
import type { RequestParams, RpcMessage, RpcOutcome } from './envelope.ts';

/** The part of a channel that a connection uses. */
export interface ClientChannel {
  readonly repliesOnly?: boolean;
  readonly clogged: boolean;
  readonly idle: boolean;
  reply(own: number, outcome: RpcOutcome): void;
  notify(method: string, params?: RequestParams): void;
  end(): void;
}

export class RpcClient implements Caller {
  static #lastId = 0;
  readonly id = ++RpcClient.#lastId;
  readonly #channel: ClientChannel;
  readonly #drained = new Emitter();
  readonly #idle = new Emitter();
  readonly #closed = new Emitter();
  readonly onDrained = this.#drained.event;
  readonly onIdle = this.#idle.event;
  readonly onClosed = this.#closed.event;

  constructor(line: ClientChannel) {
    this.#channel = line;
  }

  get repliesOnly(): boolean {
    return this.#channel.repliesOnly ?? false;
  }

  get clogged(): boolean {
    return this.#channel.clogged;
  }

  get idle(): boolean {
    return this.#channel.idle;
  }

  notify(event: string, params: object): void {
    this.#channel.notify(event, params as RequestParams);
  }

  end(): void {
    this.#channel.end();
  }

  drained(): void {
    this.#drained.fire();
  }

  idled(): void {
    this.#idle.fire();
  }

  /** Runs the close listeners, which end everything that was started for this client, and cancels its calls. */
  protected emitClosed(): void {
    this.#closed.fire();
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
    const outcome = dispatcher.run(method, params, this, controller);
    if (!(outcome instanceof Promise)) return outcome;
    const listeners = [this.onClosed(cancel), ...(token ? [token.onCancellationRequested(cancel)] : [])];
    const answered = () => disposeAll(listeners);
    outcome.then(answered, answered);
    return outcome;
  }
}

/**
 * A client of JSON-RPC 2.0. vscode-jsonrpc handles requests, ids and cancellation; the channel reads and writes; the
 * dispatcher runs the methods.
 */
export class JsonRpcConnection<World> extends RpcClient {
  readonly #messages = new RpcEmitter<Message>();
  readonly #ended = new RpcEmitter<void>();
  readonly #peer: ReturnType<typeof createMessageConnection>;
  /** Notifications that were received and not dispatched yet. */
  #pendingNotifications = 0;
  #onLeft: (() => void) | undefined;

  constructor(line: ClientChannel, dispatch: Dispatcher<World>) {
    super(line);
    const logger = { error() {}, warn() {}, info() {}, log() {} };
    this.#peer = createMessageConnection(
      createReader(this.#messages, this.#ended.event),
      createWriter(line),
      logger,
    );
    this.#peer.onRequest((method, params, token) => this.#handleRequest(dispatch, method, params, token));
    this.#peer.onNotification((method, params) => this.#handleNotification(dispatch, method, params));
    this.#peer.listen();
  }

  message(message: object): void {
    if (isHandledNotification(message)) this.#pendingNotifications += 1;
    this.#messages.fire(message as Message);
  }

  /** Calls `left` after every notification that was received before the close is dispatched. */
  closed(left: () => void): void {
    this.#ended.fire();
    this.emitClosed();
    this.#onLeft = left;
    this.#disposeWhenDone();
  }

  #handleRequest(
    dispatch: Dispatcher<World>,
    method: string,
    params: unknown,
    token: CancellationToken,
  ): unknown {
    const outcome = this.run(dispatch, method, params, token);
    return outcome instanceof Promise ? outcome.then(unwrap) : unwrap(outcome);
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

function unwrap(outcome: RpcOutcome): unknown {
  if (!('error' in outcome)) return outcome.result;
  const { code, message, data } = outcome.error;
  // Codes of JSON-RPC 2.0 are numbers. A dialect with other codes has its own envelope and uses EnvelopeConnection.
  return new ResponseError(code as number, message, data);
}

const noEvents: Event<never> = () => ({ dispose() {} });

const createReader = (messages: RpcEmitter<Message>, over: Event<void>): MessageReader => ({
  onError: noEvents,
  onClose: over,
  onPartialMessage: noEvents,
  listen: (callback) => messages.event(callback),
  dispose: () => messages.dispose(),
});

const createWriter = (line: ClientChannel): MessageWriter => ({
  onError: noEvents,
  onClose: noEvents,
  write: (message) => {
    const { id, ...outcome } = message as unknown as { id: number } & RpcOutcome;
    line.reply(id, outcome);
    return written;
  },
  end: () => {},
  dispose: () => {},
});

const written = Promise.resolve();

/**
 * A client of a dialect with its own envelope. Requests are cancelled only by disconnecting. The channel decides the
 * order in which they start.
 */
export class EnvelopeConnection<World> extends RpcClient {
  readonly #clientChannel: ClientChannel;
  readonly #dispatcher: Dispatcher<World>;

  constructor(line: ClientChannel, dispatch: Dispatcher<World>) {
    super(line);
    this.#clientChannel = line;
    this.#dispatcher = dispatch;
  }

  message(message: RpcMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    const { method, params } = message;
    const own = message.id as number;
    const outcome = this.run(this.#dispatcher, method, params);
    if (outcome instanceof Promise) void outcome.then((settled) => this.#clientChannel.reply(own, settled));
    else this.#clientChannel.reply(own, outcome);
  }

  closed(left: () => void): void {
    this.emitClosed();
    left();
  }
}
