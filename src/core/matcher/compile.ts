/** From a matcher as it was sent to a probe: bounds the tree, compiles each pattern once, unites what is watched. */
import { compilePattern, type Pattern, PatternError } from '../../platform/regex.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { matchers } from './index.ts';
import type { Compiler, Happening, Narrowed, Probe } from './matcher.ts';
import type { Area } from './moment.ts';
import { noPredicates, type Predicates } from './predicates.ts';
import type { Matcher } from './shape.ts';
import { Stopwatch } from './stopwatch.ts';

interface Budget {
  nodes: number;
  patterns: number;
}

/** `predicates` answers what `lua` asks; a pattern that is wrong is told as that of `parameter`, where one is named. */
export function compileMatcher(
  matcher: Matcher,
  predicates: Predicates = noPredicates,
  path = 'matcher',
  parameter?: string,
): Probe {
  let tell = () => {};
  const stopwatch = new Stopwatch();
  const tree = {
    predicates,
    answered: () => tell(),
    budget: { nodes: 0, patterns: 0 },
    stopwatch,
    parameter,
  };
  const probe = compile(matcher, { path, depth: 1, ...tree });
  return {
    ...probe,
    ask: (moment) => {
      stopwatch.begin();
      return probe.ask(moment);
    },
    sent: matcher,
    onAnswer: (listener) => {
      tell = listener;
    },
  };
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly predicates: Predicates;
  readonly answered: () => void;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly parameter: string | undefined;
}

/** Of one matcher, whose pattern came as a parameter of that name. */
export const compileParameter = (matcher: Matcher, name: string): Probe =>
  compileMatcher(matcher, noPredicates, name, name);

function compile(sent: Matcher, { path, depth, ...tree }: Place): Probe {
  const { budget, stopwatch, predicates, answered, parameter } = tree;
  if (depth > limits.matcherDepth) refuse(path, `nested deeper than ${limits.matcherDepth}`);
  if (++budget.nodes > limits.matcherNodes)
    refuse(path, `more than ${limits.matcherNodes} matchers in one tree`);
  const declaration = matchers.get(sent.type)!;
  const watches = new Set<Happening>(declaration.watches);
  const compiler: Compiler = {
    path,
    predicates,
    answered,
    pattern: (source, key) => {
      const at = parameter ?? `${path}.${key}`;
      return stopwatch.timed(patternAt(source, at, budget), at);
    },
    nested: (inner, key) => {
      const probe = compile(inner as Matcher, { path: `${path}.${key}`, depth: depth + 1, ...tree });
      for (const happening of probe.watches) watches.add(happening);
      return probe;
    },
  };
  const area = areaOf(sent);
  const narrowed: Narrowed = (moment) => moment.screen(area);
  return { ask: declaration.compile(sent.value, compiler, narrowed), watches, area };
}

function areaOf({ rows, region }: Matcher): Area | undefined {
  if (region) return region;
  return rows && { row: rows.from, rows: rows.count };
}

function patternAt(source: string, path: string, budget: Budget): Pattern {
  if (++budget.patterns > limits.matcherPatterns)
    refuse(path, `more than ${limits.matcherPatterns} patterns in one tree`);
  try {
    return compilePattern(source);
  } catch (problem) {
    if (problem instanceof PatternError) return refuse(path, `invalid pattern: ${problem.message}`);
    throw problem;
  }
}

const refuse = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));
