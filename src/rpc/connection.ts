/**
 * One client: vscode-jsonrpc carries the requests, their ids and their cancellation; the channel below it does the
 * reading and writing, and the dispatch above it does the deed.
 */
import {
  type CancellationToken,
  createMessageConnection,
  Emitter,
  type Event as Happening,
  type Message,
  type MessageReader,
  type MessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { Outcome, Params } from '../wire/envelope.ts';
import type { Caller, Cancellation } from './call.ts';
import type { Dispatch } from './dispatch.ts';

/** What a connection needs of the line below it. */
export interface Line {
  readonly clogged: boolean;
  reply(own: number, outcome: Outcome): void;
  notify(method: string, params?: Params): void;
  end(): void;
}

export class Connection<World> implements Caller {
  static #last = 0;
  readonly id = ++Connection.#last;
  readonly #line: Line;
  readonly #messages = new Emitter<Message>();
  readonly #over = new Emitter<void>();
  readonly #drained = new Set<() => void>();
  readonly #closed = new Set<() => void>();
  readonly #peer: ReturnType<typeof createMessageConnection>;
  /** Notifications that have come and that nobody has been told of yet. */
  #unheard = 0;
  #left: (() => void) | undefined;

  constructor(line: Line, dispatch: Dispatch<World>) {
    this.#line = line;
    const logger = { error() {}, warn() {}, info() {}, log() {} };
    this.#peer = createMessageConnection(readerOf(this.#messages, this.#over.event), writerTo(line), logger);
    this.#peer.onRequest((method, params, token) => this.#answer(dispatch, method, params, token));
    this.#peer.onNotification((method, params) => this.#heed(dispatch, method, params));
    this.#peer.listen();
  }

  get clogged(): boolean {
    return this.#line.clogged;
  }

  message(message: object): void {
    if (isHeeded(message)) this.#unheard += 1;
    this.#messages.fire(message as Message);
  }

  drained(): void {
    for (const listener of this.#drained) listener();
  }

  /** `left` is told once everything that the client said before it went has been heeded. */
  closed(left: () => void): void {
    this.#over.fire();
    for (const listener of this.#closed) listener();
    this.#closed.clear();
    this.#left = left;
    this.#leave();
  }

  notify(event: string, params: object): void {
    this.#line.notify(event, params as Params);
  }

  end(): void {
    this.#line.end();
  }

  onDrained(listener: () => void): () => void {
    this.#drained.add(listener);
    return () => this.#drained.delete(listener);
  }

  onClosed(listener: () => void): () => void {
    this.#closed.add(listener);
    return () => this.#closed.delete(listener);
  }

  #answer(dispatch: Dispatch<World>, method: string, params: unknown, token: CancellationToken): unknown {
    const outcome = dispatch.run(method, params, this, this.#cancellation(token));
    return outcome instanceof Promise ? outcome.then(unwrap) : unwrap(outcome);
  }

  /** A notification has no reply, whatever becomes of it. Those that begin with `$/` are optional by agreement. */
  #heed(dispatch: Dispatch<World>, method: string, params: unknown): void {
    if (method.startsWith('$/')) return;
    void dispatch.run(method, params, this, this.#untilClosed());
    this.#unheard -= 1;
    this.#leave();
  }

  #leave(): void {
    if (!this.#left || this.#unheard > 0) return;
    this.#peer.dispose();
    this.#left();
  }

  #cancellation(token: CancellationToken): Cancellation {
    return {
      get cancelled() {
        return token.isCancellationRequested;
      },
      onCancel: (listener) => {
        const requested = token.onCancellationRequested(listener);
        const forget = this.onClosed(listener);
        return () => {
          requested.dispose();
          forget();
        };
      },
    };
  }

  #untilClosed(): Cancellation {
    return { cancelled: false, onCancel: (listener) => this.onClosed(listener) };
  }
}

const isHeeded = (message: { id?: unknown; method?: string }) =>
  message.id === undefined && !message.method?.startsWith('$/');

function unwrap(outcome: Outcome): unknown {
  if (!('error' in outcome)) return outcome.result;
  const { code, message, data } = outcome.error;
  return new ResponseError(code, message, data);
}

const nobody: Happening<never> = () => ({ dispose() {} });

const readerOf = (messages: Emitter<Message>, over: Happening<void>): MessageReader => ({
  onError: nobody,
  onClose: over,
  onPartialMessage: nobody,
  listen: (callback) => messages.event(callback),
  dispose: () => messages.dispose(),
});

const writerTo = (line: Line): MessageWriter => ({
  onError: nobody,
  onClose: nobody,
  write: (message) => {
    const { id, ...outcome } = message as unknown as { id: number } & Outcome;
    line.reply(id, outcome);
    return written;
  },
  end: () => {},
  dispose: () => {},
});

const written = Promise.resolve();
