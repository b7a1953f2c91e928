/**
 * The condition of a suspended intent: a Lua function that the intent evaluates itself each time it is resumed. When the
 * condition is met, the same call continues the intent, so that a step takes one trip to the worker.
 */

import { limits } from '#limits.ts';
import type { Predicates } from '#matchers/matcher.ts';
import { conditionName } from './host/intent.ts';
import { Unmet } from './plan.ts';
import type { PluginAnswer } from './pluginThread.ts';

export class IntentCondition {
  readonly predicates: Predicates;
  #resumed: Promise<unknown> | undefined;
  #next: PluginAnswer | undefined;

  /** `others` evaluates the exported predicates. */
  constructor(resume: () => Promise<PluginAnswer>, others: Predicates) {
    const evaluate = async () => {
      const answer = await resume();
      const unmet = answer.suspended ? Unmet.safeParse(answer.value) : undefined;
      if (!unmet?.success) {
        this.#next = answer;
        return { matched: true };
      }
      const { recheck_ms } = unmet.data;
      const recheckMs = recheck_ms === undefined ? undefined : Math.max(recheck_ms, limits.recheckMs);
      return { matched: false, recheckMs };
    };
    this.predicates = {
      bind: (plugin, predicate, params, path) =>
        predicate === conditionName
          ? () => {
              const evaluated = evaluate();
              this.#resumed = evaluated.catch(() => {});
              return evaluated;
            }
          : others.bind(plugin, predicate, params, path),
    };
  }

  /** What the intent yielded or returned after its condition was met. Undefined if it still waits. */
  async next(): Promise<PluginAnswer | undefined> {
    await this.#resumed;
    return this.#next;
  }
}
