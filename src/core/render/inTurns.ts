/** A large screen takes a tenth of a second, in which others want their turn. */
import { limits } from '../limits.ts';

/** What is made of each row, some thousand cells in a turn. A screen of the usual size is done in one. */
export async function inTurns<Row extends { readonly length: number }, Made>(
  rows: readonly Row[],
  make: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let cells = 0;
  for (const [index, row] of rows.entries()) {
    made.push(make(row, index));
    cells += row.length;
    if (cells < limits.screenshotSliceCells) continue;
    cells = 0;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return made;
}
