/** The replies to one batch: kept until the last request of it is answered, then sent as one array. */
export interface BatchSink {
  /** What was said and has not left yet. */
  readonly unsent: number;
  /** Characters that are kept back, or given free when negative; whoever bounds what is unsent has to know. */
  kept(chars: number): void;
  send(json: string): void;
}

export class Batch {
  readonly #sink: BatchSink;
  readonly #replies: string[] = [];
  #awaited = 0;
  #sealed = false;
  #chars = 0;

  constructor(sink: BatchSink) {
    this.#sink = sink;
  }

  expect(): void {
    this.#awaited++;
  }

  answer(json: string): void {
    this.#awaited--;
    this.#replies.push(json);
    this.#chars += json.length;
    this.#sink.kept(json.length);
    this.#sendIfWhole();
  }

  /** All messages of the batch are opened: it may be complete now. One of notifications only has no reply at all. */
  seal(): void {
    this.#sealed = true;
    this.#sendIfWhole();
  }

  #sendIfWhole(): void {
    if (!this.#sealed || this.#awaited > 0 || this.#replies.length === 0) return;
    this.#sink.kept(-this.#chars);
    this.#sink.send(`[${this.#replies.join(',')}]`);
  }
}
