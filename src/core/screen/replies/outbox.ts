import type { Clock } from '../../../platform/clock.ts';
import { limits } from '../../limits.ts';

/**
 * Answers to a program's queries on their way to it. They leave together after the output that asked, at most
 * `limits.repliesPerSecond`: an answer can itself be a query to a program that echoes, and `yes` can ask for
 * megabytes of them. What is over the limit is never sent.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #send: ((bytes: string) => void) | undefined;
  #tokens: number = limits.repliesPerSecond;
  #filled: number;
  #held = '';

  /** Without `send`, nothing is answered. */
  constructor(clock: Clock, send: ((bytes: string) => void) | undefined) {
    this.#clock = clock;
    this.#send = send;
    this.#filled = clock.now();
  }

  add(answer: string): void {
    if (!this.#send || this.#held.length + answer.length > limits.replyBytes) return;
    if (this.#takeToken()) this.#held += answer;
  }

  flush(): void {
    if (this.#held === '') return;
    const bytes = this.#held;
    this.#held = '';
    this.#send?.(bytes);
  }

  #takeToken(): boolean {
    const now = this.#clock.now();
    const earned = ((now - this.#filled) * limits.repliesPerSecond) / 1000;
    this.#tokens = Math.min(limits.repliesPerSecond, this.#tokens + earned);
    this.#filled = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
