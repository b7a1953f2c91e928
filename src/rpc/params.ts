/** Reads what came as parameters; says which field is wrong, what came and what was expected. */
import { nearest } from '../platform/near.ts';
import type { z } from '../platform/schema.ts';
import { fieldsAt } from './fields.ts';
import type { AnyMethod } from './method.ts';

export interface ParamsProblem {
  readonly path: string;
  readonly reason: string;
  readonly expected?: string;
  readonly got?: string;
}

/** For people: where a word or a form was to be one of several, these are told. `whole` is what stands for no path. */
export const tellProblem = ({ path, reason, expected = '' }: ParamsProblem, whole = 'params'): string =>
  `${path || whole}: ${reason}${expected.includes(' | ') ? `; expected ${expected}` : ''}`;

export type Read<Value> = { readonly value: Value } | { readonly problem: ParamsProblem };
export type ReadParams = Read<unknown>;

export function readParams<World>(method: AnyMethod<World>, raw: unknown): ReadParams {
  const named = Array.isArray(raw) ? byName(method, raw) : { value: raw ?? {} };
  if ('problem' in named) return named;
  return readShape(method.params, named.value);
}

/** Also for what is written elsewhere in the shape of a parameter: what is wrong is told in the same words. */
export function readShape<Shape extends z.ZodType>(shape: Shape, value: unknown): Read<z.output<Shape>> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const { issues } = parsed.error;
  return { problem: problemOf(misspelt(issues, shape, value) ?? issues[0]!, value, shape) };
}

function byName<World>({ name, positional }: AnyMethod<World>, raw: readonly unknown[]): ReadParams {
  if (raw.length === 0) return { value: {} };
  if (!positional)
    return {
      problem: {
        path: '',
        reason: `${name} takes its parameters by name, not by position`,
        expected: 'object',
        got: 'array',
      },
    };
  if (raw.length > positional.length)
    return {
      problem: {
        path: String(positional.length),
        reason: `${name} takes ${positional.length} parameters`,
        got: String(raw.length),
      },
    };
  return { value: Object.fromEntries(raw.map((value, at) => [positional[at], value])) };
}

function problemOf(issue: z.core.$ZodIssue, input: unknown, shape: z.core.$ZodType): ParamsProblem {
  const deepest = deepestIssue(issue);
  const keys = deepest.code === 'unrecognized_keys' ? [...deepest.path, deepest.keys[0]!] : deepest.path;
  const came = keys.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key as string],
    input,
  );
  const { reason, ...rest } = sentenceOf(deepest, came);
  const hint = hintOf(deepest, came, () => fieldsAt(shape, deepest.path, input));
  return { path: keys.map(String).join('.'), reason: reason + hint, ...rest, got: describe(came, deepest) };
}

/** Where a field seems to be missing, another that is nearly it says why. */
const misspelt = (issues: readonly z.core.$ZodIssue[], shape: z.core.$ZodType, value: unknown) =>
  issues.find(
    (issue) =>
      issue.code === 'unrecognized_keys' &&
      issue.path.length === 0 &&
      nearest(issue.keys[0]!, fieldsAt(shape, [], value)) !== '',
  );

/** A word that is nearly a known one was most likely meant to be it. */
function hintOf(issue: z.core.$ZodIssue, came: unknown, fields: () => readonly string[]): string {
  if (issue.code === 'unrecognized_keys') return nearest(issue.keys[0]!, fields());
  if (typeof came !== 'string') return '';
  if (issue.code === 'invalid_value') return nearest(came, issue.values.map(String));
  return issue.code === 'invalid_union' ? nearest(came, (optionsOf(issue).expected ?? '').split(' | ')) : '';
}

/** Of a union, the branch that was meant: the one whose complaint lies deepest. */
function deepestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.flat().map(deepestIssue);
  const deepest = inner.reduce<z.core.$ZodIssue | undefined>(
    (best, next) => (best && best.path.length >= next.path.length ? best : next),
    undefined,
  );
  return deepest && deepest.path.length > 0 ? { ...deepest, path: [...issue.path, ...deepest.path] } : issue;
}

function sentenceOf(issue: z.core.$ZodIssue, came: unknown): { reason: string; expected?: string } {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { reason: 'unknown field' };
    case 'invalid_type':
      return { reason: `expected ${issue.expected}`, expected: issue.expected };
    case 'invalid_value':
      return { reason: 'not one of the known values', expected: issue.values.map(String).join(' | ') };
    case 'too_small':
      return { reason: `too small: at least ${issue.minimum}`, expected: `>= ${issue.minimum}` };
    case 'too_big':
      return { reason: `too large: at most ${issue.maximum}`, expected: `<= ${issue.maximum}` };
    case 'invalid_key':
      return { reason: issue.issues[0]?.message ?? issue.message };
    case 'invalid_union':
      return { reason: unionReason(issue, came), ...optionsOf(issue) };
    default:
      return { reason: issue.message };
  }
}

function unionReason({ discriminator }: { readonly discriminator?: string }, came: unknown): string {
  if (!discriminator) return 'not one of the known forms';
  return came === undefined ? `\`${discriminator}\` is missing` : `\`${discriminator}\` is not a known one`;
}

function optionsOf(issue: object): { expected?: string } {
  if ('options' in issue && Array.isArray(issue.options))
    return { expected: issue.options.map(String).join(' | ') };
  const branches = (issue as { readonly errors?: readonly z.core.$ZodIssue[][] }).errors ?? [];
  const wanted = new Set(branches.flat().flatMap(wantedOf));
  return wanted.size > 0 ? { expected: [...wanted].join(' | ') } : {};
}

/** By one branch of a union. */
const wantedOf = (issue: z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_type' ? [issue.expected] : [];
};

const shown = 40;

/** Values are told where one of a few words, or a number within bounds, was expected: anywhere else one may be a secret. */
function describe(value: unknown, { code }: z.core.$ZodIssue): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') return 'object';
  if (typeof value === 'boolean') return `boolean ${value}`;
  if (typeof value === 'string')
    return isWord(code) && value.length <= shown
      ? `string ${JSON.stringify(value)}`
      : `string of ${value.length} characters`;
  return isWord(code) || code === 'too_small' || code === 'too_big'
    ? `${typeof value} ${String(value)}`
    : typeof value;
}

const isWord = (code: string | undefined) => code === 'invalid_value' || code === 'invalid_union';
