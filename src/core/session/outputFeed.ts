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
  #old: string;
  #disarm: Disarm | undefined;

  /** `before` is output from before the first follower: it tells what comes next apart, and is not fed. */
  constructor(stream: RedactionStream, before: string, maxChars: number, clock: Clock, ready: () => void) {
    this.#stream = stream;
    this.#backlog = new Backlog(maxChars);
    this.#clock = clock;
    this.#ready = ready;
    stream.push(before);
    stream.pause();
    this.#old = stream.held > 0 ? before.slice(-stream.held) : '';
  }

  get cursor(): number {
    return this.#backlog.end;
  }

  push(text: string): void {
    this.#add(this.#stream.push(text));
    this.#disarm?.();
    this.#disarm =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#pause()) : undefined;
  }

  end(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#add(this.#stream.end());
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
    if (this.#add(this.#stream.pause())) this.#ready();
  }

  #add(text: string): boolean {
    const fresh = this.#withoutOld(text);
    if (fresh === '') return false;
    this.#backlog.append(fresh);
    return true;
  }

  /** What was held back when the feed began came before it. When it has become part of a secret, it stays hidden. */
  #withoutOld(text: string): string {
    if (this.#old === '' || text === '') return text;
    const old = this.#old;
    this.#old = text.length < old.length && old.startsWith(text) ? old.slice(text.length) : '';
    return text.startsWith(old) ? text.slice(old.length) : old.startsWith(text) ? '' : text;
  }
}
