/** The size of a terminal, as commands take it that have one of their own to go by. */
import { limits } from '../core/limits.ts';
import type { Count } from './command.ts';

export const sizeOptions = {
  rows: {
    kind: 'count',
    value: 'ROWS',
    min: limits.minRows,
    max: limits.maxRows,
    summary: 'Rows, instead of those of this terminal.',
  },
  cols: {
    kind: 'count',
    value: 'COLUMNS',
    min: limits.minCols,
    max: limits.maxCols,
    summary: 'Columns, instead of those of this terminal.',
  },
} as const satisfies Record<string, Count>;
