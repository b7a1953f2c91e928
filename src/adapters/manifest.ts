/**
 * The manifest of a plugin: its schema, and error messages for invalid manifests. The fields are the same in TOML and
 * JSON.
 */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { closestMatches } from '#platform/didYouMean.ts';
import { compilePattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import { widthRules } from '#terminal/unicodeWidth.ts';

/**
 * Returns what is wrong with an entrypoint path, or undefined. Links that lead out of the folder are detected when the
 * file is opened.
 */
function entrypointProblem(path: string): string | undefined {
  if (path.includes('\\')) return 'contains a backslash; use / to separate folders';
  if (path.includes('\0')) return 'contains a NUL';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'is absolute; give a path relative to the folder of the manifest';
  if (path.split('/').includes('..')) return 'contains ..; the file must be in the folder of the manifest';
  if (path.endsWith('/')) return 'is a folder; give the path of the main file';
  return undefined;
}

type ManifestIssue = z.core.$ZodIssue;
type FieldPath = readonly (string | number)[];

interface ManifestProblem {
  readonly at: FieldPath;
  readonly reason: string;
  readonly expected?: string;
  readonly got?: string;
}

/** Returns the known field names of the table at a path. */
type FieldNamesAt = (path: FieldPath) => readonly string[];

/** Reports an unknown field before other issues: it may be the misspelt name of a missing field. */
function toManifestProblem(
  issues: readonly ManifestIssue[],
  value: unknown,
  fields: FieldNamesAt,
): ManifestProblem {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.path as FieldPath;
  if (issue.code === 'unrecognized_keys') return unknownFieldProblem([...path, issue.keys[0]!], fields(path));
  const came = path.reduce<unknown>(
    (within, key) => (within as Record<string, unknown> | null)?.[key],
    value,
  );
  return { at: path, ...formatIssue(issue, came) };
}

const unknownFieldProblem = (at: FieldPath, known: readonly string[]): ManifestProblem => ({
  at,
  reason: `is not a field${formatNearest(String(at.at(-1)), known)}`,
  expected: known.join(' | '),
  got: String(at.at(-1)),
});

type IssueSentence = Omit<ManifestProblem, 'at'>;

function formatIssue(issue: ManifestIssue, came: unknown): IssueSentence {
  if (came === undefined && issue.code !== 'custom')
    return { reason: 'is missing', ...expectedOf(issue), got: 'nothing' };
  switch (issue.code) {
    case 'invalid_value':
      return { ...formatInvalidValue(issue, came), ...expectedOf(issue) };
    case 'invalid_type':
      return {
        reason: `expected ${typeName(issue.expected)}, got ${valueTypeName(came)}`,
        ...expectedOf(issue),
        got: valueTypeName(came),
      };
    case 'too_small':
      return {
        reason: `is too small: at least ${issue.minimum}`,
        expected: `>= ${issue.minimum}`,
        got: String(came),
      };
    case 'too_big':
      return {
        reason: `is too ${typeof came === 'number' ? 'large' : 'long'}: at most ${issue.maximum}`,
        expected: `<= ${issue.maximum}`,
        got: formatSize(came),
      };
    case 'invalid_key':
      return { reason: issue.issues[0]?.message ?? issue.message };
    default:
      return { reason: issue.message };
  }
}

/** Nouns for fields that accept one of a few values. */
const valueNouns: Readonly<Record<string, string>> = {
  kind: 'a kind of plugin',
  runtime: 'a runtime',
  permissions: 'a permission',
};

function formatInvalidValue(
  { path, values }: ManifestIssue & { code: 'invalid_value' },
  came: unknown,
): IssueSentence {
  if (typeof came !== 'string')
    return { reason: `expected a string, got ${valueTypeName(came)}`, got: valueTypeName(came) };
  const quoted =
    came.length > maxQuotedChars ? `a string of ${came.length} characters` : JSON.stringify(came);
  const what = valueNouns[String(path[0])] ?? 'known';
  return { reason: `${quoted} is not ${what}${formatNearest(came, values.map(String))}`, got: quoted };
}

/** A longer text is described by its length, not cut. The redaction would not recognize half of a secret. */
const maxQuotedChars = 40;

function formatNearest(word: string, known: readonly string[]): string {
  const [near] = closestMatches(word, known);
  return near === undefined ? `; known: ${known.join(', ')}` : ` (nearest: ${near})`;
}

function expectedOf(issue: ManifestIssue): { readonly expected?: string } {
  if (issue.code === 'invalid_value') return { expected: issue.values.join(' | ') };
  return issue.code === 'invalid_type' ? { expected: typeName(issue.expected) } : {};
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a whole number',
  array: 'a list',
  object: 'a table',
  record: 'a table',
};

const typeName = (type: string) => typeNames[type] ?? type;

function valueTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return typeof value === 'object' ? 'a table' : typeof value === 'string' ? 'a string' : `a ${typeof value}`;
}

const formatSize = (value: unknown): string =>
  typeof value === 'string'
    ? `${value.length} characters`
    : Array.isArray(value)
      ? `${value.length} items`
      : String(value);

const VersionSchema = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9}){0,7}$/, 'is not a version: numbers and dots only');

const VersionRangeSchema = z.strictObject({
  from: VersionSchema.optional().describe(
    'The first version of the range. If absent, the range has no lower bound.',
  ),
  before: VersionSchema.optional().describe(
    'The first version after the range. If absent, the range has no upper bound.',
  ),
  widths: z
    .enum(widthRules)
    .describe(
      'How the program counts columns in these versions: by code points as wcwidth does, or by grapheme clusters.',
    ),
});

export const ProgramVersion = z.strictObject({
  args: z
    .array(z.string())
    .min(1)
    .max(limits.args)
    .describe('The arguments that make the program print its version and exit.'),
  pattern: z
    .string()
    .superRefine((source, context) => {
      const message = patternProblem(source);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .describe(
      'The pattern that finds the version in the output: its first group, or the whole match if it has no group.',
    ),
  ranges: z
    .array(VersionRangeSchema)
    .min(1)
    .max(limits.versionRanges)
    .superRefine((ranges, context) => {
      ranges.forEach(({ from, before }, at) => {
        if (from === undefined || before === undefined || compareVersions(from, before) < 0) return;
        const message = `must be later than ${from}, the start of the range`;
        context.addIssue({ code: 'custom', path: [at, 'before'], message });
      });
    })
    .describe(
      'The first range that contains the version applies. If no range contains it, columns are counted by code points.',
    ),
});
export type ProgramVersion = z.output<typeof ProgramVersion>;

/** Known field names, for suggestions when a name is misspelt. */
const programVersionFields = {
  program_version: Object.keys(ProgramVersion.shape),
  range: Object.keys(VersionRangeSchema.shape),
} as const;

function patternProblem(source: string): string | undefined {
  try {
    compilePattern(source);
    return undefined;
  } catch (problem) {
    if (problem instanceof PatternError) return `is not a pattern: ${problem.message}`;
    throw problem;
  }
}

/** Compares numerically, part by part. A suffix such as `-beta` is ignored. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [versionNumbers(one), versionNumbers(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const versionNumbers = (version: string): readonly number[] =>
  (/\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);

/** The permissions that a manifest can request. Reading and writing raw data is not among them. */
export const pluginPermissions = [
  'session.spawn',
  'session.kill',
  'session.resize',
  'screen.read',
  'transcript.read',
  'input.write',
  'matcher.wait',
] as const;

const textSchema = (most: number) => z.string().max(most).regex(/\S/, 'is blank');

const VariablesSchema = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a valid variable name'),
  z.string(),
);

const TargetSchema = z.strictObject({
  program: textSchema(limits.argBytes).describe('Executable name or path.'),
  args: z
    .array(z.string())
    .max(limits.args)
    .default([])
    .describe('Arguments of the program. Not used when a caller names a program.'),
  rows: z
    .int()
    .min(limits.minRows)
    .max(limits.maxRows)
    .optional()
    .describe('Used if the caller gives no number of rows. Defaults to 40.'),
  cols: z
    .int()
    .min(limits.minCols)
    .max(limits.maxCols)
    .optional()
    .describe('Used if the caller gives no number of columns. Defaults to 120.'),
  env: VariablesSchema.default({}).describe(
    'Environment variables. Values that the caller gives take precedence.',
  ),
  required_env: VariablesSchema.default({}).describe(
    'Environment variables that take precedence over values that the caller gives.',
  ),
});

const manifestFields = {
  name: z
    .string()
    .max(limits.nameChars)
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, 'is not a valid name: use only letters, digits and . _ -')
    .describe('The name of the plugin.'),
  kind: z
    .enum(['adapter', 'macro', 'matcher'])
    .describe(
      'The purpose of the plugin: to drive a program, to act on one, or to provide predicates for waits.',
    ),
  version: textSchema(limits.nameChars).describe('The version of the plugin.'),
  description: z
    .string()
    .max(limits.descriptionChars)
    .optional()
    .describe('A sentence that helps users choose a plugin.'),
  runtime: z
    .enum(['lua', 'wasm'])
    .optional()
    .describe('The runtime of the plugin. `wasm` is reserved, but not supported.'),
  entrypoint: textSchema(limits.pathChars)
    .superRefine((path, context) => {
      const message = entrypointProblem(path);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'The main file, relative to the folder of the manifest. Give both `entrypoint` and `runtime`, or neither.',
    ),
  permissions: z
    .array(z.enum(pluginPermissions))
    .default([])
    .describe('What the plugin may do. Everything else is denied.'),
  default_target: TargetSchema.optional().describe('The program that `adapter.start` starts by default.'),
  program_version: ProgramVersion.optional().describe(
    'How `adapter.start` finds the version of the program, and what depends on the version. It runs each program file once for this.',
  ),
  status_rows: z
    .int()
    .min(0)
    .max(limits.maxRows)
    .optional()
    .describe(`The number of status rows at the bottom of the screen. Defaults to ${limits.statusRows}.`),
  scrolled_rows: z
    .int()
    .min(0)
    .max(limits.pluginScrolledRows)
    .optional()
    .describe(
      'How many rows that have scrolled off since the last call of `classify` it gets in `ctx.scrolled`. Defaults to 0.',
    ),
};

export const Manifest = z.strictObject(manifestFields).superRefine(checkFieldsTogether).meta({
  id: 'Manifest',
  description: 'The manifest of a plugin.',
});
export type Manifest = z.output<typeof Manifest>;

type ManifestResult = { readonly manifest: Manifest } | { readonly problem: ManifestProblem };

export function parseManifest(value: unknown): ManifestResult {
  const read = Manifest.safeParse(value);
  if (read.success) return { manifest: read.data };
  return {
    problem: toManifestProblem(read.error.issues, value, (path) => {
      if (path.length === 0) return Object.keys(manifestFields);
      if (path[0] === 'default_target') return Object.keys(TargetSchema.shape);
      return programVersionFields[path.length === 1 ? 'program_version' : 'range'];
    }),
  };
}

/** Raises Invalid with the path of the wrong field. `path` is the path of the manifest in the parameters. */
export function requireManifest(value: unknown, path: string): Manifest {
  const read = parseManifest(value);
  if ('manifest' in read) return read.manifest;
  const { at, ...problem } = read.problem;
  return raise(fault.Invalid({ path: [path, ...at].join('.'), ...problem }));
}

/** Checks rules that involve more than one field. */
function checkFieldsTogether(
  { runtime, entrypoint, permissions }: z.output<z.ZodObject<typeof manifestFields>>,
  context: z.core.$RefinementCtx,
): void {
  const wrong = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (runtime !== undefined && entrypoint === undefined) wrong(['runtime'], 'needs an entrypoint');
  if (runtime === undefined && entrypoint !== undefined) wrong(['entrypoint'], 'needs a runtime');
  permissions.forEach((name, at) => {
    if (permissions.indexOf(name) < at) wrong(['permissions', at], `"${name}" is listed twice`);
  });
}
