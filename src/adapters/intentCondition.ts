/**
 * The condition of a suspended intent: a Lua function that the intent evaluates itself each time it is resumed. When the
 * condition is met, the same call continues the intent, so that a step takes one trip to the worker.
 */

import { limits } from '#limits.ts';
import { type CompiledMatcher, hit, miss, type SessionChange } from '#matchers/matcher.ts';
import { AsyncQuery } from '#matchers/plugin.ts';
import type { SessionView } from '#matchers/sessionView.ts';
import { Unmet } from './plan.ts';
import type { PluginAnswer } from './pluginThread.ts';

/** A condition may read anything, so every change counts. */
export const allChanges: ReadonlySet<SessionChange> = new Set([
  'content',
  'cursor',
  'title',
  'bell',
  'mode',
  'output',
  'exit',
]);

export class IntentCondition {
  readonly probe: CompiledMatcher;
  #resumed: Promise<unknown> | undefined;
  #next: PluginAnswer | undefined;

  constructor(resume: () => Promise<PluginAnswer>) {
    let notify = (): void => {};
    const evaluate = () => {
      const resumed = resume();
      this.#resumed = resumed.catch(() => {});
      return resumed;
    };
    const judge = (answer: PluginAnswer, { now }: SessionView) => {
      const unmet = answer.suspended ? Unmet.safeParse(answer.value) : undefined;
      if (!unmet?.success) {
        this.#next = answer;
        return hit('lua');
      }
      const { recheck_ms } = unmet.data;
      return miss(recheck_ms === undefined ? undefined : now + Math.max(recheck_ms, limits.recheckMs));
    };
    const query = new AsyncQuery(evaluate, judge, () => notify());
    this.probe = {
      watches: allChanges,
      matcherText: 'a condition of the intent',
      evaluate: (view) => (view.hasProgressed ? query.evaluate(view) : miss()),
      onAnswer: (listener) => {
        notify = listener;
      },
    };
  }

  /** What the intent yielded or returned after its condition was met. Undefined if it still waits. */
  async next(): Promise<PluginAnswer | undefined> {
    await this.#resumed;
    return this.#next;
  }
}
