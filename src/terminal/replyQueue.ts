/** The queue of replies to the queries of a program. */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';

export interface ReplyTarget {
  /** Calls `taken` when the terminal of the program has accepted the bytes. */
  send(bytes: string, taken: () => void): void;
  /** Called when there is room for replies again. */
  onUnblocked(): void;
}

/**
 * Replies to the queries of a program. They are sent in order after the output with the query, at most
 * `limits.repliesPerSecond`: if the program echoes, a reply may itself be a query. Replies over the rate are delayed.
 * Nothing is dropped: at `limits.replyBytes` no more output of the program is read until there is room.
 */
export class ReplyQueue {
  readonly #clock: Clock;
  readonly #target: ReplyTarget | undefined;
  #tokens: number = limits.repliesPerSecond;
  #refilledAt: number;
  #waiting: string[] = [];
  /** Bytes that wait, or that are sent but not yet accepted. */
  #bytes = 0;
  #blocked = false;
  #timer: Disposable | undefined;

  /** Without a target, queries are not answered. */
  constructor(clock: Clock, target: ReplyTarget | undefined) {
    this.#clock = clock;
    this.#target = target;
    this.#refilledAt = clock.now();
  }

  /** No more output may be parsed until `onUnblocked` of the target is called. */
  get blocked(): boolean {
    return this.#blocked;
  }

  add(answer: string): void {
    if (!this.#target) return;
    this.#waiting.push(answer);
    this.#bytes += answer.length;
  }

  flush(): void {
    if (this.#waiting.length === 0 || !this.#target) return;
    this.#refillTokens();
    const due = this.#waiting.splice(0, Math.floor(this.#tokens));
    this.#tokens -= due.length;
    const bytes = due.join('');
    if (this.#bytes >= limits.replyBytes) this.#blocked = true;
    if (this.#waiting.length > 0) this.#scheduleFlush();
    if (bytes !== '') this.#target.send(bytes, () => this.#onSent(bytes.length));
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#waiting = [];
  }

  #refillTokens(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#refilledAt) * limits.repliesPerSecond) / 1000;
    this.#tokens = Math.min(limits.repliesPerSecond, this.#tokens + earned);
    this.#refilledAt = now;
  }

  #scheduleFlush(): void {
    this.#timer ??= this.#clock.after(limits.replyDelayMs, () => {
      this.#timer = undefined;
      this.flush();
    });
  }

  #onSent(length: number): void {
    this.#bytes -= length;
    if (!this.#blocked || this.#bytes > limits.replyBytes / 2) return;
    this.#blocked = false;
    this.#target?.onUnblocked();
  }
}
