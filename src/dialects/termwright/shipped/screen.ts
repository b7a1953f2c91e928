import type { Cell } from '../../../core/screen/cells.ts';
import { z } from '../../../platform/schema.ts';
import { eachCell, headOf, linesOf, rgbOf } from '../cells.ts';
import { method } from '../method.ts';
import { screen as documented } from '../screen/screen.ts';
import { Place } from '../shapes.ts';

const Color = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Default') }),
  z.object({ type: z.literal('Indexed'), value: z.int() }),
  z.object({ type: z.literal('Rgb'), value: z.tuple([z.int(), z.int(), z.int()]) }),
]);

const attrs = z.object({
  bold: z.boolean(),
  italic: z.boolean(),
  underline: z.boolean(),
  inverse: z.boolean(),
});

const Cells = z.object({
  size: z.object({ cols: z.int(), rows: z.int() }),
  cursor: Place,
  cells: z.array(
    z.array(z.object({ char: z.string().describe('One code point.'), fg: Color, bg: Color, attrs })),
  ),
});

export const screen = method({
  ...documented,
  result: z.union([z.string(), Cells]),
  examples: [
    {
      title: 'cells',
      program: 'prints-red',
      send: { format: 'json' },
      reply: { size: { cols: 80, rows: 24 } },
    },
  ],
  handle: ({ world: { session } }, { format }) => {
    if (format === 'text') return linesOf(session).join('\n');
    if (format === 'json') return { ...headOf(session), cells: eachCell(session, cellOf) };
    return JSON.stringify({ ...headOf(session), lines: linesOf(session) }, null, 2);
  },
});

const cellOf = ({ char, fg, bg, bold, italic, underline, inverse }: Cell) => ({
  char: firstOf(char),
  fg: colorOf(fg),
  bg: colorOf(bg),
  attrs: { bold, italic, underline: underline !== null, inverse },
});

/** Clients read a `char` of Rust: exactly one, also where a wide character goes on. */
const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x20);

function colorOf(color: Cell['fg']): z.input<typeof Color> {
  if (color === null) return { type: 'Default' };
  return typeof color === 'number' ? { type: 'Indexed', value: color } : { type: 'Rgb', value: rgbOf(color) };
}
