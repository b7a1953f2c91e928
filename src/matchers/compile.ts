/**
 * Compiles a matcher to a probe: limits the size of the tree, compiles each pattern once, and collects the changes to
 * watch. Patterns have a time limit per evaluation, because they run on the core thread.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { compilePattern, type Pattern, PatternError } from '#platform/regex.ts';
import {
  type AreaText,
  type CompiledMatcher,
  type MatcherCompiler,
  noPredicates,
  type Predicates,
  type SessionChange,
} from './matcher.ts';
import { type Matcher, matchers } from './registry.ts';
import type { SearchArea } from './sessionView.ts';
import { searchPattern } from './text.ts';

/** An evaluation took too long. `path` is the pattern that was running. */
export class PatternTimeout extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path}: evaluating the patterns takes longer than ${limits.evaluationMs} ms`);
    this.path = path;
  }
}

export class PatternTimer {
  readonly #clock: Clock;
  #deadline = Number.POSITIVE_INFINITY;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  start(): void {
    this.#deadline = this.#clock.now() + limits.evaluationMs;
  }

  /** Wraps a pattern so that it throws PatternTimeout after the deadline of the evaluation. */
  withTimeout(pattern: Pattern, path: string): Pattern {
    const check = () => {
      if (this.#clock.now() > this.#deadline) throw new PatternTimeout(path);
    };
    const checked =
      <Out>(ask: (text: string) => Out) =>
      (text: string): Out => {
        check();
        return ask(text);
      };
    return {
      ...pattern,
      test: checked(pattern.test),
      find: checked(pattern.find),
      all: checked(pattern.all),
      *each(text) {
        check();
        for (const found of pattern.each(text)) {
          yield found;
          check();
        }
      },
    };
  }
}

/** What one tree has used of its limits. */
interface MatcherBudget {
  nodes: number;
  patterns: number;
}

/** `predicates` evaluates `lua` matchers. If `parameter` is given, errors in a pattern name it instead of the path. */
export function compileMatcher(
  matcher: Matcher,
  predicates: Predicates = noPredicates,
  path = 'matcher',
  parameter?: string,
): CompiledMatcher {
  let notifyAnswer = () => {};
  const stopwatch = new PatternTimer();
  const tree = {
    predicates,
    notifyAnswer: () => notifyAnswer(),
    budget: { nodes: 0, patterns: 0 },
    stopwatch,
    parameter,
  };
  const probe = compileNode(matcher, { path, depth: 1, ...tree });
  return {
    ...probe,
    evaluate: (view) => {
      stopwatch.start();
      return probe.evaluate(view);
    },
    source: matcher,
    onAnswer: (listener) => {
      notifyAnswer = listener;
    },
  };
}

interface CompileContext {
  readonly path: string;
  readonly depth: number;
  readonly predicates: Predicates;
  readonly notifyAnswer: () => void;
  readonly budget: MatcherBudget;
  readonly stopwatch: PatternTimer;
  readonly parameter: string | undefined;
}

/** Compiles a single matcher whose pattern is the parameter `name`. */
export const compileMatcherParameter = (matcher: Matcher, name: string): CompiledMatcher =>
  compileMatcher(matcher, noPredicates, name, name);

function compileNode(sent: Matcher, { path, depth, ...tree }: CompileContext): CompiledMatcher {
  const { budget, stopwatch, predicates, notifyAnswer, parameter } = tree;
  if (depth > limits.matcherDepth) reject(path, `nested deeper than ${limits.matcherDepth}`);
  if (++budget.nodes > limits.matcherNodes)
    reject(path, `more than ${limits.matcherNodes} matchers in one tree`);
  const declaration = matchers.get(sent.type)!;
  const watches = new Set<SessionChange>(declaration.watches);
  const compiler: MatcherCompiler = {
    path,
    predicates,
    notifyAnswer,
    pattern: (source, key) => {
      const at = parameter ?? `${path}.${key}`;
      return stopwatch.withTimeout(compilePatternAt(source, at, budget), at);
    },
    nested: (inner, key) => {
      const probe = compileNode(inner as Matcher, { path: `${path}.${key}`, depth: depth + 1, ...tree });
      for (const change of probe.watches) watches.add(change);
      return probe;
    },
  };
  const area = matcherArea(sent);
  const narrowed: AreaText = (view) => view.screen(area);
  return { evaluate: declaration.compile(sent.value, compiler, narrowed), watches, area };
}

function matcherArea({ rows, region }: Matcher): SearchArea | undefined {
  if (region) return region;
  return rows && { row: rows.from, rows: rows.count };
}

function compilePatternAt(source: string, path: string, budget: MatcherBudget): Pattern {
  if (++budget.patterns > limits.matcherPatterns)
    reject(path, `more than ${limits.matcherPatterns} patterns in one tree`);
  try {
    return compilePattern(source);
  } catch (problem) {
    if (problem instanceof PatternError) return reject(path, `invalid pattern: ${problem.message}`);
    throw problem;
  }
}

const reject = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));

/**
 * Compiles a pattern for clients that receive rows padded with blanks to the full width. It searches the padded rows
 * first, then the trimmed ones. Errors in the pattern name `parameter`.
 */
export function compilePaddedPattern(source: string, parameter: string): CompiledMatcher {
  const trimmed = compileMatcherParameter({ type: 'screen_regex', value: source }, parameter);
  const pattern = compilePattern(source);
  return {
    ...trimmed,
    evaluate: (session) => {
      const view = session.screen();
      const verdict = searchPattern('screen_regex', view.withTrailingBlanks?.('all') ?? view, pattern);
      return 'hit' in verdict ? verdict : trimmed.evaluate(session);
    },
  };
}
