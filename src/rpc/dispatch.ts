/**
 * Runs the calls of clients. A dispatcher looks up the method, parses the parameters, checks permissions, calls the
 * handler, and checks the result; only it converts faults to error codes. A connection passes the messages of a channel
 * to it: one class for JSON-RPC 2.0, one for dialects with another envelope.
 *
 * Long because a call passes all of this between its message and its reply.
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
import { didYouMean } from '#platform/didYouMean.ts';
import { disposeAll, Emitter, onAbort } from '#platform/lifetimes.ts';
import type { Dialect, ErrorCode } from './dialect.ts';
import type { RequestParams, RpcMessage, RpcOutcome } from './envelope.ts';
import type { AnyMethod, Call, CallCancellation, Caller, PermissionSet } from './method.ts';
import { formatParamsProblem, type ParamsLimits, type ParamsProblem, parseParams } from './params.ts';

export interface DispatchOptions<World> {
  readonly dialect: Dialect<World>;
  readonly world: World;
  readonly grants: PermissionSet;
  readonly limits: ParamsLimits;
  /** Redacts secrets in error messages and data. */
  readonly redact: { text(text: string): string; value<T>(json: T): T };
  /** Whether to check each reply against its declared schema; on in specs, off in a running server. */
  readonly checkReplies: boolean;
  readonly log: (method: string, problem: unknown) => void;
  /** Messages of the faults that the dispatcher itself raises. */
  readonly sentences: Readonly<Record<'Cancelled' | 'Internal', string>>;
}

/** Maximum length of an unknown method name in an error. */
const maxNameChars = 100;

/** Codes that JSON-RPC 2.0 defines. A dialect may override them. */
const standardCodes = { MethodUnknown: -32601, Invalid: -32602, Internal: -32603 } as const;

export class Dispatcher<World> {
  readonly #options: DispatchOptions<World>;
  constructor(options: DispatchOptions<World>) {
    this.#options = options;
  }

  run(
    name: string,
    params: unknown,
    caller: Caller,
    cancellation: CallCancellation,
  ): RpcOutcome | Promise<RpcOutcome> {
    const { dialect, world, grants } = this.#options;
    const method = dialect.methods.get(name);
    if (!method) return this.#unknownMethod(this.#options.redact.text(name).slice(0, maxNameChars));
    const read = parseParams(method, params, this.#options.limits);
    if ('problem' in read) return this.#invalidParams(read.problem);
    const missing = findMissingPermission(method, grants);
    if (missing) return this.#permissionDenied(name, missing, 'this server');
    const refusal = this.#checkGrantor(method, read.value);
    if (refusal) return refusal;
    return this.#handle(method, createCall(name, world, caller, cancellation), read.value);
  }

  /** Runs after parsing, because the parameters name the adapter whose plugin must grant the permission. */
  #checkGrantor(method: AnyMethod<World>, params: unknown): RpcOutcome | undefined {
    try {
      const grantor = method.grantor?.(this.#options.world, params);
      const missing = grantor && findMissingPermission(method, grantor);
      return missing ? this.#permissionDenied(method.name, missing, grantor.title) : undefined;
    } catch (problem) {
      return this.#faultReply(method, problem);
    }
  }

  #handle(method: AnyMethod<World>, call: Call<World>, params: unknown): RpcOutcome | Promise<RpcOutcome> {
    try {
      if (!method.open) this.#options.dialect.before?.(call);
      const given = method.handle(call, params);
      if (!(given instanceof Promise)) return this.#reply(method, given);
      return this.#unlessCancelled(
        call.signal,
        given.then(
          (result) => this.#reply(method, result),
          (problem) => this.#faultReply(method, problem),
        ),
      );
    } catch (problem) {
      return this.#faultReply(method, problem);
    }
  }

  /** Answers a cancelled call at once, even if the operation itself cannot be undone, such as a kill. */
  #unlessCancelled(signal: AbortSignal, answer: Promise<RpcOutcome>): Promise<RpcOutcome> {
    return new Promise((resolve, reject) => {
      const listener = onAbort(signal, () => resolve(this.#cancelled()));
      answer.finally(listener.dispose).then(resolve, reject);
    });
  }

  #cancelled(): RpcOutcome {
    return this.#standardError('Cancelled', { reason: 'request' });
  }

  #reply(method: AnyMethod<World>, given: unknown): RpcOutcome {
    const result = given === undefined ? (this.#options.dialect.done ?? null) : given;
    if (!this.#options.checkReplies) return { result };
    const checked = method.result.safeParse(result);
    return checked.success ? { result } : this.#faultReply(method, checked.error);
  }

  #faultReply(method: AnyMethod<World>, problem: unknown): RpcOutcome {
    const { dialect, world, log } = this.#options;
    const raised = (problem ?? {}) as { name?: string; message?: string; data?: object };
    const translated = raised.data && dialect.translations?.[raised.name!]?.(raised.data as never, world);
    const { name = raised.name!, message = raised.message ?? name, data = raised.data } = translated ?? {};
    if (data && Object.hasOwn(dialect.codes, name))
      return this.#errorReply(name, dialect.codes[name]!, message, addMethodName(name, data, method.name));
    log(method.name, problem);
    return this.#standardError('Internal', {});
  }

  #standardError(name: 'Cancelled' | 'Internal', data: object): RpcOutcome {
    return this.#errorReply(name, this.#codeOf(name), this.#options.sentences[name], data);
  }

  #unknownMethod(method: string): RpcOutcome {
    const { redact, dialect } = this.#options;
    const known = [...dialect.methods.keys()];
    const said = dialect.unknownMethod?.(method) ?? `unknown method ${method}${didYouMean(method, known)}`;
    const data = redact.value({ method });
    return { error: { code: this.#codeOf('MethodUnknown'), message: redact.text(said), data } };
  }

  #permissionDenied(method: string, permission: string, by: string): RpcOutcome {
    return this.#errorReply(
      'PermissionDenied',
      this.#codeOf('PermissionDenied'),
      `${by} does not grant ${permission}`,
      { method, required_permission: permission },
    );
  }

  /**
   * Redacts only the received values. The text around them is ours, but a name next to a value may look like a secret.
   */
  #invalidParams(problem: ParamsProblem): RpcOutcome {
    const data = this.#options.redact.value(problem);
    const code = this.#codeOf('Invalid');
    return { error: { code, message: formatParamsProblem(data), data: { ...data, fault: 'Invalid' } } };
  }

  #codeOf(fault: string): ErrorCode {
    const codes: Readonly<Record<string, ErrorCode>> = { ...standardCodes, ...this.#options.dialect.codes };
    return codes[fault] ?? codes.Internal!;
  }

  /** Adds the name of the fault to the data, because several faults may share a code. */
  #errorReply(fault: string, code: ErrorCode, message: string, data: object): RpcOutcome {
    const { redact } = this.#options;
    return { error: { code, message: redact.text(message), data: { ...redact.value(data), fault } } };
  }
}

/** Adds the method name to a PermissionDenied fault, so that the handler need not know its name. */
const addMethodName = (fault: string, data: object, method: string) =>
  fault === 'PermissionDenied' ? { method, ...data } : data;

/** Returns the first missing permission, if any. */
const findMissingPermission = <World>(method: AnyMethod<World>, grants: PermissionSet): string | undefined =>
  method.needs.find((permission) => !grants.has(permission));

export const createCall = <World>(
  method: string,
  world: World,
  caller: Caller,
  cancellation: CallCancellation,
): Call<World> => ({
  method,
  world,
  caller,
  get signal() {
    return cancellation.signal;
  },
  deadline: (timeoutMs, narrower = cancellation.signal) => ({ timeoutMs, signal: narrower }),
});

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
  ): RpcOutcome | Promise<RpcOutcome> {
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
