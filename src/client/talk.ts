/** Requests, answers and notifications of the native protocol, typed, over whatever carries messages. Loads in a browser. */
import type { Message, Params, Reply } from '../wire/envelope.ts';
import type {
  Arguments,
  Grouped,
  GroupedNews,
  MethodName,
  Methods,
  NotificationName,
  Notifications,
} from './protocol.ts';
import { Refusal } from './refusal.ts';

export interface RequestOptions {
  /** Cancels the request at the server; it then ends with the fault `Cancelled`. */
  readonly signal?: AbortSignal;
}

/** What takes messages to the server. */
export interface Carrier {
  request(id: number, method: string, params?: Params): void;
  notify(method: string, params?: Params): void;
  end(): void;
}

/** Who is told what comes from there. */
export interface Hearer {
  message(message: Message): void;
  /** Called once. Whoever has a call pending hears why, as far as that is known by then. */
  closed(why: Promise<Error | undefined>): void;
}

type Listener = (params: never) => void;
interface Pending {
  resolve(result: unknown): void;
  reject(problem: Error): void;
}

export class Talk {
  /** Methods by group: `client.calls.session.wait({ … })`. */
  readonly calls: Grouped<[options?: RequestOptions]> = grouped(
    (name) => (params?: Params, options?: RequestOptions) => this.send(name, params, options),
  ) as Grouped<[options?: RequestOptions]>;
  /** As `on`, by group: `client.news.session.changed(listener)`. */
  readonly news: GroupedNews = grouped(
    (name) => (listener: Listener) => this.on(name as NotificationName, listener as () => void),
  ) as GroupedNews;
  /** Kept when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  readonly #carrier: Carrier;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #last = 0;
  /** Kept with why, as far as is known, once the connection has ended. */
  #cause: Promise<Error | undefined> | undefined;

  constructor(carried: (hearer: Hearer) => Carrier) {
    let over!: (ended: Promise<void>) => void;
    this.closed = new Promise((resolve) => {
      over = resolve;
    });
    this.#carrier = carried({
      message: (message) => this.#heard(message),
      closed: (why) => over(this.#ended(why)),
    });
  }

  request<Name extends MethodName>(
    method: Name,
    ...[params, options]: Arguments<Name, [options?: RequestOptions]>
  ): Promise<Methods[Name]['result']> {
    return this.send(method, params as Params, options as RequestOptions | undefined) as Promise<
      Methods[Name]['result']
    >;
  }

  /** As `request`, for a method or parameters that are not known when this is compiled. */
  send(method: string, params?: Params, { signal }: RequestOptions = {}): Promise<unknown> {
    if (this.#cause) return this.#cause.then((why) => Promise.reject(ended('the connection is closed', why)));
    const id = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#carrier.request(id, method, params);
    const cancel = () => this.#carrier.notify('$/cancelRequest', { id });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    return answered.finally(() => signal?.removeEventListener('abort', cancel));
  }

  notify(method: string, params?: Params): void {
    this.#carrier.notify(method, params);
  }

  /** The returned function stops listening. Ask `server.set_notifications` for them first. */
  on<Name extends NotificationName>(
    event: Name,
    listener: (params: Notifications[Name]) => void,
  ): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as Listener));
    return () => listeners.delete(listener as Listener);
  }

  close(): Promise<void> {
    this.#carrier.end();
    return this.closed;
  }

  #heard(message: Message): void {
    if (!('method' in message)) return this.#answered(message);
    for (const listener of this.#listeners.get(message.method) ?? []) listener(message.params as never);
  }

  #answered(reply: Reply): void {
    const pending = this.#pending.get(reply.id as number);
    this.#pending.delete(reply.id as number);
    if ('error' in reply) pending?.reject(new Refusal(reply.error));
    else pending?.resolve(reply.result);
  }

  async #ended(cause: Promise<Error | undefined>): Promise<void> {
    this.#cause = cause;
    const why = await cause;
    for (const { reject } of this.#pending.values())
      reject(ended('the connection closed before the answer came', why));
    this.#pending.clear();
  }
}

const ended = (sentence: string, cause: Error | undefined) =>
  cause ? new Error(`${sentence}: ${cause.message}`, { cause }) : new Error(sentence);

/** Any name is a method's, except those by which the language asks what an object is, such as `await` does. */
const named = <Found>(find: (name: string) => Found): ProxyHandler<object> => ({
  get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : find(name)),
});

const grouped = (deed: (name: string) => unknown): object =>
  new Proxy(
    {},
    named(
      (group) =>
        new Proxy(
          {},
          named((name) => deed(`${group}.${name}`)),
        ),
    ),
  );
