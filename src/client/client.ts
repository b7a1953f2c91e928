/** A client of the native protocol over any pair of streams. Every method and notification is typed. */
import type { Readable, Writable } from 'node:stream';
import { limits } from '../core/limits.ts';
import { systemClock } from '../platform/clock.ts';
import { type Channel, openChannel } from '../wire/channel.ts';
import type { Message, Params, Reply } from '../wire/envelope.ts';
import type { Framing } from '../wire/framing.ts';
import type { Arguments, Grouped, MethodName, Methods, NotificationName, Notifications } from './protocol.ts';
import { Refusal } from './refusal.ts';

export interface RequestOptions {
  /** Cancels the request at the server; it then ends with the fault `Cancelled`. */
  readonly signal?: AbortSignal;
}

export interface Line {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing?: Framing;
  /** Why the line ended, where that can be known: told to those whose calls it ended. */
  readonly ending?: Promise<Error>;
}

/** A process that has closed its streams has mostly ended. One that has not keeps nobody waiting to hear why. */
const endingMs = 1000;

/** A server's replies are bounded by what it may have unsent, which is more than a request may be. */
const generous = { ...limits, frameBytes: limits.outboxCloseBytes };

type Listener = (params: never) => void;
interface Pending {
  resolve(result: unknown): void;
  reject(problem: Error): void;
}

export class Client {
  /** Methods by group: `client.calls.session.wait({ … })`. */
  readonly calls: Grouped<[options?: RequestOptions]> = grouped(this);
  /** Kept when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #last = 0;
  /** Kept with why, as far as is known, once the connection has ended. */
  #cause: Promise<Error | undefined> | undefined;

  constructor({ input, output, framing = 'ndjson', ending }: Line) {
    let over!: (ended: Promise<void>) => void;
    this.closed = new Promise((resolve) => {
      over = resolve;
    });
    this.#channel = openChannel(
      { input, output, framing, limits: generous, timer: systemClock },
      {
        message: (message) => this.#heard(message),
        closed: () => over(this.#ended(ending)),
      },
    );
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
    this.#channel.request(id, method, params);
    const cancel = () => this.#channel.notify('$/cancelRequest', { id });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    return answered.finally(() => signal?.removeEventListener('abort', cancel));
  }

  notify(method: string, params?: Params): void {
    this.#channel.notify(method, params);
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
    this.#channel.end();
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

  async #ended(ending: Promise<Error> | undefined): Promise<void> {
    this.#cause = ending ? soon(ending) : Promise.resolve(undefined);
    const why = await this.#cause;
    for (const { reject } of this.#pending.values())
      reject(ended('the connection closed before the answer came', why));
    this.#pending.clear();
  }
}

const ended = (sentence: string, cause: Error | undefined) =>
  cause ? new Error(`${sentence}: ${cause.message}`, { cause }) : new Error(sentence);

const soon = (ending: Promise<Error>): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const disarm = systemClock.after(endingMs, () => resolve(undefined));
    void ending.then(resolve).then(disarm);
  });

/** Any name is a method's, except those by which the language asks what an object is, such as `await` does. */
const named = <Found>(find: (name: string) => Found): ProxyHandler<object> => ({
  get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : find(name)),
});

const grouped = (client: Client) =>
  new Proxy(
    {},
    named(
      (group) =>
        new Proxy(
          {},
          named(
            (deed) => (params?: Params, options?: RequestOptions) =>
              client.send(`${group}.${deed}`, params, options),
          ),
        ),
    ),
  ) as Grouped<[options?: RequestOptions]>;
