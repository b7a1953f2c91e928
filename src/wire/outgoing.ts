/** All that is to leave on a connection: framed, ordered within its turn, bounded while the other side is slow. */
import type { Writable } from 'node:stream';
import { Turn } from './afterReply.ts';
import { Outbox, wholeLines } from './backpressure.ts';
import { encodeFrame, type Framing } from './framing.ts';
import type { WireLimits, WireTimer } from './limits.ts';

export interface OutgoingHandlers {
  /** Nothing is left to send. */
  idle(): void;
  /** The other side was far behind and has caught up. */
  drained(): void;
  stalled(): void;
  overfull(): void;
  /** Whether requests that came together with an answered one are not answered yet. */
  repliesDue(): boolean;
}

export class Outgoing {
  readonly #framing: Framing;
  readonly #limits: WireLimits;
  readonly #handlers: OutgoingHandlers;
  readonly #turn: Turn;
  readonly #outbox: Outbox;
  #kept = 0;
  #clogged = false;
  #stopped = false;

  constructor(
    output: Writable,
    framing: Framing,
    limits: WireLimits,
    timer: WireTimer,
    handlers: OutgoingHandlers,
  ) {
    this.#framing = framing;
    this.#limits = limits;
    this.#handlers = handlers;
    const outbox = { taken: () => this.#taken(), stalled: () => handlers.stalled() };
    const cut = framing === 'messages' ? wholeLines : undefined;
    this.#outbox = new Outbox(output, limits.stalledClientMs, timer, outbox, cut);
    this.#turn = new Turn((frames) => this.#leave(frames), handlers.repliesDue);
  }

  get clogged(): boolean {
    return this.#clogged;
  }

  /** What waits here: bytes given to the stream, characters not yet given to it. */
  get unsent(): number {
    return this.#outbox.bytes + this.#turn.chars + this.#kept;
  }

  /** Replies, and whatever else goes before the notifications of its turn. */
  send(json: string): void {
    if (this.#stopped) return;
    this.#turn.reply(encodeFrame(this.#framing, json));
    this.#measure();
  }

  notify(json: string): void {
    if (this.#stopped) return;
    this.#turn.notify(encodeFrame(this.#framing, json));
    this.#measure();
  }

  kept(chars: number): void {
    this.#kept += chars;
    this.#measure();
  }

  hold(request: number): void {
    this.#turn.hold(request);
  }

  release(request: number): void {
    this.#turn.release(request);
  }

  releaseAll(): void {
    this.#turn.releaseAll();
  }

  stop(): void {
    this.#stopped = true;
    this.#outbox.stop();
  }

  #leave(frames: string): void {
    if (!this.#stopped) this.#outbox.write(frames);
  }

  #measure(): void {
    const unsent = this.unsent;
    if (unsent > this.#limits.outboxPauseBytes) this.#clogged = true;
    if (unsent > this.#limits.outboxCloseBytes) this.#handlers.overfull();
  }

  // A quarter, not just below the bound: a client that hangs there would be told to merge with every frame.
  #taken(): void {
    if (this.#stopped) return;
    if (this.#clogged && this.unsent <= this.#limits.outboxPauseBytes / 4) {
      this.#clogged = false;
      this.#handlers.drained();
    }
    if (this.unsent === 0) this.#handlers.idle();
  }
}
