/** What a wait that failed tells: in the words of this dialect, and with places that count from 1. */
import { Fault, type FaultData } from '../../core/faults.ts';
import { ambiguous } from '../../core/selector/target.ts';
import type { z } from '../../platform/schema.ts';
import { Refusal } from './refusal.ts';
import type { Selector } from './shapes.ts';

/** What a selector means, for people. */
export function tell(told: z.output<typeof Selector>): string {
  switch (told.type) {
    case 'exact':
      return `the text ${JSON.stringify(told.text)}`;
    case 'regex':
      return `the pattern ${JSON.stringify(told.pattern)}`;
    case 'at':
      return `anything at row ${told.row}, column ${told.col}`;
    case 'nth':
      return `number ${told.index}, from 0, of ${tell(told.selector)}`;
    case 'within': {
      const { row, col, width, height } = told.rect;
      return `${tell(told.selector)} within ${width} columns and ${height} rows from row ${row}, column ${col}`;
    }
  }
}

/** `missed` is what did not come. Shipped clients look for the first three words. */
export function retold(problem: unknown, missed: string): unknown {
  if (!(problem instanceof Fault)) return problem;
  if (problem.name === 'Ambiguous') return countedFromOne(problem.data as FaultData<'Ambiguous'>);
  if (problem.name !== 'Timeout') return problem;
  const { timeout_ms, screen } = problem.data as FaultData<'Timeout'>;
  return new Refusal('MethodFailed', `waitFor timed out after ${timeout_ms} ms: ${missed}`, { screen });
}

function countedFromOne({ candidates, ...data }: FaultData<'Ambiguous'>): Fault {
  const places = candidates.map(({ row, col, text }) => ({ row: row + 1, col: col + 1, text }));
  return ambiguous({ ...data, candidates: places });
}
