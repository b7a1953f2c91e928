import { describe, expect, it } from 'vitest';
import { codeSpan, fieldTable, formatType, joinPage, table } from '#build/derive/markdown.ts';

describe('a type', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1 }, 'string, not empty'],
    [{ type: 'string', minLength: 1, maxLength: 9 }, 'string, 1 to 9 characters'],
    [{ type: 'string', pattern: 'a`b' }, 'string, matching `` a`b ``'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 0'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 }, 'whole number, at most 5'],
    [{ type: 'number', minimum: 0.5, maximum: 2 }, 'number, 0.5 to 2'],
    [{ type: 'array', items: { type: 'boolean' }, maxItems: 3 }, 'list of true or false, at most 3 of them'],
    [{ type: 'array' }, 'list of anything'],
    [{ prefixItems: [{ type: 'integer', description: 'row' }], type: 'array' }, '[row: whole number]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object of string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ enum: ['a', 'b', 'c'] }, '`"a"`, `"b"` or `"c"`'],
    [{ const: null }, '`null`'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ $ref: '#/components/schemas/Matcher' }, '[Matcher](matchers.md)'],
    [{ $ref: '#/components/schemas/SessionInfo' }, '[SessionInfo](ptywright.md#sessioninfo)'],
    [{}, 'anything'],
  ])('%j is %s', (schema, text) => expect(formatType(schema)).toBe(text));
});

it('a table escapes bars and line feeds in its cells', () => {
  expect(table(['a'], [['x|y\nz']])).toBe('| a |\n| --- |\n| x\\|y z |');
});

it('a page has an empty line between its blocks, and skips empty blocks', () => {
  expect(joinPage('one', '', undefined, false, 'two')).toBe('one\n\ntwo\n');
});

it('code with a backtick has a longer fence', () => {
  expect([codeSpan('a'), codeSpan('`a`')]).toEqual(['`a`', '`` `a` ``']);
});

describe('the fields of an object', () => {
  it('have a row each, those of nested objects under their path', () => {
    const place = { type: 'object', properties: { row: { type: 'integer', description: 'From 0.' } } };
    const rows = fieldTable({ type: 'object', properties: { place }, required: ['place'] }, 'params');
    expect(rows).toContain('| field | type | default | description |');
    expect(rows).toMatch(/^\| `place` \| object \|/m);
    expect(rows).toMatch(/^\| `place\.row` \| whole number \|.* From 0\. \|$/m);
  });

  it('are an empty text for an object without fields', () => {
    expect(fieldTable({ type: 'object', properties: {} }, 'result')).toBe('');
  });
});
