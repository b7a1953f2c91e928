/**
 * The waits of a server, and how they end: with redacted evidence of the session, or with a fault. A wait is evaluated in
 * the same tick as a change that it watches. A timer exists only for its deadline and for a quiet period in its matcher.
 *
 * Long because it has the whole life of a wait: its names, when it is evaluated, its result, and its faults.
 */
import { type Fault, type FaultData, fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { PatternTimeout } from '#matchers/compile.ts';
import {
  type CompiledMatcher,
  formatHit,
  type Hit,
  type MatchResult,
  type SessionChange,
} from '#matchers/matcher.ts';
import { formatMatcher, type Matcher } from '#matchers/registry.ts';
import type { SessionView } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, Emitter, LinkedAbortController, onAbort } from '#platform/lifetimes.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import type { Session } from './session.ts';
import { areaVersion, type Baseline, WaitView } from './waitView.ts';

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

interface WaitContext {
  readonly baseline: Baseline;
  /** Redacts the screen in faults. */
  readonly redaction: Redaction;
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

/**
 * Counts the waits of all sessions of a server, and runs their evaluations. These run in the tick of the
 * output while their total time is within a budget. The rest run in later ticks, with other work in between.
 *
 * The budget is not reset per tick, because detecting ticks would cost more. Time adds up over quiet ticks, so an
 * evaluation is sometimes deferred without need. That costs microseconds.
 */
export class WaitScheduler {
  readonly #clock: Clock;
  readonly #deferred = new Set<() => void>();
  #pending = 0;
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a pending wait until the result is disposed. Raises Busy. */
  reserve(): Disposable {
    if (this.#pending >= limits.pendingWaits)
      throw fault.Busy({ reason: 'busy', limit: 'pendingWaits', max: limits.pendingWaits });
    this.#pending += 1;
    const dispose = () => {
      this.#pending -= 1;
    };
    return { dispose };
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

/** Changes that matter to a matcher with an area only if they are in that area. */
const areaChanges: ReadonlySet<SessionChange> = new Set(['content', 'cursor']);

export class Wait {
  readonly result: Promise<WaitResult>;
  readonly #probe: CompiledMatcher;
  readonly #deadline: WaitDeadline;
  readonly #session: Session;
  readonly #baseline: Baseline;
  readonly #redaction: Redaction;
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
  readonly #evaluateNow = () => this.#evaluate();

  constructor(
    session: Session,
    probe: CompiledMatcher,
    deadline: WaitDeadline,
    { baseline, redaction }: WaitContext,
    scheduler: WaitScheduler,
  ) {
    this.#session = session;
    this.#probe = baseline.afterInput ? onAnyOutput(probe) : probe;
    this.#scheduler = scheduler;
    this.#deadline = deadline;
    this.#baseline = baseline;
    this.#redaction = redaction;
    this.#started = deadline.since ?? session.clock.now();
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
    this.#areaVersion = areaVersion(this.#session, area);
    return this.#areaVersion !== before;
  }

  cancel(reason: CancelReason): void {
    this.#settle(() => this.#settlers.reject(fault.Cancelled({ reason })));
  }

  close(): void {
    const { matcherText } = this.pendingWait;
    this.#settle(() =>
      this.#settlers.reject(closedDuringWaitFault(this.#session, this.#redaction, matcherText)),
    );
  }

  evaluate(): void {
    if (!this.#over) this.#scheduler.schedule(this.#evaluateNow);
  }

  /** Checks for a match first, then for the end of the session, then for the deadline. */
  #evaluate(): void {
    if (this.#over) return;
    const view = new WaitView(this.#session, this.#baseline);
    const verdict = this.#matchResult(view);
    if (verdict === undefined) return;
    this.#wasSlow = false;
    if ('hit' in verdict) return this.#resolveHit(verdict.hit, view);
    const { wakeAt, pending } = verdict.miss;
    const { exit, closed } = this.#session;
    if ((exit || closed) && wakeAt === undefined && !pending) return this.close();
    const due = this.#started + this.#deadline.timeoutMs;
    if (view.now >= due) {
      // An answer that was requested before the deadline is awaited, so a timeout of 0 gets one answer.
      if (!pending || this.#answeredLate) this.#timeOut(view.now);
      return;
    }
    this.#setTimer(Math.min(due, wakeAt ?? due));
  }

  #handleAnswer(): void {
    this.#answeredLate = this.#session.clock.now() >= this.#started + this.#deadline.timeoutMs;
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
    const elapsedMs = now - this.#started;
    const matcher = this.#probe.source;
    const options = { redaction: this.#redaction, timeoutMs, elapsedMs, matcherText, matcher };
    this.#settle(() => this.#settlers.reject(timeoutFault(this.#session, options)));
  }

  // A timer that fires early costs one evaluation. Setting it again at each change would cost more.
  #setTimer(at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.dispose();
    // Timers may fire a fraction of a millisecond early, so the delay is rounded up.
    const { clock } = this.#session;
    const { dispose } = clock.after(Math.max(0, Math.ceil(at - clock.now())), () => {
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

interface NamedWait extends Disposable {
  readonly signal: AbortSignal;
}

/** Waits by the names that callers gave them. Any connection can cancel a wait by name. */
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
const onAnyOutput = (probe: CompiledMatcher): CompiledMatcher => ({
  watches: new Set([...probe.watches, 'output']),
  ...(probe.source && { source: probe.source }),
  ...(probe.matcherText !== undefined && { matcherText: probe.matcherText }),
  evaluate: (view) => probe.evaluate(view),
  onAnswer: (listener) => probe.onAnswer?.(listener),
});

type EvidenceForm = 'full' | 'text' | 'none';

const evidenceTailChars = 4096;

export function createEvidence(
  session: Session,
  { hit, elapsedMs }: WaitResult,
  form: EvidenceForm,
  redaction: Redaction,
) {
  const base = {
    matched: true as const,
    sequence: session.screen.sequence,
    elapsed_ms: Math.round(elapsedMs),
  };
  if (form === 'none') return base;
  if (form === 'text')
    return {
      ...base,
      hit: formatHit(hit, redaction),
      plain_text: redactScreen(session.screen, redaction).text,
    };
  return {
    ...base,
    hit: formatHit(hit, redaction),
    snapshot: takeSnapshot(session.screen, { redaction, cells: 'none' }),
    transcript_tail: transcriptTail(session, redaction),
  };
}

const transcriptTail = ({ transcript }: Session, redaction: Redaction) =>
  transcript.read(redaction, Math.max(transcript.head, transcript.cursor - evidenceTailChars)).text;

export function closedFault(session: Session): Fault {
  const { id, name } = session;
  const end = toExitData(session);
  return fault.SessionClosed({ session: id, exit: end }, `session ${name ?? id} ${formatExit(end)}`);
}

function closedDuringWaitFault(session: Session, redaction: Redaction, matcherText: string): Fault {
  const { id, name } = session;
  const exit = toExitData(session);
  return fault.SessionClosed(
    { session: id, exit, screen: redactScreen(session.screen, redaction).text },
    `session ${name ?? id} ${formatExit(exit)} while waiting for ${formatMatcherText(matcherText, redaction)}`,
  );
}

export const toExitData = ({ exit }: Session): ClosedExit =>
  exit && { exit_code: exit.exitCode, signal: exit.signal };

/** Redacts before cutting: half a secret would not be recognized. */
export function formatMatcherText(matcherText: string, redaction: Redaction): string {
  const text = redaction.text(matcherText);
  return text.length <= limits.matcherTextChars ? text : `${text.slice(0, limits.matcherTextChars - 1)}…`;
}

type ClosedExit = FaultData<'SessionClosed'>['exit'];

const formatExit = (exit: ClosedExit): string => {
  if (!exit) return 'was closed';
  return exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.exit_code}`;
};

/** For dialects with one program and no sessions. */
export const formatProgramExit = ({ exit }: FaultData<'SessionClosed'>): string =>
  `the program ${formatExit(exit)}`;

interface TimeoutOptions {
  readonly redaction: Redaction;
  readonly timeoutMs: number;
  readonly elapsedMs: number;
  readonly matcherText: string;
  readonly matcher?: Matcher | undefined;
}

export const timeoutFault = (
  session: Session,
  { redaction, timeoutMs, elapsedMs, matcherText, matcher }: TimeoutOptions,
): Fault =>
  fault.Timeout(
    {
      session: session.id,
      timeout_ms: timeoutMs,
      elapsed_ms: Math.round(elapsedMs),
      sequence: session.screen.sequence,
      screen: redactScreen(session.screen, redaction).text,
    },
    `timed out after ${Math.round(elapsedMs)} ms (timeout ${timeoutMs} ms) waiting for ${formatMatcherText(matcherText, redaction)}${integrationHint(session, matcher)}`,
  );

/** Whether a matcher or one that is nested in it has this type. */
const uses = ({ type, value }: Matcher, searched: string): boolean =>
  type === searched ||
  (Array.isArray(value) ? value : [value]).some((inner) => inner?.type && uses(inner as Matcher, searched));

const shellMarks: ReadonlySet<string> = new Set(['prompt_started', 'command_started', 'command_finished']);

function integrationHint({ screen }: Session, matcher: Matcher | undefined): string {
  if (!matcher || !uses(matcher, 'command_finished')) return '';
  if (screen.events.since(0).some(({ kind }) => shellMarks.has(kind))) return '';
  return '; the program has reported no command yet. Only a shell with shell integration does: bash, zsh or fish that the session was started with, without an option such as zsh -f. For other programs, wait for a text';
}
