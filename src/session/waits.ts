/**
 * Pending waits of a session, and the scheduler that evaluates them. A wait is evaluated in the same tick as a change
 * that it watches. A timer exists only for its deadline and for a quiet period in its matcher.
 */
import { type Fault, type FaultData, fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { PatternTimeout } from '#matchers/compile.ts';
import type { CompiledMatcher, Hit, MatchResult, SessionChange } from '#matchers/matcher.ts';
import { formatMatcher } from '#matchers/registry.ts';
import type { SearchArea, SessionView } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, Emitter, LinkedAbortController, onAbort } from '#platform/lifetimes.ts';

/** The reason of an abort signal. */
export type CancelReason = FaultData<'Cancelled'>['reason'];

/** The fault for an aborted signal. */
export const cancelledFault = (signal: AbortSignal | undefined): Fault =>
  fault.Cancelled({ reason: signal?.reason as CancelReason });

/** Raises Cancelled if the signal has aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledFault(signal);
}

export interface WaitDeadline {
  readonly timeoutMs: number;
  /** Start of the timeout in clock time; the start of the wait if absent. */
  readonly since?: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a wait needs from its session. */
interface WaitTarget {
  view(): SessionView;
  /** A version that differs if the area may have changed, including blanks before the cursor. */
  areaVersion(area: SearchArea): string;
  hasExited(): boolean;
  closedFault(matcherText: string): Error;
  timeoutFault(timeoutMs: number, elapsedMs: number, matcherText: string): Error;
}

export interface WaitResult {
  readonly hit: Hit;
  readonly elapsedMs: number;
  readonly view: SessionView;
}

/** A pending wait for display. */
interface PendingWait {
  readonly matcherText: string;
  readonly since: number;
  readonly timeoutMs: number;
}

/** Changes that matter to a matcher with an area only if they are in that area. */
const areaChanges: ReadonlySet<SessionChange> = new Set(['content', 'cursor']);

export class Wait {
  readonly result: Promise<WaitResult>;
  readonly #probe: CompiledMatcher;
  readonly #deadline: WaitDeadline;
  readonly #target: WaitTarget;
  readonly #clock: Clock;
  readonly #started: number;
  #settlers!: { resolve(end: WaitResult): void; reject(problem: Error): void };
  #timer: (Disposable & { at: number }) | undefined;
  #abortListener: Disposable | undefined;
  #onEnd: (() => void)[] = [];
  #over = false;
  #areaVersion: string | undefined;
  #answeredLate = false;
  #wasSlow = false;
  readonly #scheduler: WaitScheduler;
  readonly #evaluateNow = () => this.#ask();

  constructor(
    probe: CompiledMatcher,
    deadline: WaitDeadline,
    watched: WaitTarget,
    scheduler: WaitScheduler,
    clock: Clock,
  ) {
    this.#probe = probe;
    this.#scheduler = scheduler;
    this.#deadline = deadline;
    this.#target = watched;
    this.#clock = clock;
    this.#started = deadline.since ?? clock.now();
    this.result = new Promise((resolve, reject) => {
      this.#settlers = { resolve, reject };
    });
    if (deadline.signal?.aborted) this.#handleAbort();
    else this.#start();
  }

  #start(): void {
    this.#areaChanged();
    this.#probe.onAnswer?.(() => this.#handleAnswer());
    this.evaluate();
    if (!this.#over) this.#abortListener = onAbort(this.#deadline.signal, () => this.#handleAbort());
  }

  #handleAbort(): void {
    this.cancel(this.#deadline.signal!.reason);
  }

  get isSettled(): boolean {
    return this.#over;
  }

  get pendingWait(): PendingWait {
    const { source, matcherText = source ? formatMatcher(source) : 'a condition' } = this.#probe;
    return { matcherText, since: this.#started, timeoutMs: this.#deadline.timeoutMs };
  }

  onEnd(listener: () => void): void {
    if (this.#over) listener();
    else this.#onEnd.push(listener);
  }

  handleChanges(changes: ReadonlySet<SessionChange>): void {
    for (const one of this.#probe.watches) {
      if (changes.has(one) && (!areaChanges.has(one) || this.#areaChanged())) return this.evaluate();
    }
  }

  #areaChanged(): boolean {
    const { area } = this.#probe;
    if (!area) return true;
    const before = this.#areaVersion;
    this.#areaVersion = this.#target.areaVersion(area);
    return this.#areaVersion !== before;
  }

  cancel(reason: CancelReason): void {
    this.#settle(() => this.#settlers.reject(fault.Cancelled({ reason })));
  }

  close(): void {
    this.#settle(() => this.#settlers.reject(this.#target.closedFault(this.pendingWait.matcherText)));
  }

  evaluate(): void {
    if (!this.#over) this.#scheduler.schedule(this.#evaluateNow);
  }

  /** Checks for a match first, then for the end of the session, then for the deadline. */
  #ask(): void {
    if (this.#over) return;
    const view = this.#target.view();
    const verdict = this.#matchResult(view);
    if (verdict === undefined) return;
    this.#wasSlow = false;
    if ('hit' in verdict) return this.#resolveHit(verdict.hit, view);
    const { wakeAt, pending } = verdict.miss;
    if (this.#target.hasExited() && wakeAt === undefined && !pending) return this.close();
    const due = this.#started + this.#deadline.timeoutMs;
    if (view.now >= due) {
      // An answer that was requested before the deadline is awaited, so a timeout of 0 gets one answer.
      if (!pending || this.#answeredLate) this.#timeOut(view.now);
      return;
    }
    this.#setTimer(Math.min(due, wakeAt ?? due));
  }

  #handleAnswer(): void {
    this.#answeredLate = this.#clock.now() >= this.#started + this.#deadline.timeoutMs;
    this.evaluate();
  }

  /** A failing matcher ends only its own wait, because it runs in the tick of the output, which all waits share. */
  #matchResult(view: SessionView): MatchResult | undefined {
    try {
      return this.#probe.evaluate(view);
    } catch (problem) {
      if (problem instanceof PatternTimeout) this.#handleSlowPatterns(problem);
      else this.#settle(() => this.#settlers.reject(problem as Error));
      return undefined;
    }
  }

  /** Tolerates one slow evaluation, which the machine may have caused. */
  #handleSlowPatterns({ path }: PatternTimeout): void {
    const reason = `takes longer than ${limits.evaluationMs} ms to evaluate, with the patterns before it; use a simpler pattern`;
    if (this.#wasSlow) this.#settle(() => this.#settlers.reject(fault.Invalid({ path, reason })));
    else this.#scheduler.defer(this.#evaluateNow);
    this.#wasSlow = true;
  }

  #resolveHit(hit: Hit, view: SessionView): void {
    this.#settle(() => this.#settlers.resolve({ hit, view, elapsedMs: view.now - this.#started }));
  }

  #timeOut(now: number): void {
    const { matcherText, timeoutMs } = this.pendingWait;
    this.#settle(() =>
      this.#settlers.reject(this.#target.timeoutFault(timeoutMs, now - this.#started, matcherText)),
    );
  }

  // A timer that fires early costs one evaluation. Setting it again at each change would cost more.
  #setTimer(at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.dispose();
    // Timers may fire a fraction of a millisecond early, so the delay is rounded up.
    const { dispose } = this.#clock.after(Math.max(0, Math.ceil(at - this.#clock.now())), () => {
      this.#timer = undefined;
      this.evaluate();
    });
    this.#timer = { at, dispose };
  }

  #settle(settle: () => void): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer?.dispose();
    this.#abortListener?.dispose();
    settle();
    for (const listener of this.#onEnd) listener();
  }
}

export class Waits {
  readonly #pending = new Set<Wait>();
  readonly #onChange = new Emitter();
  /** Called when a wait begins or ends. Not called for a wait that is settled at once. */
  readonly onChange = this.#onChange.event;

  get size(): number {
    return this.#pending.size;
  }

  /** Oldest first. */
  list(most: number): readonly PendingWait[] {
    return [...this.#pending].slice(0, most).map(({ pendingWait }) => pendingWait);
  }

  add(wait: Wait): Wait {
    if (wait.isSettled) return wait;
    this.#pending.add(wait);
    wait.onEnd(() => {
      this.#pending.delete(wait);
      this.#onChange.fire();
    });
    this.#onChange.fire();
    return wait;
  }

  handleChanges(changes: ReadonlySet<SessionChange>): void {
    for (const wait of this.#pending) wait.handleChanges(changes);
  }

  /** Called at the program's exit. Ends each wait now, unless it waits for a quiet period or for a pending answer. */
  evaluateAll(): void {
    for (const wait of this.#pending) wait.evaluate();
  }

  cancel(reason: CancelReason): void {
    for (const wait of this.#pending) wait.cancel(reason);
  }

  close(): void {
    for (const wait of this.#pending) wait.close();
  }
}

/** Waits by the names that callers gave them. Any connection can cancel a wait by name. */
interface NamedWait extends Disposable {
  readonly signal: AbortSignal;
}

export class NamedWaits {
  readonly #controllers = new Map<string, Map<AbortController, string | undefined>>();

  /** The name also cancels the wait, both during its input and while it waits. It is free again when disposed. */
  register(name: string | undefined, signal: AbortSignal, adapter?: string): NamedWait {
    if (name === undefined) return { signal, dispose: () => {} };
    const controller = new LinkedAbortController(signal);
    const named = this.#controllers.get(name) ?? new Map();
    this.#controllers.set(name, named.set(controller, adapter));
    const dispose = () => {
      controller.dispose();
      named.delete(controller);
      if (named.size === 0 && this.#controllers.get(name) === named) this.#controllers.delete(name);
    };
    return { signal: controller.signal, dispose };
  }

  /** The adapter that owns the wait with this name, if any. */
  adapterOf(name: string): string | undefined {
    return [...(this.#controllers.get(name)?.values() ?? [])].find((adapter) => adapter !== undefined);
  }

  /** Returns false if no wait has this name. */
  cancel(name: string): boolean {
    const controllers = [...(this.#controllers.get(name)?.keys() ?? [])];
    for (const controller of controllers) controller.abort('wait_id');
    return controllers.length > 0;
  }
}

/** After an input, old text, title or directory counts if it is written again. That causes no change but `output`. */
export const onAnyOutput = (probe: CompiledMatcher): CompiledMatcher => ({
  watches: new Set([...probe.watches, 'output']),
  ...(probe.source && { source: probe.source }),
  ...(probe.matcherText !== undefined && { matcherText: probe.matcherText }),
  evaluate: (view) => probe.evaluate(view),
  onAnswer: (listener) => probe.onAnswer?.(listener),
});

/**
 * Runs the evaluations of all waits of a server. They run in the tick of the output while their total time is within
 * a budget. The rest run in later ticks, with other work in between.
 * The budget is not reset per tick, because detecting ticks would cost more. Time adds up over quiet ticks, so an
 * evaluation is sometimes deferred without need. That costs microseconds.
 */
export class WaitScheduler {
  readonly #clock: Clock;
  readonly #deferred = new Set<() => void>();
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs now or later. A deferred evaluation runs once, however often it was scheduled. */
  schedule(evaluate: () => void): void {
    if (this.#deferred.size > 0 || this.#spentMs >= limits.evaluationBudgetMs) this.defer(evaluate);
    else this.#runNow(evaluate);
  }

  defer(evaluate: () => void): void {
    if (this.#deferred.size === 0) setImmediate(() => this.#runDeferred());
    this.#deferred.add(evaluate);
  }

  #runNow(evaluate: () => void): void {
    const began = this.#clock.now();
    evaluate();
    this.#spentMs += this.#clock.now() - began;
  }

  #runDeferred(): void {
    this.#spentMs = 0;
    for (const evaluate of this.#deferred) {
      if (this.#spentMs >= limits.evaluationBudgetMs) break;
      this.#deferred.delete(evaluate);
      this.#runNow(evaluate);
    }
    if (this.#deferred.size > 0) setImmediate(() => this.#runDeferred());
  }
}
