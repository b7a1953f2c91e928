/** What the waits of a server share: a scheduler for their evaluations, and their names. */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, LinkedAbortController } from '#platform/lifetimes.ts';

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
