/** What config.toml says about logging. What it says about anything else is not looked at. */
import { readFileSync } from 'node:fs';
import { UsageError } from '../usage.ts';
import { type Level, levels } from './level.ts';

export interface Logging {
  readonly level: Level;
  readonly file: boolean;
  /** Days for which a file is kept; 0 for ever. */
  readonly maxDays: number;
  readonly format: 'text' | 'json';
}

const defaults: Logging = { level: 'warn', file: true, maxDays: 14, format: 'text' };

interface Field {
  readonly key: keyof Logging;
  readonly expected: string;
  allows(value: unknown): boolean;
}

const oneOf = (words: readonly string[]): Omit<Field, 'key'> => ({
  expected: `one of ${words.join(', ')}`,
  allows: (value) => typeof value === 'string' && words.includes(value),
});

const fields: Readonly<Record<string, Field>> = {
  level: { key: 'level', ...oneOf(levels) },
  file: { key: 'file', expected: 'true or false', allows: (value) => typeof value === 'boolean' },
  max_days: {
    key: 'maxDays',
    expected: 'a whole number from 0 to 36500',
    allows: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36_500,
  },
  format: { key: 'format', ...oneOf(['text', 'json']) },
};

/** Reads the file if there is one; TOML is loaded only then. */
export async function readLogging(path: string): Promise<Logging> {
  const text = contents(path);
  if (text === undefined) return defaults;
  const { readToml, TomlProblem } = await import('../../platform/toml.ts');
  try {
    return loggingOf(readToml(text).logging, (field) => `${path}:${lineOf(text, field)}`);
  } catch (problem) {
    if (problem instanceof TomlProblem) throw new UsageError(`${path}:${problem.line}: ${problem.message}`);
    throw problem;
  }
}

function contents(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read: ${code}`, 'unreadable');
  }
}

function loggingOf(section: unknown, placeOf: (field?: string) => string): Logging {
  if (section === undefined) return defaults;
  if (typeof section !== 'object' || section === null || Array.isArray(section))
    throw new UsageError(`${placeOf()}: logging: expected a table`);
  const told: Record<string, unknown> = { ...defaults };
  for (const [name, { key, expected, allows }] of Object.entries(fields)) {
    const value = (section as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (!allows(value))
      throw new UsageError(
        `${placeOf(name)}: logging.${name}: expected ${expected}, got ${JSON.stringify(value)}`,
      );
    told[key] = value;
  }
  return told as unknown as Logging;
}

/** The parser does not tell where a value stood: the first line that looks like it, from the section on. */
function lineOf(text: string, field?: string): number {
  const lines = text.split('\n');
  const section = lines.findIndex((line) => /^\s*(?:\[\s*logging\s*\]|logging\b)/.test(line));
  const at =
    field === undefined
      ? -1
      : lines.findIndex((line, row) => row >= section && line.split('=', 1)[0]!.trim().endsWith(field));
  return Math.max(at, section, 0) + 1;
}
