/** Tells when a session that was busy has become quiet, and when it is busy again. One timer, set by what goes on. */
import type { Session } from '../../core/session/session.ts';
import type { Disarm } from '../../platform/clock.ts';

export interface QuietNews {
  quiet(generation: number): void;
  running(generation: number): void;
}

/** For who wants to be told, and did not say after how long. */
const unsaidMs = 2000;

export class QuietWatch {
  readonly #session: Session;
  readonly #ms: number;
  readonly #news: QuietNews;
  readonly #forget: () => void;
  #disarm: Disarm | undefined;

  constructor(session: Session, ms: number, news: QuietNews) {
    this.#session = session;
    this.#ms = ms || unsaidMs;
    this.#news = news;
    this.#forget = session.changes.activity.onCome(() => this.#came());
  }

  end(): void {
    this.#forget();
    this.#disarm?.();
  }

  #came(): void {
    if (this.#disarm) return;
    this.#arm(this.#ms);
    this.#news.running(this.#session.changes.activity.generation);
  }

  #arm(ms: number): void {
    this.#disarm = this.#session.clock.after(ms, () => this.#look());
  }

  #look(): void {
    const { at, generation } = this.#session.changes.activity;
    const left = Math.ceil(at + this.#ms - this.#session.clock.now());
    if (left > 0) return this.#arm(left);
    this.#disarm = undefined;
    this.#news.quiet(generation);
  }
}
