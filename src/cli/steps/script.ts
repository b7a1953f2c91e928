/** Parses a file of steps completely before anything starts. Errors have the line and the field. */
import { basename, dirname, resolve } from 'node:path';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { didYouMean } from '#platform/didYouMean.ts';
import { fitsInMemory } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import { readSourceFile, SourceError } from '#platform/sourceFiles.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import { parseYaml, type YamlDocument, type YamlPath, YamlSyntaxError } from '#platform/yaml.ts';
import { UsageError } from '../errors.ts';
import { artifactSteps } from './artifactSteps.ts';
import { inputSteps } from './inputSteps.ts';
import type { StepType } from './step.ts';
import { styleSteps, waitSteps } from './waitSteps.ts';

const TimeoutField = z.int().min(0).max(limits.timeoutMs).describe('Timeout of a step, in milliseconds.');

/** Fields that every step may have besides its action. */
export const StepFields = z.object({
  name: z.string().min(1).max(limits.nameChars).optional().describe('Name of the step in the report.'),
  timeout_ms: TimeoutField.optional(),
});
const stepFieldNames: readonly string[] = Object.keys(StepFields.shape);

export const ScriptSchema = z
  .strictObject({
    name: z.string().min(1).max(limits.nameChars).optional().describe('Name of the script in the report.'),
    program: z.string().min(1).max(limits.pathChars),
    args: z.array(z.string()).max(limits.args).default([]),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe('Working directory of the program, relative to the directory of the file.'),
    env: z
      .record(z.string(), z.string().nullable())
      .default({})
      .describe('Environment variables of the program. Null removes an inherited variable.'),
    rows: z.int().min(limits.minRows).max(limits.maxRows).default(24),
    cols: z.int().min(limits.minCols).max(limits.maxCols).default(80),
    timeout_ms: TimeoutField.default(limits.defaultTimeoutMs),
    steps: z.array(z.record(z.string(), z.unknown())).min(1).max(limits.steps),
  })
  .refine(fitsInMemory, `more than ${limits.maxCells} cells`);

/** Every type of step, by its name. */
export const stepTypes: ReadonlyMap<string, StepType> = new Map(
  [...inputSteps, ...waitSteps, ...styleSteps, ...artifactSteps].map((one) => [one.name, one]),
);

/** A parsed step. */
export interface ScriptStep {
  readonly kind: StepType;
  readonly value: unknown;
  readonly line: number;
  readonly name: string | undefined;
  readonly timeoutMs: number;
}

export interface StepScript extends Omit<z.output<typeof ScriptSchema>, 'steps'> {
  readonly file: string;
  readonly title: string;
  readonly steps: readonly ScriptStep[];
  /** Texts to redact besides those that look like a secret. */
  readonly secrets: readonly string[];
}

interface ScriptProblem {
  readonly path: YamlPath;
  readonly reason: string;
}

/** Throws UsageError with all problems. */
export function readScript(file: string): StepScript {
  const yaml = readScriptFile(file);
  try {
    return parseScript(file, yaml);
  } catch (problem) {
    if (problem instanceof RangeError) throw new UsageError(`${file}: nested too deeply`);
    throw problem;
  }
}

function parseScript(file: string, yaml: YamlDocument): StepScript {
  const read = ScriptSchema.safeParse(yaml.value);
  const rows = (yaml.value as { steps?: unknown } | null)?.steps;
  const steps = Array.isArray(rows) ? rows.map((row, at) => parseStep(row, ['steps', at], yaml)) : [];
  const problems = [
    ...(read.success ? [] : toProblems(read.error, [])),
    ...steps.flatMap((one) => ('problems' in one ? one.problems : [])),
  ];
  if (!read.success || problems.length > 0) throw scriptError(file, yaml, problems);
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

type ParsedStep = Omit<ScriptStep, 'timeoutMs'> & { readonly timeoutMs: number | undefined };

function parseStep(
  row: unknown,
  path: YamlPath,
  yaml: YamlDocument,
): { readonly step: ParsedStep } | { readonly problems: readonly ScriptProblem[] } {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { problems: [{ path, reason: 'expected a step, such as `wait: Ready`' }] };
  const given = row as Readonly<Record<string, unknown>>;
  const words = Object.keys(given).filter((word) => !stepFieldNames.includes(word));
  const strange = words.find((word) => !stepTypes.has(word));
  if (strange !== undefined) {
    const known = [...stepTypes.keys()];
    const reason = `unknown step${didYouMean(strange, known)}; expected one of ${known.join(', ')}`;
    return { problems: [{ path: [...path, strange], reason }] };
  }
  if (words.length !== 1) return { problems: [{ path, reason: stepCountProblem(words) }] };
  const [word] = words as [string];
  const kind = stepTypes.get(word)!;
  const fields = StepFields.safeParse(given);
  const value = kind.shape.safeParse(given[word]);
  if (!fields.success || !value.success) {
    return {
      problems: [
        ...(fields.success ? [] : toProblems(fields.error, path)),
        ...(value.success
          ? []
          : toProblems(value.error, [...path, word]).map((one) => addExample(one, [...path, word], kind))),
      ],
    };
  }
  const refused = checkError(() => kind.check?.(value.data));
  if (refused !== undefined) return { problems: [{ path: [...path, word], reason: refused }] };
  const { name, timeout_ms: timeoutMs } = fields.data;
  return { step: { kind, value: value.data, line: yaml.lineOf(path), name, timeoutMs } };
}

/** Adds an example if the problem is the step as a whole, not a field in it. */
const addExample = (problem: ScriptProblem, path: YamlPath, { name, example }: StepType): ScriptProblem =>
  problem.path.length > path.length
    ? problem
    : { ...problem, reason: `${problem.reason}, such as \`${name}: ${JSON.stringify(example)}\`` };

function checkError(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (problem) {
    if (problem instanceof Fault) return problem.message;
    throw problem;
  }
}

const stepCountProblem = (words: readonly string[]) =>
  words.length === 0
    ? 'expected a step type, such as `wait`'
    : `expected one step type, got ${words.join(', ')}`;

const toProblems = (error: z.ZodError, path: YamlPath): readonly ScriptProblem[] =>
  error.issues.map((issue) => deepestProblem(issue, path));

/** Of several possible shapes, reports the one that matches deepest. */
function deepestProblem(issue: z.core.$ZodIssue, path: YamlPath): ScriptProblem {
  const whole = [...path, ...(issue.path as (string | number)[])];
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const inner = branches
    .flatMap((issues) => (issues.length > 0 ? [deepestProblem(issues[0]!, whole)] : []))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (inner && inner.path.length > whole.length) return inner;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return unknown === undefined
    ? { path: whole, reason: describeExpected(issue) }
    : { path: [...whole, unknown], reason: 'unknown field' };
}

/** Lists the accepted forms for a value that matches none. */
function describeExpected(issue: z.core.$ZodIssue): string {
  const forms = issue.code === 'invalid_union' ? [...new Set(expectedForms(issue))] : [];
  return forms.length === 0 ? issue.message : `expected ${forms.join(' or ')}`;
}

const expectedForms = (issue: z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(expectedForms);
  return issue.code === 'invalid_type' ? [formNames[issue.expected] ?? issue.expected] : [];
};

const formNames: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'fields',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
};

function scriptError(file: string, yaml: YamlDocument, problems: readonly ScriptProblem[]): UsageError {
  const lines = problems.map(
    ({ path, reason }) => `${file}:${yaml.lineOf(path)}: ${path.join('.') || 'the file'}: ${reason}`,
  );
  return new UsageError([...new Set(lines)].join('\n'));
}

const unreadableMessage = (file: string, reason: string): string =>
  reason === 'too_large'
    ? `${file}: larger than the limit of ${limits.stepsBytes} bytes`
    : formatSystemError('source', file, reason);

function readScriptFile(file: string): YamlDocument {
  try {
    return parseYaml(readSourceFile(resolve(file), limits.stepsBytes));
  } catch (problem) {
    if (problem instanceof YamlSyntaxError)
      throw new UsageError(`${file}:${problem.line}: ${problem.message}`);
    if (problem instanceof SourceError) throw new UsageError(unreadableMessage(file, problem.reason));
    throw problem;
  }
}
