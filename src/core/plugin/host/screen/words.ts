/** Parameters that many functions have. */
import type { Param } from '../declaration.ts';

export const screenRead = 'screen.read';

export const integer = (name: string, text: string, optional?: true): Param => ({
  name,
  type: 'integer',
  text,
  ...(optional && { optional }),
});

export const range: readonly Param[] = [
  integer('from', 'The first row; the top one without it.', true),
  integer('to', 'The last row; the bottom one without it.', true),
];
