/** Schemas that are built on first use behave as those of zod do. */
import { describe, expect, it } from 'vitest';
import { z } from '#platform/schema.ts';

const Name = z.string().min(2).describe('A name.');

describe('a schema', () => {
  it('is built when it is used', () => {
    let builds = 0;
    const Tree = z.object({
      name: Name,
      get inner() {
        builds += 1;
        return z.array(Name).optional();
      },
    });
    const Both = z.union([Tree, z.int()]).nullable();
    expect(builds).toBe(0);
    expect(Both.parse({ name: 'ab', inner: ['cd'] })).toEqual({ name: 'ab', inner: ['cd'] });
    expect(builds).toBeGreaterThan(0);
  });

  it('parses with all that was derived', () => {
    const Size = z.strictObject({ rows: z.int().min(1).default(24), cols: z.int().nullish() });
    const Even = Size.refine(({ rows }) => rows % 2 === 0, { path: ['rows'], error: 'not even' });
    expect(Even.parse({ cols: null })).toEqual({ rows: 24, cols: null });
    expect(Even.safeParse({ rows: 3 }).error!.issues).toMatchObject([
      { path: ['rows'], message: 'not even' },
    ]);
    expect(Even.safeParse({ row: 2 }).error!.issues).toMatchObject([{ code: 'unrecognized_keys' }]);
  });

  it('fails with its own message', () => {
    const Table = z.object({ days: z.int('expected a whole number') }, 'expected a table');
    expect(Table.safeParse(3).error!.issues).toMatchObject([{ message: 'expected a table' }]);
    expect(Table.safeParse({ days: 'x' }).error!.issues).toMatchObject([
      { message: 'expected a whole number' },
    ]);
  });

  it('may contain itself', () => {
    const Nested: z.ZodType = z.object({ of: z.lazy(() => Nested).optional() });
    const Listed: z.ZodType = z.object({
      get more() {
        return z.array(Listed).optional();
      },
    });
    expect(Nested.parse({ of: { of: {} } })).toEqual({ of: { of: {} } });
    expect(Listed.safeParse({ more: [{ more: [1] }] }).error!.issues[0]!.path).toEqual([
      'more',
      0,
      'more',
      0,
    ]);
  });

  it('returns its metadata and its inner schema', () => {
    expect(Name.meta()).toEqual({ description: 'A name.' });
    expect(Name.optional().unwrap().description).toBe('A name.');
  });

  it('becomes JSON Schema', () => {
    expect(z.toJSONSchema(z.object({ kind: z.enum(['a', 'b']), none: z.null() }))).toMatchObject({
      properties: { kind: { enum: ['a', 'b'] }, none: { type: 'null' } },
      required: ['kind', 'none'],
    });
  });
});

describe('the shape of an object', () => {
  const Base = z.object({ name: Name, size: z.int() });

  it('has the schemas that were declared', () => {
    expect(Base.describe('A base.').shape.name).toBe(Name);
    expect(Object.keys(Base.shape)).toEqual(['name', 'size']);
  });

  it('includes an extension, and not what is omitted', () => {
    const Other = Base.omit({ size: true }).extend({ rank: z.int() });
    expect(Object.keys(Other.shape)).toEqual(['name', 'rank']);
    expect(Other.shape.name).toBe(Name);
    expect(Other.parse({ name: 'ab', rank: 1, size: 2 })).toEqual({ name: 'ab', rank: 1 });
  });
});
