/**
 * One client of JSON-RPC 2.0: vscode-jsonrpc carries the requests, their ids and their cancellation; the channel below it does the
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
import type { Outcome } from '../wire/envelope.ts';
import type { Cancellation } from './call.ts';
import type { Dispatch } from './dispatch.ts';
import { type Line, LineCaller } from './lineCaller.ts';

export class Connection<World> extends LineCaller {
  readonly #messages = new Emitter<Message>();
  readonly #over = new Emitter<void>();
  readonly #peer: ReturnType<typeof createMessageConnection>;
  /** Notifications that have come and that nobody has been told of yet. */
  #unheard = 0;
  #left: (() => void) | undefined;

  constructor(line: Line, dispatch: Dispatch<World>) {
    super(line);
    const logger = { error() {}, warn() {}, info() {}, log() {} };
    this.#peer = createMessageConnection(readerOf(this.#messages, this.#over.event), writerTo(line), logger);
    this.#peer.onRequest((method, params, token) => this.#answer(dispatch, method, params, token));
    this.#peer.onNotification((method, params) => this.#heed(dispatch, method, params));
    this.#peer.listen();
  }

  message(message: object): void {
    if (isHeeded(message)) this.#unheard += 1;
    this.#messages.fire(message as Message);
  }

  /** `left` is told once everything that the client said before it went has been heeded. */
  closed(left: () => void): void {
    this.#over.fire();
    this.tellClosed();
    this.#left = left;
    this.#leave();
  }

  #answer(dispatch: Dispatch<World>, method: string, params: unknown, token: CancellationToken): unknown {
    const outcome = dispatch.run(method, params, this, this.#cancellation(token));
    return outcome instanceof Promise ? outcome.then(unwrap) : unwrap(outcome);
  }

  /** A notification has no reply, whatever becomes of it. Those that begin with `$/` are optional by agreement. */
  #heed(dispatch: Dispatch<World>, method: string, params: unknown): void {
    if (method.startsWith('$/')) return;
    void dispatch.run(method, params, this, this.untilClosed());
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
}

const isHeeded = (message: { id?: unknown; method?: string }) =>
  message.id === undefined && !message.method?.startsWith('$/');

function unwrap(outcome: Outcome): unknown {
  if (!('error' in outcome)) return outcome.result;
  const { code, message, data } = outcome.error;
  // In JSON-RPC 2.0 a code is a number: a dialect with others has an envelope of its own, and another connection.
  return new ResponseError(code as number, message, data);
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
