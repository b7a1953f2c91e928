/**
 * Pending waits of a session. Each is asked when something that it watches has happened, right there, in the turn
 * that brought it; a timer exists only for its deadline and for a span of quiet that it hopes for.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { fault } from '../faults.ts';
import { limits } from '../limits.ts';
import { inWords } from '../matcher/inWords.ts';
import type { Happening, Hit, Probe, Verdict } from '../matcher/matcher.ts';
import type { Area, Moment } from '../matcher/moment.ts';
import { LookTooLong } from '../matcher/stopwatch.ts';
import type { Looks } from './looks.ts';

export interface Cancellation {
  readonly cancelled: boolean;
  /** Why, when it is not that the request was cancelled. */
  readonly reason?: WaitCancel | undefined;
  onCancel(listener: () => void): () => void;
}

export interface Deadline {
  readonly timeoutMs: number;
  /** The clock's time from which it counts; without it, when the wait begins. */
  readonly since?: number;
  readonly cancellation: Cancellation;
}

/** What a wait needs of its session. */
export interface Watched {
  /** The session as this wait sees it. */
  moment(): Moment;
  /** Another one whenever what stands in this area may have changed, blanks before the cursor included. */
  version(area: Area): string;
  exited(): boolean;
  closedFault(): Error;
  timeoutFault(timeoutMs: number, elapsedMs: number): Error;
}

export interface WaitEnd {
  readonly hit: Hit;
  readonly elapsedMs: number;
  readonly moment: Moment;
}

/** A wait as people are told of it. */
export interface Hoped {
  readonly hope: string;
  readonly since: number;
  readonly timeoutMs: number;
}

export type WaitCancel = 'request' | 'wait_id' | 'shutdown' | 'disconnected' | 'session_closed';

/** What concerns a wait for an area only where it happens there. */
const inAnArea: ReadonlySet<Happening> = new Set(['content', 'cursor']);

export class Wait {
  readonly ended: Promise<WaitEnd>;
  readonly #probe: Probe;
  readonly #deadline: Deadline;
  readonly #watched: Watched;
  readonly #clock: Clock;
  readonly #started: number;
  #settle!: { resolve(end: WaitEnd): void; reject(problem: Error): void };
  #alarm: { at: number; disarm: Disarm } | undefined;
  #uncancel: (() => void) | undefined;
  #onEnd: (() => void)[] = [];
  #over = false;
  #seen: string | undefined;
  #heardOut = false;
  #tookTooLong = false;
  readonly #looks: Looks;
  readonly #look = () => this.#ask();

  constructor(probe: Probe, deadline: Deadline, watched: Watched, looks: Looks, clock: Clock) {
    this.#probe = probe;
    this.#looks = looks;
    this.#deadline = deadline;
    this.#watched = watched;
    this.#clock = clock;
    this.#started = deadline.since ?? clock.now();
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    if (deadline.cancellation.cancelled) this.#cancelled();
    else this.#begin();
  }

  #begin(): void {
    this.#areaChanged();
    this.#probe.onAnswer?.(() => this.#answered());
    this.ask();
    if (!this.#over) this.#uncancel = this.#deadline.cancellation.onCancel(() => this.#cancelled());
  }

  #cancelled(): void {
    this.cancel(this.#deadline.cancellation.reason ?? 'request');
  }

  get over(): boolean {
    return this.#over;
  }

  get hoped(): Hoped {
    const { sent, hope = sent ? inWords(sent) : 'something' } = this.#probe;
    return { hope, since: this.#started, timeoutMs: this.#deadline.timeoutMs };
  }

  onEnd(listener: () => void): void {
    if (this.#over) listener();
    else this.#onEnd.push(listener);
  }

  happened(happenings: ReadonlySet<Happening>): void {
    for (const one of this.#probe.watches) {
      if (happenings.has(one) && (!inAnArea.has(one) || this.#areaChanged())) return this.ask();
    }
  }

  #areaChanged(): boolean {
    const { area } = this.#probe;
    if (!area) return true;
    const before = this.#seen;
    this.#seen = this.#watched.version(area);
    return this.#seen !== before;
  }

  cancel(reason: WaitCancel): void {
    this.#finish(() => this.#settle.reject(fault.Cancelled({ reason })));
  }

  close(): void {
    this.#finish(() => this.#settle.reject(this.#watched.closedFault()));
  }

  ask(): void {
    if (!this.#over) this.#looks.take(this.#look);
  }

  /** A match is looked for first, then the end of the session, then the deadline. */
  #ask(): void {
    if (this.#over) return;
    const moment = this.#watched.moment();
    const verdict = this.#verdict(moment);
    if (verdict === undefined) return;
    this.#tookTooLong = false;
    if ('hit' in verdict) return this.#hit(verdict.hit, moment);
    const { wakeAt, pending } = verdict.miss;
    if (this.#watched.exited() && wakeAt === undefined && !pending) return this.close();
    const due = this.#started + this.#deadline.timeoutMs;
    if (moment.now >= due) {
      // Who was asked in time is heard out: a wait of no time at all gets its one answer.
      if (!pending || this.#heardOut) this.#timeOut(moment.now);
      return;
    }
    this.#arm(Math.min(due, wakeAt ?? due));
  }

  #answered(): void {
    this.#heardOut = this.#clock.now() >= this.#started + this.#deadline.timeoutMs;
    this.ask();
  }

  /** A matcher that fails ends its own wait: it is asked in the turn of the output, which is everybody's. */
  #verdict(moment: Moment): Verdict | undefined {
    try {
      return this.#probe.ask(moment);
    } catch (problem) {
      if (problem instanceof LookTooLong) this.#lookedTooLong(problem);
      else this.#finish(() => this.#settle.reject(problem as Error));
      return undefined;
    }
  }

  /** Once may be the machine's doing. */
  #lookedTooLong({ path }: LookTooLong): void {
    const reason = `takes longer than ${limits.lookMs} ms to be looked for, with the patterns before it`;
    if (this.#tookTooLong) this.#finish(() => this.#settle.reject(fault.Invalid({ path, reason })));
    else this.#looks.later(this.#look);
    this.#tookTooLong = true;
  }

  #hit(hit: Hit, moment: Moment): void {
    this.#finish(() => this.#settle.resolve({ hit, moment, elapsedMs: moment.now - this.#started }));
  }

  #timeOut(now: number): void {
    this.#finish(() =>
      this.#settle.reject(this.#watched.timeoutFault(this.#deadline.timeoutMs, now - this.#started)),
    );
  }

  // An alarm that is early costs one question; one that is set anew at each change would cost a timer each.
  #arm(at: number): void {
    if (this.#alarm && this.#alarm.at <= at) return;
    this.#alarm?.disarm();
    // Timers may fire a fraction early: a millisecond more, and the question is not asked in vain.
    const disarm = this.#clock.after(Math.max(0, Math.ceil(at - this.#clock.now())), () => {
      this.#alarm = undefined;
      this.ask();
    });
    this.#alarm = { at, disarm };
  }

  #finish(settle: () => void): void {
    if (this.#over) return;
    this.#over = true;
    this.#alarm?.disarm();
    this.#uncancel?.();
    settle();
    for (const listener of this.#onEnd) listener();
  }
}

export class Waits {
  readonly #pending = new Set<Wait>();
  readonly #listeners = new Set<() => void>();

  get size(): number {
    return this.#pending.size;
  }

  /** The oldest first. */
  hoped(most: number): readonly Hoped[] {
    return [...this.#pending].slice(0, most).map(({ hoped }) => hoped);
  }

  /** Told when one begins or ends; not of one that has ended as soon as it was asked. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(wait: Wait): Wait {
    if (wait.over) return wait;
    this.#pending.add(wait);
    wait.onEnd(() => {
      this.#pending.delete(wait);
      this.#changed();
    });
    this.#changed();
    return wait;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  happened(happenings: ReadonlySet<Happening>): void {
    for (const wait of this.#pending) wait.happened(happenings);
  }

  /** The program has ended: whatever a wait watches for, it ends now, unless it hopes for quiet. */
  askAll(): void {
    for (const wait of this.#pending) wait.ask();
  }

  cancel(reason: WaitCancel): void {
    for (const wait of this.#pending) wait.cancel(reason);
  }

  close(): void {
    for (const wait of this.#pending) wait.close();
  }
}

/** After an input the same text, title or place counts when it was written anew, and then nothing else has happened. */
export const atAnyOutput = (probe: Probe): Probe => ({
  watches: new Set([...probe.watches, 'output']),
  ...(probe.sent && { sent: probe.sent }),
  ...(probe.hope !== undefined && { hope: probe.hope }),
  ask: (moment) => probe.ask(moment),
  onAnswer: (listener) => probe.onAnswer?.(listener),
});
