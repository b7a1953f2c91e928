/** From the options in their order to what is done: input, then a wait, once or several times. */
import { Action } from '../../core/input/index.ts';
import { compileMatcher } from '../../core/matcher/compile.ts';
import { noPredicates } from '../../core/matcher/predicates.ts';
import { Matcher } from '../../core/matcher/shape.ts';
import type { z } from '../../platform/schema.ts';
import { readShape, tellProblem } from '../../rpc/params.ts';
import { readJson } from '../json.ts';
import type { Occurrence } from '../read.ts';
import { UsageError } from '../usage.ts';

export interface Step {
  readonly actions: readonly Action[];
  readonly matcher: Matcher;
}

type Words = Readonly<Record<string, (value: string) => unknown>>;

const inputs: Words = {
  type: (value) => ({ type: 'text', value }),
  key: (value) => ({ type: 'keys', value }),
  act: (value) => readJson(value, '--act'),
};

const waits: Words = {
  wait: (value) => ({ type: 'contains_text', value }),
  'wait-regex': (value) => ({ type: 'screen_regex', value }),
  'wait-stable': (value) => ({ type: 'screen_stable', value: Number(value) }),
  'wait-exit': () => ({ type: 'process_exited' }),
  matcher: (value) => readJson(value, '--matcher'),
};

const untilExit: Matcher = { type: 'process_exited' };

/** Everything is read before the program is started. */
export function stepsOf(order: readonly Occurrence[]): readonly Step[] {
  const steps: Step[] = [];
  let actions: Action[] = [];
  for (const { name, value } of order) {
    const input = inputs[name];
    const wait = waits[name];
    if (input) actions.push(shaped(Action, input(String(value)), name));
    if (!wait) continue;
    const matcher = shaped(Matcher, wait(String(value)), name);
    compileMatcher(matcher, noPredicates, `--${name}`);
    steps.push({ actions, matcher });
    actions = [];
  }
  return actions.length > 0 || steps.length === 0 ? [...steps, { actions, matcher: untilExit }] : steps;
}

function shaped<Out>(shape: z.ZodType<Out>, value: unknown, name: string): Out {
  const read = readShape(shape, value);
  if ('value' in read) return read.value;
  const option = `--${name}`;
  throw new UsageError(
    read.problem.path ? `${option}: ${tellProblem(read.problem)}` : tellProblem(read.problem, option),
  );
}
