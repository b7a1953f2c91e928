/** Values that came in become messages with own ids; outcomes go back under the ids of the other side. */
import { Batch, type BatchSink } from './batch.ts';
import type { Message, Outcome, Request, RequestId } from './envelope.ts';
import { replyTo } from './envelope.ts';
import type { WireLimits } from './limits.ts';
import { cancelRequest, Pending } from './pending.ts';
import { type RefusalReason, refusal } from './refusal.ts';
import { open } from './refuse.ts';

export class Exchange {
  readonly #limits: WireLimits;
  readonly #out: BatchSink;
  readonly #handOn: (message: Message) => void;
  readonly #pending: Pending;
  #readFrom = 1;
  #readUnanswered = 0;

  constructor(limits: WireLimits, out: BatchSink, handOn: (message: Message) => void) {
    this.#limits = limits;
    this.#out = out;
    this.#handOn = handOn;
    this.#pending = new Pending(limits.pendingRequests);
  }

  /** How many requests are in flight. */
  get pending(): number {
    return this.#pending.size;
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

  take(value: unknown): void {
    if (!Array.isArray(value)) this.#takeOne(value, null);
    else if (value.length === 0) this.refuse('batch_empty');
    else if (value.length > this.#limits.batchMessages) this.refuse('batch_too_large');
    else this.#takeAll(value);
  }

  /** False when that request was never asked, or is answered already. */
  answer(own: number, outcome: Outcome): boolean {
    const asked = this.#pending.settle(own);
    if (!asked) return false;
    if (own >= this.#readFrom) this.#readUnanswered--;
    this.#send(this.#fitting(asked.id, outcome), asked.batch);
    return true;
  }

  /** One who asks for much at once is answered with what there is room for, and told so for the rest. */
  #fitting(id: RequestId, outcome: Outcome): string {
    const json = this.#encode(id, outcome);
    if (this.#out.unsent + json.length <= this.#limits.outboxCloseBytes) return json;
    return this.#encode(id, { error: refusal('unread', this.#limits) });
  }

  /** Answers what has no id that could be known. */
  refuse(reason: RefusalReason): void {
    this.#send(this.#encode(null, { error: refusal(reason, this.#limits) }), null);
  }

  #takeAll(values: readonly unknown[]): void {
    const batch = new Batch(this.#out);
    for (const value of values) this.#takeOne(value, batch);
    batch.seal();
  }

  #takeOne(value: unknown, batch: Batch | null): void {
    const opened = open(value, this.#limits);
    if (opened === null) return;
    if ('refused' in opened) this.#answerAtOnce(opened.refused.id, opened.refused, batch);
    else this.#takeMessage(opened.message, batch);
  }

  #takeMessage(message: Message, batch: Batch | null): void {
    if ('method' in message && 'id' in message) this.#ask(message, batch);
    else if ('method' in message && message.method === cancelRequest) this.#cancel(message.params);
    else this.#handOn(message);
  }

  #ask(request: Request, batch: Batch | null): void {
    const own = this.#pending.admit(request.id, batch);
    if (own === null) {
      this.#answerAtOnce(request.id, { error: refusal('busy', this.#limits) }, batch);
      return;
    }
    batch?.expect();
    this.#readUnanswered++;
    this.#handOn({ ...request, id: own });
  }

  #cancel(params: Request['params']): void {
    for (const id of this.#pending.meantBy(params)) {
      this.#handOn({ jsonrpc: '2.0', method: cancelRequest, params: { id } });
    }
  }

  #answerAtOnce(id: RequestId, outcome: Outcome, batch: Batch | null): void {
    batch?.expect();
    this.#send(this.#encode(id, outcome), batch);
  }

  #send(json: string, batch: Batch | null): void {
    if (batch === null) this.#out.send(json);
    else batch.answer(json);
  }

  /** A result that is no JSON is our own failure, and the request is answered all the same. */
  #encode(id: RequestId, outcome: Outcome): string {
    try {
      return JSON.stringify(replyTo(id, outcome));
    } catch {
      return JSON.stringify(replyTo(id, { error: refusal('not_serialisable', this.#limits) }));
    }
  }
}
