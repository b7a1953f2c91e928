/** Checks arguments against their declared types. Error messages have the form of those of the Lua standard library. */

import { hostClasses } from './catalog.ts';
import type { HostParam, LuaType } from './declaration.ts';
import { HostError } from './values.ts';

const argumentError = (at: number, name: string, why: string) =>
  new HostError(`bad argument #${at + 1} to '${name}' (${why})`);

const isAbsent = (value: unknown) => value === undefined || value === null;
const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null;

const luaTypeOf = (value: unknown) =>
  isAbsent(value) ? 'no value' : isTable(value) ? 'table' : typeof value;

export function checkArguments(
  name: string,
  params: readonly HostParam[],
  args: readonly unknown[],
): unknown[] {
  if (args.length > params.length && !isAbsent(args[params.length]))
    throw argumentError(
      params.length,
      name,
      params.length === 0 ? 'no arguments expected' : `at most ${params.length} expected`,
    );
  return params.map(({ type, optional }, at) => {
    const value = args[at];
    if (value === undefined || (value === null && type !== 'any')) {
      if (!optional) throw argumentError(at, name, `${type} expected, got no value`);
      return undefined;
    }
    const problem = typeProblem(type, value);
    if (problem) throw argumentError(at, name, problem);
    return value;
  });
}

/** Returns undefined when the value has the type. */
function typeProblem(type: LuaType, value: unknown): string | undefined {
  const branches = type.split('|');
  const problems = branches.map((branch) => branchProblem(branch, value));
  if (problems.includes(undefined)) return undefined;
  const reported = problems.find((problem) => problem !== mismatch);
  return reported ?? `${branches.map(shownType).join(' or ')} expected, got ${luaTypeOf(value)}`;
}

const mismatch = 'mismatch';
const shownType = (type: LuaType) => (type.endsWith('[]') || type in hostClasses ? 'table' : type);

const typeChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  table: isTable,
};

function branchProblem(type: LuaType, value: unknown): string | undefined {
  if (type === 'integer')
    return typeof value !== 'number'
      ? mismatch
      : Number.isSafeInteger(value)
        ? undefined
        : 'number has no integer representation';
  if (type.startsWith('"')) return value === JSON.parse(type) ? undefined : mismatch;
  if (type.endsWith('[]')) return listProblem(type.slice(0, -2), value);
  const kind = typeChecks[type];
  if (kind) return kind(value) ? undefined : mismatch;
  return isTable(value) ? fieldsProblem(type, value as Readonly<Record<string, unknown>>) : mismatch;
}

function listProblem(item: LuaType, value: unknown): string | undefined {
  if (!isTable(value)) return mismatch;
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? undefined : 'a list expected';
  const at = value.findIndex((each) => typeProblem(item, each) !== undefined);
  return at < 0 ? undefined : `item ${at + 1}: ${typeProblem(item, value[at])}`;
}

/** Checks a table with named fields. An undeclared field is an error unless the class is open. */
function fieldsProblem(type: LuaType, value: Readonly<Record<string, unknown>>): string | undefined {
  const declared = hostClasses[type];
  if (!declared) return undefined;
  if (Array.isArray(value) && value.length > 0) return `a table with named fields expected, got a list`;
  for (const [key, given] of Object.entries(value)) {
    const field = declared.fields.find(({ name }) => name === key);
    if (!field && !declared.open)
      return `unknown field '${key}'; known fields: ${fieldNames(declared.fields)}`;
    const problem = field && !isAbsent(given) && typeProblem(field.type, given);
    if (problem) return `field '${key}': ${problem}`;
  }
  const missing = declared.fields.find(({ name, optional }) => !optional && isAbsent(value[name]));
  return missing && `field '${missing.name}': ${missing.type} expected, got no value`;
}

const fieldNames = (fields: readonly HostParam[]) => fields.map(({ name }) => name).join(', ');
