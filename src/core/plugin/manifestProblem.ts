/** What is wrong with a manifest, in words: which field, why, and what may have been meant. */

import { nearMatches } from '../../platform/near.ts';
import type { z } from '../../platform/schema.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

export interface ManifestProblem {
  readonly at: Path;
  readonly reason: string;
  readonly expected?: string;
  readonly got?: string;
}

/** The names of the fields that there are, by the path of what they are fields of. */
type Fields = Readonly<Record<string, readonly string[]>>;

/** Of several problems a field that does not exist comes first: it may be the misspelt name of one that is missing. */
export function problemOf(issues: readonly Issue[], value: unknown, fields: Fields): ManifestProblem {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys')
    return unknownField([...path, issue.keys[0]!], fields[path.join('.')]!);
  const came = path.reduce<unknown>(
    (within, key) => (within as Record<string, unknown> | null)?.[key],
    value,
  );
  return { at: path, ...sentenceOf(issue, came) };
}

const unknownField = (at: Path, known: readonly string[]): ManifestProblem => ({
  at,
  reason: `is not a field${nearest(String(at.at(-1)), known)}`,
  expected: known.join(' | '),
  got: String(at.at(-1)),
});

type Sentence = Omit<ManifestProblem, 'at'>;

function sentenceOf(issue: Issue, came: unknown): Sentence {
  if (came === undefined && issue.code !== 'custom')
    return { reason: 'is missing', ...expectation(issue), got: 'nothing' };
  switch (issue.code) {
    case 'invalid_value':
      return { ...notOneOf(issue, came), ...expectation(issue) };
    case 'invalid_type':
      return {
        reason: `expected ${typeWord(issue.expected)}, got ${typeOf(came)}`,
        ...expectation(issue),
        got: typeOf(came),
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
        got: sizeOf(came),
      };
    case 'invalid_key':
      return { reason: issue.issues[0]?.message ?? issue.message };
    default:
      return { reason: issue.message };
  }
}

/** What the fields hold that take one of a few words. */
const words: Readonly<Record<string, string>> = {
  kind: 'a kind of plugin',
  runtime: 'a runtime',
  permissions: 'a permission',
};

function notOneOf({ path, values }: Issue & { code: 'invalid_value' }, came: unknown): Sentence {
  if (typeof came !== 'string') return { reason: `expected a text, got ${typeOf(came)}`, got: typeOf(came) };
  const shown = came.length > longestShown ? `a text of ${came.length} characters` : JSON.stringify(came);
  const what = words[String(path[0])] ?? 'known';
  return { reason: `${shown} is not ${what}${nearest(came, values.map(String))}`, got: shown };
}

/** Nothing is cut: half of a secret would not be known for one. */
const longestShown = 40;

function nearest(word: string, known: readonly string[]): string {
  const [near] = nearMatches(word, known);
  return near === undefined ? `; known: ${known.join(', ')}` : ` (nearest: ${near})`;
}

function expectation(issue: Issue): { readonly expected?: string } {
  if (issue.code === 'invalid_value') return { expected: issue.values.join(' | ') };
  return issue.code === 'invalid_type' ? { expected: typeWord(issue.expected) } : {};
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a whole number',
  array: 'a list',
  object: 'a table',
  record: 'a table',
};

const typeWord = (type: string) => typeWords[type] ?? type;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return typeof value === 'object' ? 'a table' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const sizeOf = (value: unknown): string =>
  typeof value === 'string'
    ? `${value.length} characters`
    : Array.isArray(value)
      ? `${value.length} of them`
      : String(value);
