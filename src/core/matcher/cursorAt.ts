import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { hit, matcher, miss } from './matcher.ts';

export const cursorAt = matcher({
  name: 'cursor_at',
  summary: 'The cursor is exactly there; rows and columns count from 0.',
  value: () =>
    z.strictObject({
      row: z
        .int()
        .min(0)
        .max(limits.maxRows - 1),
      col: z
        .int()
        .min(0)
        .max(limits.maxCols - 1),
    }),
  watches: ['cursor'],
  example: { value: { row: 0, col: 0 } },
  compile:
    ({ row, col }) =>
    ({ moved, cursor }) =>
      moved && cursor.row === row && cursor.col === col ? hit('cursor_at', { facts: { row, col } }) : miss(),
});
