/** What a plugin's Lua uses of the host, held against what there is and what its manifest grants. */

import { hostFunctions } from '../../core/plugin/host/groups.ts';
import { type HostTable, hostTable } from '../../core/plugin/host/index.ts';
import { pluginPermissions } from '../../core/plugin/manifest.ts';
import type { Plugin } from '../../core/plugin/plugin.ts';
import { vocabulary } from '../../core/plugin/vocabulary.ts';
import { nearMatches } from '../../platform/near.ts';
import { type LuaName, namesIn } from './luaNames.ts';
import type { Problem } from './problem.ts';

export function problemsOfUse({ sources, permissions }: Plugin): readonly Problem[] {
  const granted = namesWith(permissions);
  const all = namesWith(new Set(pluginPermissions));
  return Object.entries(sources.modules).flatMap(([module, source]) =>
    once(namesIn(source)).flatMap(({ name, line }) => {
      if (granted.has(name)) return [];
      const text = all.has(name) ? lacksPermission(name, permissions) : unknown(name, all);
      return [{ level: 'error' as const, where: `${module}.lua:${line}`, text: `ptywright.${name} ${text}` }];
    }),
  );
}

function lacksPermission(name: string, permissions: ReadonlySet<string>): string {
  const needed = pluginPermissions.find((each) => namesWith(new Set([...permissions, each])).has(name));
  return `needs the permission ${needed}, which the manifest does not name: here it is nil`;
}

function unknown(name: string, all: ReadonlySet<string>): string {
  const [near] = nearMatches(name, [...all]);
  return `is not there${near === undefined ? '' : `; did you mean ptywright.${near}?`}`;
}

/** Each name where it stands first. */
const once = (names: readonly LuaName[]): readonly LuaName[] =>
  names.filter(({ name }, at) => names.findIndex((other) => other.name === name) === at);

/** All that a plugin with these permissions finds, tables and what is in them. */
function namesWith(permissions: ReadonlySet<string>): ReadonlySet<string> {
  const table = hostTable({
    plugin: '',
    version: '',
    permissions,
    vocabulary: vocabulary(),
    current: () => undefined,
    log: () => {},
    trace: () => {},
  });
  // Those that are written in Lua come into the table only in a worker.
  const inLua = hostFunctions.filter(
    ({ lua, needs }) => lua && (needs === undefined || permissions.has(needs)),
  );
  return new Set([...pathsIn(table), ...inLua.map(({ name }) => name)]);
}

const pathsIn = (table: HostTable): readonly string[] =>
  Object.entries(table).flatMap(([name, value]) => [
    name,
    ...(isTable(value) ? pathsIn(value).map((below) => `${name}.${below}`) : []),
  ]);

const isTable = (value: unknown): value is HostTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
