/**
 * Parses parameters. A problem names the invalid field, the received and the expected value, and similar field names.
 */
import { didYouMean } from '#platform/didYouMean.ts';
import type { z } from '#platform/schema.ts';
import type { AnyMethod } from './method.ts';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The parts of a schema definition that are used here. Each type of schema has some of them. */
interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly in?: Schema;
  readonly getter?: () => Schema;
  readonly options?: readonly Schema[];
  readonly discriminator?: string;
  readonly values?: readonly unknown[];
}

const definitionOf = (shape: Schema) => shape._zod.def as unknown as SchemaDefinition;

/** Returns the fields that an object may have at `path`. `value` selects the option of a discriminated union. */
function fieldsAt(shape: Schema, path: Path, value: unknown): readonly string[] {
  const definition = definitionOf(shape);
  const { innerType, getter, options } = definition;
  const within = innerType ?? definition.in ?? getter?.();
  if (within) return fieldsAt(within, path, value);
  if (options)
    return options
      .filter((one) => matchesOption(one, definition, value))
      .flatMap((one) => fieldsAt(one, path, value));
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(definition.shape ?? {});
  const next = definition.shape?.[String(key)] ?? definition.element ?? definition.valueType;
  return next ? fieldsAt(next, rest, (value as Record<PropertyKey, unknown> | null)?.[key]) : [];
}

function matchesOption(option: Schema, { discriminator }: SchemaDefinition, value: unknown): boolean {
  if (discriminator === undefined) return true;
  const mark = definitionOf(option).shape?.[discriminator];
  const selected = (value as Record<string, unknown> | null)?.[discriminator];
  return mark !== undefined && (definitionOf(mark).values ?? []).includes(selected);
}

export interface ParamsProblem {
  readonly path: string;
  readonly reason: string;
  readonly expected?: string;
  readonly got?: string;
}

/**
 * Formats a problem for people: some dialects send no data. Lists the options if one of several was expected. `whole`
 * replaces an empty path.
 */
export function formatParamsProblem(
  { path, reason, expected, got }: ParamsProblem,
  whole = 'params',
): string {
  const received = expected !== undefined && got !== undefined ? `, got ${got}` : '';
  const options = expected?.includes(' | ') ? `; expected ${expected}` : '';
  return `${path || whole}: ${reason}${received}${options}`;
}

type ReadResult<Value> = { readonly value: Value } | { readonly problem: ParamsProblem };

export interface ParamsLimits {
  readonly nullFields: number;
  readonly objectFields: number;
  readonly checkedValues: number;
}

/**
 * Reads null as an absent field, where a field may be absent: many clients write null for each field that has no value.
 * What accepts null keeps it. Parses twice at most, and once more for a method that normalizes its parameters.
 *
 * Each wrong value costs microseconds. So in a large request the first one ends the parse, and a null is one too.
 */
export function parseParams<World>(
  method: AnyMethod<World>,
  raw: unknown,
  { nullFields, objectFields, checkedValues }: ParamsLimits,
): ReadResult<unknown> {
  const { params, normalize } = method;
  const named = Array.isArray(raw) ? toNamedParams(method, raw) : { value: raw ?? {} };
  if ('problem' in named) return named;
  let sent: unknown = named.value;
  const values = countValues(sent, objectFields);
  if (values === Number.POSITIVE_INFINITY)
    return { problem: findCrowdedObject(sent as object, objectFields, [])! };
  // Passing options to zod at all takes a twentieth of a round trip.
  const options = values > checkedValues ? { abortEarly: true } : undefined;
  let parsed = params.safeParse(sent, options);
  if (parsed.error && normalize) {
    sent = normalize(sent);
    parsed = params.safeParse(sent, options);
  }
  if (parsed.error && options) return { problem: describeFirst(parsed.error, params, sent, checkedValues) };
  if (parsed.error) {
    const nulls = findNullFields(params, sent, parsed.error, nullFields);
    if ('problem' in nulls) return nulls;
    if (nulls.value.length > 0) parsed = params.safeParse(withoutFields(sent, nulls.value));
  }
  return parsed.error ? { problem: describeError(parsed.error, params, sent) } : { value: parsed.data };
}

/** Describes the only issue of a large request. */
function describeFirst(error: z.core.$ZodError, shape: Schema, sent: unknown, most: number): ParamsProblem {
  const problem = describeError(error, shape, sent);
  const hint = `; with more than ${most} values, leave out the fields that have no value`;
  return problem.got === 'null' ? { ...problem, reason: problem.reason + hint } : problem;
}

/** Counts the values of a request: infinitely many if an object has more than `mostFields` fields. */
function countValues(value: unknown, mostFields: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let values = 1;
  if (Array.isArray(value)) {
    for (const one of value) values += countValues(one, mostFields);
    return values;
  }
  const names = Object.keys(value);
  if (names.length > mostFields) return Number.POSITIVE_INFINITY;
  for (const name of names) values += countValues((value as Fields)[name], mostFields);
  return values;
}

/** Looks at each value once. */
function findCrowdedObject(value: object, mostFields: number, path: Path): ParamsProblem | undefined {
  const fields = Array.isArray(value) ? 0 : Object.keys(value).length;
  if (fields > mostFields) {
    const [expected, got] = [`at most ${mostFields} fields`, `${fields} fields`];
    return { path: path.join('.'), reason: `too large: ${expected}`, expected, got };
  }
  for (const [name, one] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const isObject = typeof one === 'object' && one !== null;
    const found = isObject ? findCrowdedObject(one, mostFields, [...path, name]) : undefined;
    if (found) return found;
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The paths of the null fields that cause issues. Looking at each takes time, so `most` are looked at. */
function findNullFields(
  shape: Schema,
  value: unknown,
  { issues }: z.core.$ZodError,
  most: number,
): ReadResult<readonly Path[]> {
  let looked = 0;
  const isNullField = (path: Path) => {
    if (path.length === 0 || valueAt(value, path) !== null) return false;
    looked += 1;
    return looked <= most && fieldsAt(shape, path.slice(0, -1), value).includes(String(path.at(-1)));
  };
  const nulls = issues.flatMap((issue) => nullsBehind(issue, isNullField, []) ?? []);
  const reason = `more than ${most} fields are null; leave out the fields that have no value`;
  return looked > most ? { problem: { path: '', reason } } : { value: nulls };
}

function withoutFields(value: unknown, paths: readonly Path[]): unknown {
  const rest = structuredClone(value);
  for (const path of paths)
    delete (valueAt(rest, path.slice(0, -1)) as Record<PropertyKey, unknown>)[path.at(-1)!];
  return rest;
}

/**
 * The paths of the nulls without which the issue would not exist. In a union, those of the first branch that has no
 * other issue.
 */
function nullsBehind(
  issue: Issue,
  isNullField: (path: Path) => boolean,
  prefix: Path,
): readonly Path[] | undefined {
  const path = [...prefix, ...issue.path];
  if (isNullField(path)) return [path];
  if (issue.code !== 'invalid_union') return undefined;
  for (const branch of issue.errors) {
    const nulls = branch.map((inner) => nullsBehind(inner, isNullField, path));
    if (nulls.length > 0 && nulls.every((paths) => paths !== undefined)) return nulls.flat();
  }
  return undefined;
}

/** Parses any value by a schema, with the same error messages as parameters. */
export function parseShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): ReadResult<z.output<Shape>> {
  const { data, error } = shape.safeParse(value);
  return error ? { problem: describeError(error, shape, value) } : { value: data! };
}

const describeError = ({ issues }: z.core.$ZodError, shape: Schema, value: unknown): ParamsProblem =>
  toProblem(findMisspelled(issues, shape, value) ?? issues[0]!, value, shape);

/** Names parameters that were passed as an array. */
function toNamedParams<World>(
  { name, positional }: AnyMethod<World>,
  raw: readonly unknown[],
): ReadResult<object> {
  if (raw.length === 0) return { value: {} };
  if (!positional)
    return {
      problem: {
        path: '',
        reason: `${name} accepts parameters by name only`,
        expected: 'object',
        got: 'array',
      },
    };
  if (raw.length > positional.length)
    return {
      problem: {
        path: String(positional.length),
        reason: `${name} accepts at most ${positional.length} parameters`,
        got: String(raw.length),
      },
    };
  return { value: Object.fromEntries(raw.map((value, at) => [positional[at], value])) };
}

function toProblem(issue: Issue, input: unknown, shape: Schema): ParamsProblem {
  const deepest = deepestIssue(issue);
  const keys = deepest.code === 'unrecognized_keys' ? [...deepest.path, deepest.keys[0]!] : deepest.path;
  const received = valueAt(input, keys);
  const { reason, ...rest } = describeIssue(deepest, received);
  const hint = formatHint(deepest, received, input, () => fieldsAt(shape, deepest.path, input));
  return {
    path: keys.map(String).join('.'),
    reason: reason + hint,
    ...rest,
    got: describeValue(received, deepest),
  };
}

/**
 * Finds an unknown field that explains a missing one: one with a similar known name, or one in the same option of a
 * union.
 */
const findMisspelled = (issues: readonly Issue[], shape: Schema, value: unknown) =>
  issues.find(
    (issue) =>
      issue.code === 'unrecognized_keys' &&
      (issue.path.length === 0
        ? didYouMean(issue.keys[0]!, fieldsAt(shape, [], value)) !== ''
        : formatOptionFields(issue.path, value, fieldsAt(shape, issue.path, value)) !== ''),
  );

/** Lists the fields of an option of a union, whose name is in `type`: `; contains_text takes value`. */
function formatOptionFields(path: Path, input: unknown, fields: readonly string[]): string {
  const { type } = (valueAt(input, path) ?? {}) as { readonly type?: unknown };
  if (typeof type !== 'string' || !fields.includes('type')) return '';
  const others = fields.filter((name) => name !== 'type');
  return `; ${type} takes ${others.length > 0 ? others.join(', ') : 'no other field'}`;
}

const valueAt = (input: unknown, path: Path) =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key as string],
    input,
  );

/** Suggests a known word if the received one is similar. */
function formatHint(
  issue: Issue,
  received: unknown,
  input: unknown,
  fields: () => readonly string[],
): string {
  if (issue.code === 'unrecognized_keys')
    return didYouMean(issue.keys[0]!, fields()) || formatOptionFields(issue.path, input, fields());
  if (typeof received !== 'string') return '';
  if (issue.code === 'invalid_value') return didYouMean(received, issue.values.map(String));
  return issue.code === 'invalid_union'
    ? didYouMean(received, (expectedOptions(issue).expected ?? '').split(' | '))
    : '';
}

/** Returns the issue of the union branch that was most likely meant: the one with the deepest path. */
function deepestIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.flat().map(deepestIssue);
  const deepest = inner.reduce<Issue | undefined>(
    (best, next) => (best && best.path.length >= next.path.length ? best : next),
    undefined,
  );
  return deepest && deepest.path.length > 0 ? { ...deepest, path: [...issue.path, ...deepest.path] } : issue;
}

/** JSON's words for types of schemas. */
const jsonTypes: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };

function describeIssue(issue: Issue, received: unknown): { reason: string; expected?: string } {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { reason: 'unknown field' };
    case 'invalid_type': {
      const expected = jsonTypes[issue.expected] ?? issue.expected;
      return { reason: `expected ${expected}`, expected };
    }
    case 'invalid_value':
      return { reason: 'not one of the known values', expected: issue.values.map(String).join(' | ') };
    case 'too_small':
      return { reason: `too small: at least ${issue.minimum}`, expected: `>= ${issue.minimum}` };
    case 'too_big':
      return { reason: `too large: at most ${issue.maximum}`, expected: `<= ${issue.maximum}` };
    case 'invalid_key':
      return { reason: issue.issues[0]?.message ?? issue.message };
    case 'invalid_union':
      return { reason: describeUnionIssue(issue, received), ...expectedOptions(issue) };
    default:
      return { reason: issue.message };
  }
}

function describeUnionIssue(
  { discriminator }: { readonly discriminator?: string },
  received: unknown,
): string {
  if (!discriminator) return 'none of the accepted forms';
  return received === undefined
    ? `\`${discriminator}\` is missing`
    : `\`${discriminator}\` is not a known type`;
}

function expectedOptions(issue: object): { expected?: string } {
  if ('options' in issue && Array.isArray(issue.options))
    return { expected: issue.options.map(String).join(' | ') };
  const branches = (issue as { readonly errors?: readonly Issue[][] }).errors ?? [];
  const values = new Set(branches.flat().flatMap(expectedValues));
  return values.size > 0 ? { expected: [...values].join(' | ') } : {};
}

/** Expected values of one branch of a union. */
const expectedValues = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_type' ? [jsonTypes[issue.expected] ?? issue.expected] : [];
};

const maxQuotedChars = 40;

/** Shows a value only where one of a few words or a bounded number was expected. Anywhere else it may be a secret. */
function describeValue(value: unknown, issue: Issue): string {
  const { code } = issue;
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') return 'object';
  if (typeof value === 'boolean') return `boolean ${value}`;
  if (typeof value === 'string')
    return isChoiceIssue(code) && value.length <= maxQuotedChars
      ? `string ${JSON.stringify(value)}`
      : `string of ${value.length} characters`;
  // JSON.parse reads a number that is too large for a double as infinity.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  if (typeof value === 'number' && code === 'invalid_type' && issue.expected === 'int') return 'a fraction';
  return isChoiceIssue(code) || code === 'too_small' || code === 'too_big'
    ? `${typeof value} ${String(value)}`
    : typeof value;
}

const isChoiceIssue = (code: string | undefined) => code === 'invalid_value' || code === 'invalid_union';
