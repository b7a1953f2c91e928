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
}

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
  #over = false;

  constructor({ input, output, framing = 'ndjson' }: Line) {
    let over!: () => void;
    this.closed = new Promise((resolve) => {
      over = resolve;
    });
    this.#channel = openChannel(
      { input, output, framing, limits: generous, timer: systemClock },
      {
        message: (message) => this.#heard(message),
        closed: () => {
          this.#ended();
          over();
        },
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
    if (this.#over) return Promise.reject(new Error('the connection is closed'));
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

  #ended(): void {
    this.#over = true;
    for (const { reject } of this.#pending.values())
      reject(new Error('the connection closed before the answer came'));
    this.#pending.clear();
  }
}

const grouped = (client: Client): Grouped<[options?: RequestOptions]> =>
  new Proxy({} as Grouped<[options?: RequestOptions]>, {
    get: (_, group) =>
      new Proxy(
        {},
        {
          get: (__, deed) => (params?: Params, options?: RequestOptions) =>
            client.send(`${String(group)}.${String(deed)}`, params, options),
        },
      ),
  });
