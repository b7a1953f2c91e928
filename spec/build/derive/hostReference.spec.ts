/** The stubs of the host table are valid Lua and declare exactly its content. */
import { describe, expect, it } from 'vitest';
import { hostClasses, hostGroups } from '#adapters/host/catalog.ts';
import { type HostTable, hostTable } from '#adapters/host/hostTable.ts';
import { createVocabulary } from '#adapters/pluginInstance.ts';
import { hostStubs } from '#build/derive/hostReference.ts';
import { permissionNames } from '#permissions.ts';
import { inLua } from '../../adapters/host/shown.ts';

const stubs = hostStubs();

const table = hostTable({
  plugin: 'p',
  version: '1',
  permissions: new Set(permissionNames),
  vocabulary: createVocabulary(),
  current: () => undefined,
  log: () => {},
  trace: () => {},
});

const functionsIn = (part: HostTable, path = ''): readonly string[] =>
  Object.entries(part).flatMap(([name, value]) => {
    if (typeof value === 'function') return [path + name];
    return typeof value === 'object' && !Array.isArray(value)
      ? functionsIn(value as HostTable, `${path}${name}.`)
      : [];
  });

describe('the stubs', () => {
  it('are Lua', () => {
    expect(() => inLua(`do\n${stubs}\nend`)).not.toThrow();
    expect(() => inLua(`do\n${stubs} function\nend`)).toThrow();
  });

  it('declare every function, once, and no other', () => {
    const declared = [...stubs.matchAll(/^function ptywright\.([\w.]+)\(/gm)].map(([, name]) => name!);
    const inTheLua = hostGroups.flatMap(({ functions }) =>
      functions.filter(({ lua }) => lua).map(({ name }) => name),
    );
    const there = [...new Set([...functionsIn(table), ...inTheLua])].filter((name) => name !== 'matcher.not');
    expect(declared.toSorted()).toEqual(there.toSorted());
  });

  it('name no class that they do not declare', () => {
    const named = new Set([...stubs.matchAll(/ptywright\.[A-Z]\w*/g)].map(([name]) => name));
    const declared = [...stubs.matchAll(/^---@class (ptywright\.[A-Z]\w*)/gm)].map(([, name]) => name!);
    expect([...named].filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared).toHaveLength(new Set(declared).size);
    expect(Object.keys(hostClasses).filter((name) => !declared.includes(name))).toEqual([]);
  });
});
