import { describe, expect, it } from 'vitest';
import { jsonGroup, preserveJson } from '#adapters/host/json.ts';
import { limits } from '#limits.ts';
import { jsonNull } from '#platform/lua/hostValues.ts';

const run = (name: string, value: unknown): unknown =>
  jsonGroup.functions.find((one) => one.name === `json.${name}`)!.run!({} as never, value as never);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('json.decode', () => {
  it('reports what is wrong with a text', () => {
    expect(() => run('decode', '{"a":')).toThrow('not JSON: ');
  });

  it('refuses a text that is too long, and takes one at the limit', () => {
    const quoted = (length: number) => `"${'x'.repeat(length - 2)}"`;
    expect(() => run('decode', quoted(limits.pluginValueBytes + 1))).toThrow(`${limits.pluginValueBytes}`);
    expect(run('decode', quoted(limits.pluginValueBytes))).toHaveLength(limits.pluginValueBytes - 2);
  });

  it('refuses a text that is nested too deeply, and takes one at the limit', () => {
    expect(() => run('decode', nested(limits.pluginDepth + 1))).toThrow(`${limits.pluginDepth} levels`);
    expect(() => run('decode', nested(limits.pluginDepth))).not.toThrow();
  });
});

describe('json.encode', () => {
  it('returns text that decode reads back', () => {
    const value = { name: 'é', list: [1, 2.5, true], nested: { empty: '' } };
    expect(JSON.parse(run('encode', value) as string)).toEqual(value);
  });

  it('refuses functions, which JSON would leave out', () => {
    expect(() => run('encode', { call: () => 1 })).toThrow('a function has no JSON form');
  });
});

it('nulls of JSON are preserved at any depth, and other objects are unchanged', () => {
  const table = new (class {})();
  expect(preserveJson({ a: null, list: [null, 1, { b: null }], none: [], table, text: 'x' })).toEqual({
    a: jsonNull,
    list: [jsonNull, 1, { b: jsonNull }],
    none: [],
    table,
    text: 'x',
  });
});
