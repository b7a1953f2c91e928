/**
 * A session's output for those who follow it: redacted once, whatever the chunks, and kept until the slowest has
 * had its chance or the bound is reached. It runs only while somebody follows.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { RedactionStream } from '../redact/redaction.ts';
import { Backlog, type BacklogPart } from './backlog.ts';

export type FeedPart = BacklogPart;

export class OutputFeed {
  readonly #stream: RedactionStream;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  readonly #ready: () => void;
  /** What the stream holds back, as it was written. */
  #held = '';
  #disarm: Disarm | undefined;

  /** `before` is output from before the first follower: what comes next may be the end of a secret in it. */
  constructor(stream: RedactionStream, before: string, maxChars: number, clock: Clock, ready: () => void) {
    this.#stream = stream;
    this.#backlog = new Backlog(maxChars);
    this.#clock = clock;
    this.#ready = ready;
    stream.push(before);
    stream.pause();
    this.#hold(before);
  }

  get cursor(): number {
    return this.#backlog.end;
  }

  /** Output that has come and is not told yet: whoever begins to follow now must not be told it. */
  get held(): string {
    return this.#held;
  }

  /** What is held as it would be told if nothing more came. */
  peek(): string {
    return this.#stream.peek();
  }

  push(text: string): void {
    this.#add(this.#stream.push(text));
    this.#hold(this.#held + text);
    this.#disarm?.();
    this.#disarm =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#pause()) : undefined;
  }

  end(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#add(this.#stream.end());
    this.#held = '';
  }

  /** Nobody follows any more. */
  close(): void {
    this.#disarm?.();
  }

  read(since: number): FeedPart {
    return this.#backlog.read(since, limits.outputChars);
  }

  #pause(): void {
    this.#disarm = undefined;
    const told = this.#add(this.#stream.pause());
    this.#hold(this.#held);
    if (told) this.#ready();
  }

  #hold(text: string): void {
    this.#held = this.#stream.held > 0 ? text.slice(-this.#stream.held) : '';
  }

  #add(text: string): boolean {
    if (text === '') return false;
    this.#backlog.append(text);
    return true;
  }
}
