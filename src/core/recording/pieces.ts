/**
 * Text that comes piece by piece and is redacted as one. Each piece comes back by itself, so that it keeps its time:
 * all of it at once, as soon as nothing that is still to come can make a secret of its end.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import { Hidden } from '../redact/hidden.ts';
import type { Redaction, RedactionStream, Span } from '../redact/redaction.ts';
import { createStream } from '../redact/stream.ts';

type Settle = (redacted: string) => void;

interface Piece {
  readonly text: string;
  readonly settle: Settle;
  /** How much of it has left, and as what. */
  left: number;
  out: string;
}

/** What becomes of a text that ends where a secret may have begun, when nobody will see the rest. */
type Unsettled = 'left out' | 'replaced';

export class Pieces {
  readonly #redaction: Redaction;
  readonly #clock: Clock;
  readonly #stream: RedactionStream;
  #waiting: Piece[] = [];
  #disarm: Disarm | undefined;
  #leaving = false;
  readonly #unsettled: Unsettled;

  /** `before` has been told already, or never will be: what comes next may be the end of a secret in it. */
  constructor(
    redaction: Redaction,
    clock: Clock,
    before = '',
    unsettled: Unsettled = 'left out',
    cols?: () => number,
  ) {
    this.#unsettled = unsettled;
    this.#redaction = redaction;
    this.#clock = clock;
    this.#stream = createStream(redaction, (length, spans) => this.#leave(length, spans), cols);
    this.push(before, () => {});
    this.#pause();
  }

  push(text: string, settle: Settle): void {
    if (text === '' || !this.#redaction.secrets) return settle(text);
    this.#waiting.push({ text, settle, left: 0, out: '' });
    this.#stream.push(text);
    this.#disarm?.();
    this.#disarm =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#pause()) : undefined;
  }

  /** Nothing more will come: what looks like no secret is none. */
  end(): void {
    this.#stream.end();
    this.stop();
  }

  /** Something more may come, and nobody will see it: what may be the beginning of a secret is told to nobody. */
  stop(): void {
    if (this.#leaving) return this.#drop();
    this.#pause();
    if (this.#open < limits.unfinishedSecretChars) this.#stream.end();
    let end = this.#unsettled === 'replaced' ? this.#redaction.replacement : '';
    for (const { settle, text, left, out } of this.#waiting.splice(0)) {
      settle(left < text.length ? out + end : out);
      if (left < text.length) end = '';
    }
  }

  /** How much of what is held may belong to a secret. */
  get #open(): number {
    const held = this.#waiting.map(({ text, left }) => text.slice(left)).join('');
    return held.length - (this.#redaction.secrets?.open(held) ?? held.length);
  }

  /** Whoever takes the pieces has no room for one that is just leaving, and none for the rest. */
  #drop(): void {
    this.#disarm?.();
    this.#waiting = [];
  }

  #pause(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#stream.pause();
  }

  #leave(length: number, spans: readonly Span[]): void {
    const hidden = new Hidden(spans, this.#redaction.replacement);
    let at = 0;
    this.#leaving = true;
    while (at < length && this.#waiting.length > 0) {
      const piece = this.#waiting[0]!;
      const part = piece.text.slice(piece.left, piece.left + length - at);
      piece.out += hidden.next(part);
      piece.left += part.length;
      at += part.length;
      if (piece.left < piece.text.length) break;
      this.#waiting.shift();
      piece.settle(piece.out);
    }
    this.#leaving = false;
  }
}
