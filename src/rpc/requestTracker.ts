/**
 * Tracks the requests of a connection: gives them our own ids, limits how many run, and collects the replies of
 * batches. vscode-jsonrpc accepts no null id, no id twice at once, no 64-bit id and no batch. Long because these rules
 * share the table of pending requests.
 */
import type { ChannelLimits } from './channel.ts';
import {
  createProtocolError,
  type Envelope,
  IdScanner,
  type ProtocolErrorReason,
  parseMessage,
  type RejectedMessage,
  type RequestParams,
  type RpcMessage,
  type RpcNotification,
  type RpcOutcome,
  type RpcRequest,
  type WireId,
} from './envelope.ts';

interface PendingRequest {
  /** The id that the other side gave. */
  readonly id: WireId;
  readonly method: string;
  readonly batch: ReplyBatch | null;
  /** Whether the method can wait for something to happen. */
  readonly waits: boolean;
}

/** A notification. Handled here because it names an id, which has to be translated. */
const cancelMethod = '$/cancelRequest';

/**
 * The running requests under our own ids. The other side may use null, or one id twice at once; vscode-jsonrpc accepts
 * neither.
 */
class PendingRequests {
  readonly #requests = new Map<number, PendingRequest>();
  #waiting = 0;
  #next = 1;

  get size(): number {
    return this.#requests.size;
  }

  /** Number of running requests that can wait for something to happen. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Our next id. Ids only grow. */
  get next(): number {
    return this.#next;
  }

  /** Returns our id. */
  add(requested: PendingRequest): number {
    this.#requests.set(this.#next, requested);
    if (requested.waits) this.#waiting++;
    return this.#next++;
  }

  /** The id that the other side gave. */
  clientIdOf(own: number): WireId | undefined {
    return this.#requests.get(own)?.id;
  }

  /** Returns undefined for an unknown or answered request. */
  settle(own: number): PendingRequest | undefined {
    const requested = this.#requests.get(own);
    if (!requested) return undefined;
    this.#requests.delete(own);
    if (requested.waits) this.#waiting--;
    return requested;
  }

  /** Returns all running requests that a cancellation names, because the other side may use one id twice. */
  findCancelled(params: RequestParams | undefined): number[] {
    const id = params && 'id' in params ? params.id : undefined;
    return [...this.#requests].filter(([, requested]) => requested.id === id).map(([own]) => own);
  }
}

/** The part of the write queue of a channel that replies need. */
interface ReplyOutput {
  readonly unsent: number;
  readonly clogged: boolean;
  /** Counts characters that are held back toward the limit of unsent data; negative to release them. */
  reserve(chars: number): void;
  send(json: string): void;
}

/** Collects the replies of a batch and sends them as one array after the last one. */
class ReplyBatch {
  readonly #sink: ReplyOutput;
  readonly #replies: string[] = [];
  #awaited = 0;
  #sealed = false;
  #chars = 0;

  constructor(sink: ReplyOutput) {
    this.#sink = sink;
  }

  expect(): void {
    this.#awaited++;
  }

  answer(json: string): void {
    this.#awaited--;
    this.#replies.push(json);
    this.#chars += json.length;
    this.#sink.reserve(json.length);
    this.#sendIfWhole();
  }

  /** All messages of the batch are parsed, so it may be complete now. A batch of notifications has no reply. */
  seal(): void {
    this.#sealed = true;
    this.#sendIfWhole();
  }

  #sendIfWhole(): void {
    if (!this.#sealed || this.#awaited > 0 || this.#replies.length === 0) return;
    this.#sink.reserve(-this.#chars);
    this.#sink.send(`[${this.#replies.join(',')}]`);
  }
}

interface RequestHandlers {
  onMessage(message: RpcMessage): void;
  /** Whether a request of this method can wait for something to happen. */
  waits(method: string): boolean;
  /** A queue has become empty. */
  emptied(): void;
}

/** Holds received messages that may not start yet. They start in the order of arrival. */
class RequestQueue<Item extends { readonly chars: number }> {
  readonly #items: Item[] = [];
  readonly #canStart: (item: Item) => boolean;
  readonly #start: (item: Item) => void;
  readonly #emptied: () => void;
  #chars = 0;
  #starting = false;

  constructor(canStart: (item: Item) => boolean, start: (item: Item) => void, emptied: () => void) {
    this.#canStart = canStart;
    this.#start = start;
    this.#emptied = emptied;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Total length of the waiting messages. */
  get chars(): number {
    return this.#chars;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items.values();
  }

  /** Starts the item at once if the queue is empty and it may start. */
  add(item: Item): void {
    if (this.#items.length === 0 && !this.#starting && this.#canStart(item)) return this.#start(item);
    this.#items.push(item);
    this.#chars += item.chars;
  }

  /** Call when something may start. An item that ends while it starts does not re-enter. */
  startNext(): void {
    if (this.#starting || this.#items.length === 0) return;
    this.#starting = true;
    try {
      for (let [first] = this.#items; first && this.#canStart(first); [first] = this.#items) {
        this.#items.shift();
        this.#chars -= first.chars;
        this.#start(first);
      }
    } finally {
      this.#starting = false;
    }
    if (this.#items.length === 0) this.#emptied();
  }

  clear(): void {
    this.#items.length = 0;
    this.#chars = 0;
  }
}

interface QueuedTask {
  readonly chars: number;
  readonly run: () => void;
}

interface QueuedMessage {
  readonly message: RpcRequest | RpcNotification;
  readonly batch: ReplyBatch | null;
  readonly chars: number;
  readonly waits: boolean;
  cancelled: boolean;
}

export class RequestTracker {
  readonly #limits: ChannelLimits;
  readonly #envelope: Envelope;
  readonly #out: ReplyOutput;
  readonly #handlers: RequestHandlers;
  readonly #pending = new PendingRequests();
  /** Messages of a sequential envelope, and rejections between them: each waits for the answer before it. */
  readonly #serialQueue: RequestQueue<QueuedTask>;
  /** Messages that wait because too many requests are pending, or because the other side does not read replies. */
  readonly #startQueue: RequestQueue<QueuedMessage>;
  #yielding = false;
  /** Looks for the id in the rest of a message that is too long. */
  #idScanner: IdScanner | undefined;
  #readFrom = 1;
  #readUnanswered = 0;

  constructor(limits: ChannelLimits, envelope: Envelope, out: ReplyOutput, handlers: RequestHandlers) {
    this.#limits = limits;
    this.#envelope = envelope;
    this.#out = out;
    this.#handlers = handlers;
    this.#serialQueue = new RequestQueue(
      () => this.#pending.size === 0 && !out.clogged && !this.#yielding,
      ({ run }) => {
        this.#yieldTurn();
        run();
      },
      handlers.emptied,
    );
    this.#startQueue = new RequestQueue(
      ({ waits }) => this.#canStart(waits),
      (one) => this.#start(one),
      handlers.emptied,
    );
  }

  /** The connection has closed: what has not started never will. */
  close(): void {
    this.#serialQueue.clear();
    this.#startQueue.clear();
  }

  /** Number of requests that run or are queued. */
  get pending(): number {
    return this.#pending.size + this.#serialQueue.size + this.#startQueue.size;
  }

  /** Whether the queues are so full that reading should pause. */
  get isFull(): boolean {
    const { frameBytes, pendingRequests } = this.#limits;
    return [this.#serialQueue, this.#startQueue].some(
      ({ size, chars }) => size >= pendingRequests || chars >= frameBytes,
    );
  }

  /** Whether requests of the latest read are still unanswered. */
  get repliesDue(): boolean {
    return this.#readUnanswered > 0;
  }

  /** Requests received from now on belong to one read. */
  beginRead(): void {
    this.#readFrom = this.#pending.next;
    this.#readUnanswered = 0;
  }

  /** `text` is the source of the value. */
  receive(value: unknown, text: string): void {
    if (this.#envelope.sequential)
      this.#serialQueue.add({ chars: text.length, run: () => this.#receiveOne(value, null, text) });
    else if (!Array.isArray(value) || !this.#envelope.batches) this.#receiveOne(value, null, text);
    else if (value.length === 0) this.reject('batch_empty');
    else if (value.length > this.#limits.batchMessages) this.reject('batch_too_large');
    else this.#receiveBatch(value, text.length);
  }

  /** Returns the id that the client gave to a pending request, as JSON; undefined if it gave none. */
  clientIdOf(own: number): string | undefined {
    const id = this.#pending.clientIdOf(own);
    return id === undefined ? undefined : formatId(id) || undefined;
  }

  /** Returns false for an unknown or answered request. */
  answer(own: number, outcome: RpcOutcome): boolean {
    const requested = this.#pending.settle(own);
    if (!requested) return false;
    if (own >= this.#readFrom) this.#readUnanswered--;
    this.#send(this.#fitReply(requested, outcome), requested.batch);
    this.drained();
    return true;
  }

  /** Call when there may be room for more. */
  drained(): void {
    if (this.#serialQueue.size > 0 && !this.#yielding) this.#yieldTurn();
    this.#startQueue.startNext();
  }

  /**
   * Each message of a sequential envelope gets its own turn of the event loop, or one client could block all others
   * with a single chunk.
   */
  #yieldTurn(): void {
    this.#yielding = true;
    setImmediate(() => {
      this.#yielding = false;
      this.#serialQueue.startNext();
    });
  }

  /** Returns the reply, or an error if the reply exceeds the limit of unsent data. */
  #fitReply({ id, method }: PendingRequest, outcome: RpcOutcome): string {
    const json = this.#encode(id, outcome, method);
    if (this.#out.unsent + json.length <= this.#limits.outboxCloseBytes) return json;
    return this.#encode(id, { error: this.#protocolError('unread') }, method);
  }

  /** Answers input that could not be read. `beginning` is that of a message that is too long. */
  reject(reason: ProtocolErrorReason, final = false, beginning?: Buffer): void {
    if (!beginning) return this.#sendRejection(reason, this.#envelope.fallbackId, final);
    this.#idScanner = new IdScanner(this.#limits, this.#envelope);
    this.#scanForId(
      this.#envelope.findsLateIds ? beginning : beginning.subarray(0, 2 * this.#limits.idBytes),
    );
    if (!this.#envelope.findsLateIds) this.skipped(null);
  }

  /** The next bytes of a message that is too long; null at its end. It is answered as soon as its id is known. */
  skipped(piece: Buffer | null): void {
    if (piece) this.#scanForId(piece);
    else if (this.#idScanner) this.#rejectOversized(this.#envelope.fallbackId);
  }

  #scanForId(piece: Buffer): void {
    const id = this.#idScanner?.push(piece);
    if (id !== undefined) this.#rejectOversized(id);
  }

  #rejectOversized(id: WireId): void {
    this.#idScanner = undefined;
    this.#sendRejection('frame_too_large', id);
  }

  /** In a sequential envelope, a rejection waits for its turn, unless it is the last. */
  #sendRejection(reason: ProtocolErrorReason, id: WireId, final = false): void {
    const run = () => this.#send(this.#encode(id, { error: this.#protocolError(reason) }), null);
    if (this.#envelope.sequential && !final) this.#serialQueue.add({ chars: 0, run });
    else run();
  }

  #receiveBatch(values: readonly unknown[], chars: number): void {
    const batch = new ReplyBatch(this.#out);
    for (const value of values) this.#receiveOne(value, batch, '', chars / values.length);
    batch.seal();
  }

  #receiveOne(value: unknown, batch: ReplyBatch | null, text: string, chars = text.length): void {
    this.#envelope.onValue?.(text);
    const opened = parseMessage(value, this.#limits, this.#envelope, text);
    if (opened === null) return;
    if ('refused' in opened) this.#replyAtOnce(opened.refused, opened.refused, batch);
    else this.#receiveMessage(opened.message, batch, chars);
  }

  /** A cancellation is never queued, because it may end a queued request. */
  #receiveMessage(message: RpcMessage, batch: ReplyBatch | null, chars: number): void {
    if (!('method' in message)) this.#handlers.onMessage(message);
    else if (message.method === cancelMethod && !('id' in message)) this.#cancel(message.params);
    else {
      if ('id' in message) batch?.expect();
      const waits = 'id' in message && this.#handlers.waits(message.method);
      this.#startQueue.add({ message, batch, chars, waits, cancelled: false });
    }
  }

  /** In a sequential envelope the serial queue has decided already. */
  #canStart(waits: boolean): boolean {
    const { pendingRequests, pendingWaits } = this.#limits;
    const { size, waiting } = this.#pending;
    if (this.#envelope.sequential) return true;
    if (this.#out.clogged) return false;
    return waits ? waiting < pendingWaits : size - waiting < pendingRequests;
  }

  #start({ message, batch, waits, cancelled }: QueuedMessage): void {
    if (!('id' in message)) return this.#handlers.onMessage(message);
    const { id, method } = message;
    const own = this.#pending.add({ id, method, batch, waits });
    this.#readUnanswered++;
    this.#handlers.onMessage({ ...message, id: own });
    if (cancelled) this.#deliverCancel(own);
  }

  #cancel(params: RpcRequest['params']): void {
    for (const own of this.#pending.findCancelled(params)) this.#deliverCancel(own);
    const id = params && 'id' in params ? params.id : undefined;
    for (const held of this.#startQueue)
      if ('id' in held.message && held.message.id === id) held.cancelled = true;
  }

  #deliverCancel(id: number): void {
    this.#handlers.onMessage({ jsonrpc: '2.0', method: cancelMethod, params: { id } });
  }

  #replyAtOnce(
    { id, method }: RpcRequest | RejectedMessage,
    outcome: RpcOutcome,
    batch: ReplyBatch | null,
  ): void {
    batch?.expect();
    this.#send(this.#encode(id, outcome, method), batch);
  }

  #send(json: string, batch: ReplyBatch | null): void {
    if (batch === null) this.#out.send(json);
    else batch.answer(json);
  }

  /** A result that cannot be serialized is an internal error; the request is still answered. */
  #encode(id: WireId, outcome: RpcOutcome, method?: string): string {
    const written = formatId(id);
    try {
      return this.#envelope.reply(written, outcome, method);
    } catch {
      return this.#envelope.reply(written, { error: this.#protocolError('not_serialisable') }, method);
    }
  }

  #protocolError(reason: ProtocolErrorReason) {
    return createProtocolError(reason, this.#limits, undefined, this.#envelope.codes);
  }
}

function formatId(id: WireId): string {
  if (typeof id === 'bigint') return String(id);
  return typeof id === 'object' && id !== null ? (id.json ?? '') : JSON.stringify(id);
}
