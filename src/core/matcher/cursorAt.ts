import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { hit, matcher, miss } from './matcher.ts';

export const cursorAt = matcher({
  name: 'cursor_at',
  summary: 'The cursor is there, or in that row or column where only one is named; they count from 0.',
  value: () =>
    z.strictObject({
      row: z
        .int()
        .min(0)
        .max(limits.maxRows - 1)
        .optional(),
      col: z
        .int()
        .min(0)
        .max(limits.maxCols - 1)
        .optional(),
    }),
  watches: ['cursor'],
  words: ({ row, col }) =>
    `the cursor in ${[row !== undefined && `row ${row}`, col !== undefined && `column ${col}`].filter(Boolean).join(', ')}`,
  example: { value: { row: 0, col: 0 } },
  compile:
    ({ row, col }) =>
    ({ moved, cursor }) =>
      moved && (row ?? cursor.row) === cursor.row && (col ?? cursor.col) === cursor.col
        ? hit('cursor_at', { facts: { row: cursor.row, col: cursor.col } })
        : miss(),
});
