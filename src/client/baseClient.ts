/** Typed requests, replies and notifications of the native dialect over any transport. Loads in a browser. */
import { limits } from '#limits.ts';
import { createDeferred } from '#platform/lifetimes.ts';
import type { RequestParams, RpcError, RpcMessage, RpcReply } from '#rpc/envelope.ts';
import type { Calls, FaultName, Faults, Methods, News, Notifications } from './api.ts';

export interface RequestOptions {
  /** Cancels the request at the server; it then ends with the fault `Cancelled`. */
  readonly signal?: AbortSignal;
}

export type MethodName = keyof Methods;
export type NotificationName = keyof Notifications;

type IsOptional<Params> = Record<never, never> extends Params ? true : false;

/** `params` may be omitted if all parameters are optional. */
type RequestArguments<Name extends MethodName, Rest extends unknown[]> =
  IsOptional<Methods[Name]['params']> extends true
    ? [params?: Methods[Name]['params'], ...Rest]
    : [params: Methods[Name]['params'], ...Rest];

/** Call site of a request. An error in a later reply shows the line of the caller first. */
interface CallSite {
  readonly stack?: string;
}

/** `called` is the public function. Its own frame and those above it are left out. */
// biome-ignore lint/complexity/noBannedTypes: any function may have been called
function captureCallSite(called: Function): CallSite {
  const site: CallSite = {};
  // Some browsers do not have it.
  Error.captureStackTrace?.(site, called);
  return site;
}

function attachCallSite<Problem extends Error>(problem: Problem, { stack }: CallSite): Problem {
  const frames = stack?.indexOf('\n    at ') ?? -1;
  if (frames !== -1) problem.stack = `${problem.name}: ${problem.message}${stack!.slice(frames)}`;
  return problem;
}

/** Passes the call site of a public method to `send`, even if a subclass overrides `send`. */
const callSiteKey = Symbol('calledAt');
interface CallSiteOptions extends RequestOptions {
  readonly [callSiteKey]?: CallSite;
}

/** Sends messages to the server. */
interface ClientTransport {
  request(id: number, method: string, params?: RequestParams): void;
  notify(method: string, params?: RequestParams): void;
  end(): void;
}

/** Receives what the transport reads. */
export interface TransportHandlers {
  message(message: RpcMessage): void;
  /** Called once. Pending calls are rejected with the reason, if it is known by then. */
  closed(why: Promise<Error | undefined>): void;
}

type EventCallback = (params: never) => void;
interface PendingCall {
  readonly site: CallSite;
  resolve(result: unknown): void;
  reject(problem: Error): void;
}

export class BaseClient {
  /** Methods by group: `client.calls.session.wait({ … })`. */
  readonly calls: Calls = groupedProxy((name) => {
    const call = (params?: RequestParams, options?: CallSiteOptions) =>
      this.send(name, params, { ...options, [callSiteKey]: captureCallSite(call) } as CallSiteOptions);
    return call;
  }) as Calls;
  /** Like `on`, by group: `client.news.session.changed(listener)`. */
  readonly news: News = groupedProxy(
    (name) => (listener: EventCallback) => this.on(name as NotificationName, listener as () => void),
  ) as News;
  readonly #closed = createDeferred<void>();
  /** Resolves when the connection is closed by either side. */
  readonly closed = this.#closed.promise;
  readonly #transport: ClientTransport;
  readonly #pending = new Map<number, PendingCall>();
  readonly #listeners = new Map<string, Set<EventCallback>>();
  #lastId = 0;
  /** Set once the connection has ended; resolves to the reason if it is known. */
  #closeCause: Promise<Error | undefined> | undefined;

  constructor(carried: (handlers: TransportHandlers) => ClientTransport) {
    this.#transport = carried({
      message: (message) => this.#handleMessage(message),
      closed: (why) => void this.#handleClose(why),
    });
  }

  request<Name extends MethodName>(
    method: Name,
    ...[params, options]: RequestArguments<Name, [options?: RequestOptions]>
  ): Promise<Methods[Name]['result']> {
    const sited: CallSiteOptions = {
      ...(options as RequestOptions),
      [callSiteKey]: captureCallSite(this.request),
    };
    return this.send(method, params as RequestParams, sited) as Promise<Methods[Name]['result']>;
  }

  /** Like `request`, for a method or parameters that are not known at compile time. */
  send(method: string, params?: RequestParams, options: RequestOptions = {}): Promise<unknown> {
    const { signal, [callSiteKey]: site = captureCallSite(this.send) } = options as CallSiteOptions;
    if (this.#closeCause)
      return this.#closeCause.then((why) =>
        Promise.reject(attachCallSite(connectionError('the connection is closed', why), site)),
      );
    const id = ++this.#lastId;
    const answered = new Promise((resolve, reject) => this.#pending.set(id, { site, resolve, reject }));
    this.#transport.request(id, method, params);
    const cancel = () => this.#transport.notify('$/cancelRequest', { id });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    return answered.finally(() => signal?.removeEventListener('abort', cancel));
  }

  notify(method: string, params?: RequestParams): void {
    this.#transport.notify(method, params);
  }

  /**
   * Adds a listener and returns the function that removes it. Enable the event with `server.set_notifications` first.
   */
  on<Name extends NotificationName>(
    event: Name,
    listener: (params: Notifications[Name]) => void,
  ): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as EventCallback));
    return () => listeners.delete(listener as EventCallback);
  }

  close(): Promise<void> {
    this.#transport.end();
    return this.closed;
  }

  #handleMessage(message: RpcMessage): void {
    if (!('method' in message)) return this.#handleReply(message);
    for (const listener of this.#listeners.get(message.method) ?? []) listener(message.params as never);
  }

  #handleReply(reply: RpcReply): void {
    const pending = this.#pending.get(reply.id as number);
    this.#pending.delete(reply.id as number);
    if ('error' in reply) pending?.reject(attachCallSite(new Refusal(reply.error), pending.site));
    else pending?.resolve(reply.result);
  }

  async #handleClose(cause: Promise<Error | undefined>): Promise<void> {
    this.#closeCause = cause;
    const why = await cause;
    for (const { reject, site } of this.#pending.values())
      reject(attachCallSite(connectionError('the connection closed before the reply arrived', why), site));
    this.#pending.clear();
    this.#closed.resolve();
  }
}

const connectionError = (sentence: string, cause: Error | undefined) =>
  cause ? new Error(`${sentence}: ${cause.message}`, { cause }) : new Error(sentence);

/** Any name is a method name, except symbols and `then`, which the language reads itself (`await` does). */
const namedProxy = <Found>(find: (name: string) => Found): ProxyHandler<object> => ({
  get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : find(name)),
});

const groupedProxy = (operation: (name: string) => unknown): object =>
  new Proxy(
    {},
    namedProxy(
      (group) =>
        new Proxy(
          {},
          namedProxy((name) => operation(`${group}.${name}`)),
        ),
    ),
  );

/**
 * Formats a screen without its trailing blank rows. Of a larger screen it keeps the last rows, where the cursor mostly
 * is.
 */
export function formatScreenBox(screen: string): string {
  const rows = screen.trimEnd().split('\n');
  const cut = Math.max(0, rows.length - limits.errorScreenRows);
  const visible = rows.slice(cut).map((row) => `│ ${clip(row)}`.trimEnd());
  const above = cut > 0 ? [`│ (${cut} rows above are not shown)`] : [];
  const rule = '─'.repeat(Math.max(...visible.map((row) => row.length)));
  return [`┌${rule}`, ...above, ...visible, `└${rule}`].join('\n');
}

const clip = (row: string): string =>
  row.length <= limits.errorScreenCols ? row : `${row.slice(0, limits.errorScreenCols - 1)}…`;

/** An error reply of the server. `message` includes the screen if the server sent it. */
class ErrorReply extends Error {
  /** The error message of the server, without the screen. */
  readonly reason: string;
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: RpcError) {
    const { screen, fault = 'Refusal' } = (data ?? {}) as {
      readonly screen?: unknown;
      readonly fault?: unknown;
    };
    super(typeof screen === 'string' ? `${message}\n${formatScreenBox(screen)}` : message);
    this.name = String(fault);
    this.reason = message;
    // The native dialect uses JSON-RPC 2.0, whose codes are numbers.
    this.code = code as number;
    this.data = data;
  }

  /** Whether the error is this fault, by the name in its data. If so, `data` has the type of the fault. */
  is<Name extends FaultName>(fault: Name): this is RefusalOf<Name> {
    return (this.data as { readonly fault?: unknown } | null | undefined)?.fault === fault;
  }
}

/** The error reply of one fault. */
export interface RefusalOf<Name extends FaultName> extends ErrorReply {
  readonly name: Name;
  readonly data: Faults[Name];
}

interface OtherRefusal extends ErrorReply {
  /** The reply names no fault, such as that of a proxy. */
  readonly name: 'Refusal';
  readonly data: unknown;
}

/** An error reply of the server. After `problem.name === 'Timeout'`, `problem.data` has the type of that fault. */
export type Refusal = { readonly [Name in FaultName]: RefusalOf<Name> }[FaultName] | OtherRefusal;
export const Refusal = ErrorReply as unknown as new (error: RpcError) => Refusal;
