/** Values that came in become messages with own ids; outcomes go back under the ids of the other side. */
import { Batch, type BatchSink } from './batch.ts';
import type { AskedId, Envelope, Message, Outcome, Request } from './envelope.ts';
import { InTurn } from './inTurn.ts';
import type { WireLimits } from './limits.ts';
import { type Asked, cancelRequest, Pending } from './pending.ts';
import { type RefusalReason, refusal } from './refusal.ts';
import { open, type Refused } from './refuse.ts';

export interface ExchangeSink extends BatchSink {
  readonly clogged: boolean;
}

export interface ExchangeHandlers {
  handOn(message: Message): void;
  /** Of what waited for its turn nothing is left. */
  emptied(): void;
}

export class Exchange {
  readonly #limits: WireLimits;
  readonly #envelope: Envelope;
  readonly #out: ExchangeSink;
  readonly #handlers: ExchangeHandlers;
  readonly #pending: Pending;
  readonly #inTurn: InTurn;
  #readFrom = 1;
  #readUnanswered = 0;

  constructor(limits: WireLimits, envelope: Envelope, out: ExchangeSink, handlers: ExchangeHandlers) {
    this.#limits = limits;
    this.#envelope = envelope;
    this.#out = out;
    this.#handlers = handlers;
    this.#pending = new Pending(limits.pendingRequests);
    this.#inTurn = new InTurn({
      free: () => this.#pending.size === 0 && !out.clogged,
      emptied: () => handlers.emptied(),
    });
  }

  /** How many requests are in flight or wait for their turn. */
  get pending(): number {
    return this.#pending.size + this.#inTurn.size;
  }

  /** Whether so much waits for its turn that no more should be read. */
  get crowded(): boolean {
    const { frameBytes, pendingRequests } = this.#limits;
    return this.#inTurn.size >= pendingRequests || this.#inTurn.chars >= frameBytes;
  }

  /** Whether requests of the latest read are not answered yet. */
  get repliesDue(): boolean {
    return this.#readUnanswered > 0;
  }

  /** What is taken from now on came together. */
  beginRead(): void {
    this.#readFrom = this.#pending.next;
    this.#readUnanswered = 0;
  }

  /** `text` is what the value was read from. */
  take(value: unknown, text: string): void {
    if (this.#envelope.inTurn) this.#inTurn.add(text.length, () => this.#takeOne(value, null, text));
    else if (!Array.isArray(value) || !this.#envelope.batches) this.#takeOne(value, null, text);
    else if (value.length === 0) this.refuse('batch_empty');
    else if (value.length > this.#limits.batchMessages) this.refuse('batch_too_large');
    else this.#takeAll(value);
  }

  /** How the other side calls a request in flight, as JSON; undefined for what has no id. */
  calledBy(own: number): string | undefined {
    const id = this.#pending.idOf(own);
    return id === undefined ? undefined : textOf(id) || undefined;
  }

  /** False when that request was never asked, or is answered already. */
  answer(own: number, outcome: Outcome): boolean {
    const asked = this.#pending.settle(own);
    if (!asked) return false;
    if (own >= this.#readFrom) this.#readUnanswered--;
    this.#send(this.#fitting(asked, outcome), asked.batch);
    this.#inTurn.next();
    return true;
  }

  /** What was said has been taken: the next may be answered. */
  drained(): void {
    this.#inTurn.next();
  }

  /** One who asks for much at once is answered with what there is room for, and told so for the rest. */
  #fitting({ id, method }: Asked, outcome: Outcome): string {
    const json = this.#encode(id, outcome, method);
    if (this.#out.unsent + json.length <= this.#limits.outboxCloseBytes) return json;
    return this.#encode(id, { error: this.#refusal('unread') }, method);
  }

  /** Answers what has no id that could be known: when its turn has come, or at once where it is the last. */
  refuse(reason: RefusalReason, final = false): void {
    const { inTurn, unreadId } = this.#envelope;
    const say = () => this.#send(this.#encode(unreadId, { error: this.#refusal(reason) }), null);
    if (inTurn && !final) this.#inTurn.add(0, say);
    else say();
  }

  #takeAll(values: readonly unknown[]): void {
    const batch = new Batch(this.#out);
    for (const value of values) this.#takeOne(value, batch, '');
    batch.seal();
  }

  #takeOne(value: unknown, batch: Batch | null, text: string): void {
    this.#envelope.heard?.(text);
    const opened = open(value, this.#limits, this.#envelope, text);
    if (opened === null) return;
    if ('refused' in opened) this.#answerAtOnce(opened.refused, opened.refused, batch);
    else this.#takeMessage(opened.message, batch);
  }

  #takeMessage(message: Message, batch: Batch | null): void {
    if ('method' in message && 'id' in message) this.#ask(message, batch);
    else if ('method' in message && message.method === cancelRequest) this.#cancel(message.params);
    else this.#handlers.handOn(message);
  }

  #ask(request: Request, batch: Batch | null): void {
    const own = this.#pending.admit(request, batch);
    if (own === null) {
      this.#answerAtOnce(request, { error: this.#refusal('busy') }, batch);
      return;
    }
    batch?.expect();
    this.#readUnanswered++;
    this.#handlers.handOn({ ...request, id: own });
  }

  #cancel(params: Request['params']): void {
    for (const id of this.#pending.meantBy(params)) {
      this.#handlers.handOn({ jsonrpc: '2.0', method: cancelRequest, params: { id } });
    }
  }

  #answerAtOnce({ id, method }: Request | Refused, outcome: Outcome, batch: Batch | null): void {
    batch?.expect();
    this.#send(this.#encode(id, outcome, method), batch);
  }

  #send(json: string, batch: Batch | null): void {
    if (batch === null) this.#out.send(json);
    else batch.answer(json);
  }

  /** A result that is no JSON is our own failure, and the request is answered all the same. */
  #encode(id: AskedId, outcome: Outcome, method?: string): string {
    const written = textOf(id);
    try {
      return this.#envelope.reply(written, outcome, method);
    } catch {
      return this.#envelope.reply(written, { error: this.#refusal('not_serialisable') }, method);
    }
  }

  #refusal(reason: RefusalReason) {
    return refusal(reason, this.#limits, undefined, this.#envelope.codes);
  }
}

function textOf(id: AskedId): string {
  if (typeof id === 'bigint') return String(id);
  return typeof id === 'object' && id !== null ? (id.json ?? '') : JSON.stringify(id);
}
