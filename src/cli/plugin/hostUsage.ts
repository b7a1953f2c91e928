/**
 * Finds the host functions that the Lua code of a plugin uses, and checks them against the API and the permissions. The
 * code is read as text and never run.
 */
import { hostFunctions } from '#adapters/host/catalog.ts';
import { type HostTable, hostTable } from '#adapters/host/hostTable.ts';
import { pluginPermissions } from '#adapters/manifest.ts';
import type { Plugin } from '#adapters/plugin.ts';
import { createVocabulary } from '#adapters/pluginInstance.ts';
import { closestMatches } from '#platform/didYouMean.ts';

interface LuaName {
  /** Path below `ptywright`, such as `action.text`. */
  readonly name: string;
  readonly line: number;
}

const globalName = 'ptywright';

export function findLuaNames(source: string): readonly LuaName[] {
  const aliases = new Map<string, string>([[globalName, '']]);
  const found: LuaName[] = [];
  blankStringsAndComments(source)
    .split('\n')
    .forEach((text, at) => {
      for (const name of shadowedNames(text)) aliases.delete(name);
      for (const [chain] of text.matchAll(/(?<![\w.:])[A-Za-z_]\w*(?:\s*[.:]\s*[A-Za-z_]\w*)+/g)) {
        const name = resolveChain(chain, aliases);
        if (name) found.push({ name, line: at + 1 });
      }
      for (const [local, chain] of localAssignments(text)) {
        const name = resolveChain(chain, aliases);
        if (name === undefined) aliases.delete(local);
        else aliases.set(local, name);
      }
    });
  return found;
}

/**
 * Names of parameters and loop variables, which shadow aliases from here on. The end of their scope is unknown, so some
 * uses are missed.
 */
const shadowedNames = (text: string): readonly string[] =>
  [...text.matchAll(/\bfor\s+([\w\s,]+)|\bfunction\b[^(]*\(([^)]*)/g)].flatMap(
    ([, counted = '', parameters = '']) => `${counted},${parameters}`.match(/\w+/g) ?? [],
  );

/** Pairs the names and values of `local a, b = ptywright.x, ptywright.y`. Other values become an empty string. */
function localAssignments(text: string): readonly (readonly [string, string])[] {
  const [, locals, chains = ''] = /^\s*local\s+(?!function\b)([\w\s,]+?)\s*(?:=\s*(.*))?$/.exec(text) ?? [];
  if (locals === undefined) return [];
  const values = /^[\w\s.,]+;?\s*$/.test(chains) ? chains.replace(';', '').split(',') : [];
  return locals.split(',').map((local, at) => [local.trim(), values[at] ?? ''] as const);
}

function resolveChain(chain: string, aliases: ReadonlyMap<string, string>): string | undefined {
  const [first = '', ...rest] = chain.split(/[.:]/).map((part) => part.trim());
  const stands = aliases.get(first);
  return stands === undefined ? undefined : [stands, ...rest].filter(Boolean).join('.');
}

/** Replaces comments and strings by blanks. Line numbers stay the same. */
const blankStringsAndComments = (source: string): string =>
  source.replace(
    /--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|\[(=*)\[[\s\S]*?\]\2\]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g,
    (text) => text.replace(/[^\n]/g, ' '),
  );

/** Returns an error for each host function that does not exist or lacks a permission. */
export function checkHostUsage({ sources, permissions }: Plugin): readonly PluginProblem[] {
  const granted = availableNames(permissions);
  const all = availableNames(new Set(pluginPermissions));
  return Object.entries(sources.modules).flatMap(([module, source]) =>
    firstOccurrences(findLuaNames(source)).flatMap(({ name, line }) => {
      if (granted.has(name)) return [];
      const text = all.has(name) ? missingPermissionText(name, permissions) : unknownNameText(name, all);
      return [{ level: 'error' as const, where: `${module}.lua:${line}`, text: `ptywright.${name} ${text}` }];
    }),
  );
}

function missingPermissionText(name: string, permissions: ReadonlySet<string>): string {
  const needed = pluginPermissions.find((each) => availableNames(new Set([...permissions, each])).has(name));
  return `is nil without the permission ${needed}; add the permission to the manifest`;
}

function unknownNameText(name: string, all: ReadonlySet<string>): string {
  const [near] = closestMatches(name, [...all]);
  return `does not exist${near === undefined ? '' : `; did you mean ptywright.${near}?`}`;
}

/** Keeps the first occurrence of each name. */
const firstOccurrences = (names: readonly LuaName[]): readonly LuaName[] =>
  names.filter(({ name }, at) => names.findIndex((other) => other.name === name) === at);

/** Returns the paths of all tables and functions that a plugin with these permissions can use. */
function availableNames(permissions: ReadonlySet<string>): ReadonlySet<string> {
  const table = hostTable({
    plugin: '',
    version: '',
    permissions,
    vocabulary: createVocabulary(),
    current: () => undefined,
    log: () => {},
    trace: () => {},
  });
  // Functions written in Lua are added to the table only in a worker.
  const inLua = hostFunctions.filter(
    ({ lua, needs }) => lua && (needs === undefined || permissions.has(needs)),
  );
  return new Set([...tablePaths(table), ...inLua.map(({ name }) => name)]);
}

const tablePaths = (table: HostTable): readonly string[] =>
  Object.entries(table).flatMap(([name, value]) => [
    name,
    ...(isHostTable(value) ? tablePaths(value).map((below) => `${name}.${below}`) : []),
  ]);

const isHostTable = (value: unknown): value is HostTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface PluginProblem {
  /** A warning does not change the exit status. */
  readonly level: 'error' | 'warning';
  /** A file, with a line if known. */
  readonly where: string;
  readonly text: string;
}
