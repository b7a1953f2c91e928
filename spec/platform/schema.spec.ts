import { expect, it } from 'vitest';
import { firstIssue, z } from '#platform/schema.ts';

const Shape = z.strictObject({ size: z.object({ rows: z.int().max(9) }), name: z.string().optional() });

it.each([
  ['a missing field', { size: {} }, 'size.rows: is missing'],
  ['an unknown field', { size: { rows: 1 }, other: 1 }, 'other: unknown field'],
  ['a wrong value', { size: { rows: 10 } }, 'size.rows: Too big: expected number to be <=9'],
  ['a value that is no object', 1, 'Invalid input: expected object, received number'],
])('the first issue names %s', (_, value, reason) => {
  const { error } = Shape.safeParse(value);
  expect(firstIssue(error!).reason).toBe(reason);
});
