/** The matcher `lua`, which asks a predicate of a plugin. */
import { z } from '#platform/schema.ts';
import { defineMatcher, hit, type MatchResult, miss, type PredicateResult, pending } from './matcher.ts';
import type { SessionView } from './sessionView.ts';

interface CachedAnswer {
  readonly key: string;
  readonly verdict: MatchResult;
}

/**
 * Makes an asynchronous query usable as a matcher. While the answer is pending, the result is `pending`; at most one
 * query runs at a time. An answer is valid only until the session changes. A hit that has just arrived counts even if
 * the screen has changed since; otherwise a screen that always changes could never match.
 */
export class AsyncQuery<Answer> {
  readonly #query: (view: SessionView) => Promise<Answer>;
  readonly #toResult: (answer: Answer, view: SessionView) => MatchResult;
  readonly #notifyAnswer: () => void;
  readonly #version: () => string;
  #cached: CachedAnswer | undefined;
  #problem: unknown;
  #inProgress = false;
  #handlingAnswer = false;

  /** `version` identifies everything besides the session that the answer depends on. */
  constructor(
    query: (view: SessionView) => Promise<Answer>,
    toResult: (answer: Answer, view: SessionView) => MatchResult,
    notifyAnswer: () => void,
    version: () => string = () => '',
  ) {
    this.#query = query;
    this.#toResult = toResult;
    this.#notifyAnswer = notifyAnswer;
    this.#version = version;
  }

  evaluate(view: SessionView): MatchResult {
    if (this.#problem !== undefined) throw this.#problem;
    const given = this.#cached;
    if (given && this.#isCurrent(given, view)) return given.verdict;
    if (!this.#inProgress) this.#start(view);
    return pending;
  }

  #isCurrent({ key, verdict }: CachedAnswer, view: SessionView): boolean {
    if ('hit' in verdict) return this.#handlingAnswer || key === this.#cacheKey(view);
    const { wakeAt } = verdict.miss;
    return key === this.#cacheKey(view) && (wakeAt === undefined || view.now < wakeAt);
  }

  #start(view: SessionView): void {
    this.#inProgress = true;
    const key = this.#cacheKey(view);
    this.#query(view)
      .then(
        (answer) => {
          this.#cached = { key, verdict: this.#toResult(answer, view) };
        },
        (problem) => {
          this.#problem = problem;
        },
      )
      .finally(() => this.#handleAnswer());
  }

  #cacheKey({ sequence, lastOutput, exit }: SessionView): string {
    return `${sequence} ${lastOutput} ${exit !== null} ${this.#version()}`;
  }

  #handleAnswer(): void {
    this.#inProgress = false;
    this.#handlingAnswer = true;
    this.#notifyAnswer();
    this.#handlingAnswer = false;
  }
}

const LuaMatcherValue = z.strictObject({
  plugin: z.string().min(1),
  predicate: z.string().min(1).describe('The name of a function that the plugin exports.'),
  params: z.record(z.string(), z.unknown()).default({}).describe('Passed to the function as `ctx.params`.'),
});

export const lua = defineMatcher({
  name: 'lua',
  summary:
    'A predicate of a plugin matches. In a wait of an adapter it runs in the Lua state of that adapter, otherwise in one that all sessions share.',
  value: () => LuaMatcherValue,
  watches: ['content', 'cursor', 'title', 'bell', 'mode', 'output', 'exit'],
  format: ({ plugin, predicate }) => `the predicate ${predicate} of the plugin ${plugin}`,
  example: { value: { plugin: 'shell', predicate: 'ready' } },
  compile: ({ plugin, predicate, params }, compiler) => {
    const ask = compiler.predicates.bind(plugin, predicate, params, `${compiler.path}.value`);
    const toResult = (
      { matched, evidence, capture, recheckMs }: PredicateResult,
      { now }: { now: number },
    ) =>
      matched
        ? hit('lua', { facts: { plugin, predicate, evidence, capture } })
        : miss(recheckMs === undefined ? undefined : now + recheckMs);
    const query = new AsyncQuery(ask, toResult, compiler.notifyAnswer);
    return (view) => (view.hasProgressed ? query.evaluate(view) : miss());
  },
});
