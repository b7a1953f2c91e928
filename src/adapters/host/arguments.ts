/** Checks arguments against their declared types. Error messages have the form of those of the Lua standard library. */

import { hostClasses } from './catalog.ts';
import { HostError, type HostParam, type LuaType } from './declaration.ts';

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
    const problem = typeCheck(type)(value);
    if (problem) throw argumentError(at, name, problem);
    return value;
  });
}

/** Returns undefined when the value has the type. */
type TypeCheck = (value: unknown) => string | undefined;

const typeChecks = new Map<LuaType, TypeCheck>();

/** Types are parsed once, because plugins call host functions a hundred times for a state. */
function typeCheck(type: LuaType): TypeCheck {
  const known = typeChecks.get(type) ?? parseType(type);
  typeChecks.set(type, known);
  return known;
}

function parseType(type: LuaType): TypeCheck {
  const branches = type.split('|');
  const checks = branches.map(parseBranch);
  return (value) => {
    let reported: string | undefined;
    for (const check of checks) {
      const problem = check(value);
      if (problem === undefined) return undefined;
      if (problem !== mismatch) reported ??= problem;
    }
    return reported ?? wrongType(branches, value);
  };
}

const mismatch = 'mismatch';
const wrongType = (branches: readonly LuaType[], value: unknown) =>
  `${branches.map(formatType).join(' or ')} expected, got ${luaTypeOf(value)}`;
const formatType = (type: LuaType) => (type.endsWith('[]') || type in hostClasses ? 'table' : type);

const plainTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  table: isTable,
};

function parseBranch(type: LuaType): TypeCheck {
  if (type === 'integer') return integerProblem;
  if (type.startsWith('"')) {
    const expected: unknown = JSON.parse(type);
    return (value) => (value === expected ? undefined : mismatch);
  }
  if (type.endsWith('[]')) {
    const item = typeCheck(type.slice(0, -2));
    return (value) => listProblem(item, value);
  }
  const fits = plainTypes[type];
  if (fits) return (value) => (fits(value) ? undefined : mismatch);
  return (value) =>
    isTable(value) ? fieldsProblem(type, value as Readonly<Record<string, unknown>>) : mismatch;
}

function integerProblem(value: unknown): string | undefined {
  if (typeof value !== 'number') return mismatch;
  return Number.isSafeInteger(value) ? undefined : 'number has no integer representation';
}

function listProblem(item: TypeCheck, value: unknown): string | undefined {
  if (!isTable(value)) return mismatch;
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? undefined : 'a list expected';
  const at = value.findIndex((each) => item(each) !== undefined);
  return at < 0 ? undefined : `item ${at + 1}: ${item(value[at])}`;
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
    const problem = field && !isAbsent(given) && typeCheck(field.type)(given);
    if (problem) return `field '${key}': ${problem}`;
  }
  const missing = declared.fields.find(({ name, optional }) => !optional && isAbsent(value[name]));
  return missing && `field '${missing.name}': ${missing.type} expected, got no value`;
}

const fieldNames = (fields: readonly HostParam[]) => fields.map(({ name }) => name).join(', ');
