/** What is told of what a selector means. */
import type { Target } from '../../core/selector/target.ts';
import { z } from '../../platform/schema.ts';

const Place = z.object({ row: z.int(), col: z.int() });

export const Selected = z
  .object({
    row: z.int(),
    col: z.int(),
    end: Place.describe('The last cell of it.'),
    cell: Place.describe('The cell in its middle, which the mouse would be put on.'),
    text: z.string().describe('Redacted.'),
  })
  .meta({ id: 'Selected', description: 'One thing that a selector means, with rows and columns from 0.' });

export const selected = ({ row, col, end, cell, text }: Target): z.input<typeof Selected> => ({
  row,
  col,
  end: { ...end },
  cell: { ...cell },
  text,
});
