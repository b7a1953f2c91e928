/** Holds arguments against their declared types, and says what is wrong in the words that Lua's own functions use. */
import { classes } from './classes.ts';
import type { LuaType, Param } from './declaration.ts';
import { HostError } from './hostError.ts';

const wrong = (at: number, name: string, why: string) =>
  new HostError(`bad argument #${at + 1} to '${name}' (${why})`);

const absent = (value: unknown) => value === undefined || value === null;
const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null;

const luaTypeOf = (value: unknown) => (absent(value) ? 'no value' : isTable(value) ? 'table' : typeof value);

export function checkArguments(name: string, params: readonly Param[], args: readonly unknown[]): unknown[] {
  if (args.length > params.length && !absent(args[params.length]))
    throw wrong(params.length, name, params.length === 0 ? 'it takes none' : `it takes ${params.length}`);
  return params.map(({ type, optional }, at) => {
    const value = args[at];
    if (value === undefined || (value === null && type !== 'any')) {
      if (!optional) throw wrong(at, name, `${type} expected, got no value`);
      return undefined;
    }
    const problem = problemWith(type, value);
    if (problem) throw wrong(at, name, problem);
    return value;
  });
}

/** Nothing when the value is of the type. */
function problemWith(type: LuaType, value: unknown): string | undefined {
  const branches = type.split('|');
  const problems = branches.map((branch) => branchProblem(branch, value));
  if (problems.includes(undefined)) return undefined;
  const told = problems.find((problem) => problem !== mismatch);
  return told ?? `${branches.map(shown).join(' or ')} expected, got ${luaTypeOf(value)}`;
}

const mismatch = 'mismatch';
const shown = (type: LuaType) => (type.endsWith('[]') || type in classes ? 'table' : type);

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
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
  const kind = kinds[type];
  if (kind) return kind(value) ? undefined : mismatch;
  return isTable(value) ? fieldsProblem(type, value as Readonly<Record<string, unknown>>) : mismatch;
}

function listProblem(item: LuaType, value: unknown): string | undefined {
  if (!isTable(value)) return mismatch;
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? undefined : 'a list expected';
  const at = value.findIndex((each) => problemWith(item, each) !== undefined);
  return at < 0 ? undefined : `item ${at + 1}: ${problemWith(item, value[at])}`;
}

/** A table with named fields: what is not declared is a slip of the pen, unless the class is open. */
function fieldsProblem(type: LuaType, value: Readonly<Record<string, unknown>>): string | undefined {
  const declared = classes[type];
  if (!declared) return undefined;
  if (Array.isArray(value) && value.length > 0) return `a table with named fields expected, got a list`;
  for (const [key, given] of Object.entries(value)) {
    const field = declared.fields.find(({ name }) => name === key);
    if (!field && !declared.open) return `it has no field '${key}'; there ${fieldNames(declared.fields)}`;
    const problem = field && !absent(given) && problemWith(field.type, given);
    if (problem) return `field '${key}': ${problem}`;
  }
  const missing = declared.fields.find(({ name, optional }) => !optional && absent(value[name]));
  return missing && `field '${missing.name}': ${missing.type} expected, got no value`;
}

const fieldNames = (fields: readonly Param[]) =>
  `${fields.length === 1 ? 'is' : 'are'} ${fields.map(({ name }) => name).join(', ')}`;
