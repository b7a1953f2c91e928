/** A file of steps, read whole before anything is started: what is wrong is told with its line and its field. */
import { basename, dirname, resolve } from 'node:path';
import { Fault } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { nearest } from '../../platform/near.ts';
import { tellRefusal } from '../../platform/refusals.ts';
import type { z } from '../../platform/schema.ts';
import { readSource, SourceProblem } from '../../platform/sourceFiles.ts';
import { readYaml, type YamlPath, YamlProblem, type YamlText } from '../../platform/yaml.ts';
import { UsageError } from '../usage.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { Script, StepTerms, termNames } from './script.ts';

export interface Step {
  readonly kind: Kind;
  readonly value: unknown;
  readonly line: number;
  readonly name: string | undefined;
  readonly timeoutMs: number;
}

export interface Steps extends Omit<z.output<typeof Script>, 'steps'> {
  readonly file: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** What is hidden besides what looks like a secret. */
  readonly secrets: readonly string[];
}

interface Problem {
  readonly path: YamlPath;
  readonly reason: string;
}

/** Raises UsageError, with all that is wrong. */
export function readSteps(file: string): Steps {
  const yaml = yamlIn(file);
  try {
    return stepsIn(file, yaml);
  } catch (problem) {
    if (problem instanceof RangeError) throw new UsageError(`${file}: nested too deep`);
    throw problem;
  }
}

function stepsIn(file: string, yaml: YamlText): Steps {
  const read = Script.safeParse(yaml.value);
  const rows = (yaml.value as { steps?: unknown } | null)?.steps;
  const steps = Array.isArray(rows) ? rows.map((row, at) => readStep(row, ['steps', at], yaml)) : [];
  const problems = [
    ...(read.success ? [] : problemsOf(read.error, [])),
    ...steps.flatMap((one) => ('problems' in one ? one.problems : [])),
  ];
  if (!read.success || problems.length > 0) throw wrong(file, yaml, problems);
  const { steps: _, cwd, timeout_ms: timeoutMs, ...script } = read.data;
  return {
    ...script,
    timeout_ms: timeoutMs,
    ...(cwd !== undefined && { cwd: resolve(dirname(file), cwd) }),
    file,
    title: script.name ?? basename(file),
    secrets: steps.flatMap((one) =>
      'problems' in one ? [] : (one.step.kind.secrets?.(one.step.value) ?? []),
    ),
    steps: steps.flatMap((one) =>
      'problems' in one ? [] : [{ ...one.step, timeoutMs: one.step.timeoutMs ?? timeoutMs }],
    ),
  };
}

type ReadStep = Omit<Step, 'timeoutMs'> & { readonly timeoutMs: number | undefined };

function readStep(
  row: unknown,
  path: YamlPath,
  yaml: YamlText,
): { readonly step: ReadStep } | { readonly problems: readonly Problem[] } {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { problems: [{ path, reason: 'expected a step, such as `wait: Ready`' }] };
  const given = row as Readonly<Record<string, unknown>>;
  const words = Object.keys(given).filter((word) => !termNames.includes(word));
  const strange = words.find((word) => !kinds.has(word));
  if (strange !== undefined) {
    const known = [...kinds.keys()];
    const reason = `no such step${nearest(strange, known)}; there are ${known.join(', ')}`;
    return { problems: [{ path: [...path, strange], reason }] };
  }
  if (words.length !== 1) return { problems: [{ path, reason: countReason(words) }] };
  const [word] = words as [string];
  const kind = kinds.get(word)!;
  const terms = StepTerms.safeParse(given);
  const value = kind.shape.safeParse(given[word]);
  if (!terms.success || !value.success) {
    return {
      problems: [
        ...(terms.success ? [] : problemsOf(terms.error, path)),
        ...(value.success
          ? []
          : problemsOf(value.error, [...path, word]).map((one) => worded(one, [...path, word], kind))),
      ],
    };
  }
  const refused = refusalOf(() => kind.check?.(value.data));
  if (refused !== undefined) return { problems: [{ path: [...path, word], reason: refused }] };
  const { name, timeout_ms: timeoutMs } = terms.data;
  return { step: { kind, value: value.data, line: yaml.lineOf(path), name, timeoutMs } };
}

/** Of what is wrong with the whole of a step, not with a field in it. */
const worded = (problem: Problem, path: YamlPath, { name, example }: Kind): Problem =>
  problem.path.length > path.length
    ? problem
    : { ...problem, reason: `${problem.reason}, such as \`${name}: ${JSON.stringify(example)}\`` };

function refusalOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (problem) {
    if (problem instanceof Fault) return problem.message;
    throw problem;
  }
}

const countReason = (words: readonly string[]) =>
  words.length === 0 ? 'says nothing to do' : `says several things to do: ${words.join(', ')}`;

const problemsOf = (error: z.ZodError, path: YamlPath): readonly Problem[] =>
  error.issues.map((issue) => deepest(issue, path));

/** Of several shapes that it might have had, the one that it came closest to says most. */
function deepest(issue: z.core.$ZodIssue, path: YamlPath): Problem {
  const whole = [...path, ...(issue.path as (string | number)[])];
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const inner = branches
    .flatMap((issues) => (issues.length > 0 ? [deepest(issues[0]!, whole)] : []))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (inner && inner.path.length > whole.length) return inner;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return unknown === undefined
    ? { path: whole, reason: expectedOf(issue) }
    : { path: [...whole, unknown], reason: 'no such field' };
}

/** One that has no form at all is told by those that there are. */
function expectedOf(issue: z.core.$ZodIssue): string {
  const forms = issue.code === 'invalid_union' ? [...new Set(formsIn(issue))] : [];
  return forms.length === 0 ? issue.message : `expected ${forms.join(' or ')}`;
}

const formsIn = (issue: z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(formsIn);
  return issue.code === 'invalid_type' ? [forms[issue.expected] ?? issue.expected] : [];
};

const forms: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'fields',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
};

function wrong(file: string, yaml: YamlText, problems: readonly Problem[]): UsageError {
  const lines = problems.map(
    ({ path, reason }) => `${file}:${yaml.lineOf(path)}: ${path.join('.') || 'the file'}: ${reason}`,
  );
  return new UsageError([...new Set(lines)].join('\n'));
}

const unreadable = (file: string, reason: string): string =>
  reason === 'too_large'
    ? `${file} is larger than a file of steps may be: ${limits.stepsBytes} bytes`
    : tellRefusal('source', file, reason);

function yamlIn(file: string): YamlText {
  try {
    return readYaml(readSource(resolve(file), limits.stepsBytes));
  } catch (problem) {
    if (problem instanceof YamlProblem) throw new UsageError(`${file}:${problem.line}: ${problem.message}`);
    if (problem instanceof SourceProblem) throw new UsageError(unreadable(file, problem.reason));
    throw problem;
  }
}
