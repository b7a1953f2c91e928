/** The stubs of the host table: Lua that parses, and declares what is there, no less and no more. */
import { describe, expect, it } from 'vitest';
import { permissionNames } from '../../src/core/permissions.ts';
import { classes } from '../../src/core/plugin/host/classes.ts';
import { groups } from '../../src/core/plugin/host/groups.ts';
import { type HostTable, hostTable } from '../../src/core/plugin/host/index.ts';
import { vocabulary } from '../../src/core/plugin/vocabulary.ts';
import { hostStubs } from '../../src/derive/hostStubs.ts';
import { inLua } from '../core/plugin/host/shown.ts';

const stubs = hostStubs();

const table = hostTable({
  plugin: 'p',
  version: '1',
  permissions: new Set(permissionNames),
  vocabulary: vocabulary(),
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
    const inTheLua = groups.flatMap(({ functions }) =>
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
    expect(Object.keys(classes).filter((name) => !declared.includes(name))).toEqual([]);
  });
});
