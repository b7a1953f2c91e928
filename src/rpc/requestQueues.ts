/** Queues of received messages that have not started. */
interface SizedMessage {
  /** Length of its text. */
  readonly chars: number;
}

export interface StartQueueHandlers<Message> {
  /** Whether the message may start. */
  canStart(message: Message): boolean;
  start(message: Message): void;
  /** The queue has become empty. */
  emptied(): void;
}

/**
 * Holds messages while the limit of pending requests is reached or the other side does not read replies. They start in
 * the order of arrival.
 */
export class StartQueue<Message extends SizedMessage> {
  readonly #handlers: StartQueueHandlers<Message>;
  readonly #messages: Message[] = [];
  #chars = 0;
  #starting = false;

  constructor(handlers: StartQueueHandlers<Message>) {
    this.#handlers = handlers;
  }

  get size(): number {
    return this.#messages.length;
  }

  get chars(): number {
    return this.#chars;
  }

  [Symbol.iterator](): Iterator<Message> {
    return this.#messages.values();
  }

  /** Starts the message at once if the queue is empty and it may start. */
  add(message: Message): void {
    if (this.#messages.length === 0 && !this.#starting && this.#handlers.canStart(message))
      return this.#handlers.start(message);
    this.#messages.push(message);
    this.#chars += message.chars;
  }

  /** Call when a request has ended. A request that ends while it starts does not re-enter. */
  startNext(): void {
    if (this.#starting || this.#messages.length === 0) return;
    this.#starting = true;
    try {
      for (let [first] = this.#messages; first && this.#handlers.canStart(first); [first] = this.#messages) {
        this.#messages.shift();
        this.#chars -= first.chars;
        this.#handlers.start(first);
      }
    } finally {
      this.#starting = false;
    }
    if (this.#messages.length === 0) this.#handlers.emptied();
  }
}

interface QueuedTask {
  readonly chars: number;
  readonly run: () => void;
}

export interface SerialQueueHandlers {
  /** Whether the next task may start. */
  canStart(): boolean;
  /** The queue has become empty. */
  emptied(): void;
}

/**
 * Runs tasks one after the other: a request waits until the one before it is answered, and so does the rejection of a
 * later message. Each task gets its own turn of the event loop, or one client could block all others with a single
 * chunk.
 */
export class SerialQueue {
  readonly #handlers: SerialQueueHandlers;
  readonly #waiting: QueuedTask[] = [];
  #chars = 0;
  #yielding = false;

  constructor(handlers: SerialQueueHandlers) {
    this.#handlers = handlers;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Total length of the waiting messages. */
  get chars(): number {
    return this.#chars;
  }

  add(chars: number, deed: () => void): void {
    this.#waiting.push({ chars, run: deed });
    this.#chars += chars;
    if (this.#waiting.length === 1 && !this.#yielding) this.#start();
  }

  /** Call when a request has ended, to start the next one. */
  startNext(): void {
    if (!this.#yielding && this.#waiting.length > 0) this.#yieldTurn();
  }

  #start(): void {
    if (this.#waiting.length === 0 || !this.#handlers.canStart()) return;
    const { chars, run: deed } = this.#waiting.shift()!;
    this.#chars -= chars;
    this.#yieldTurn();
    deed();
    if (this.#waiting.length === 0) this.#handlers.emptied();
  }

  /** Lets other connections run first. */
  #yieldTurn(): void {
    this.#yielding = true;
    setImmediate(() => {
      this.#yielding = false;
      this.#start();
    });
  }
}
