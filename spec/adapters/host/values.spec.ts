import { describe, expect, it } from 'vitest';
import { LazyTable, preserveJson } from '#adapters/host/values.ts';
import { jsonNull } from '#platform/lua/hostValues.ts';

describe('a lazy table', () => {
  it('computes a field when it is read', () => {
    const computed: string[] = [];
    const table = new LazyTable({ rows: () => computed.push('rows'), title: () => computed.push('title') });
    expect(table.keys).toEqual(['rows', 'title']);
    expect(computed).toEqual([]);
    expect(table.get('title')).toBe(1);
    expect(computed).toEqual(['title']);
  });

  it('has no inherited fields', () => {
    expect(new LazyTable({}).get('constructor')).toBeUndefined();
  });
});

it('nulls of JSON are preserved at any depth, and other objects are unchanged', () => {
  const table = new LazyTable({});
  expect(preserveJson({ a: null, list: [null, 1, { b: null }], none: [], table, text: 'x' })).toEqual({
    a: jsonNull,
    list: [jsonNull, 1, { b: jsonNull }],
    none: [],
    table,
    text: 'x',
  });
});
