import { z } from '../../platform/schema.ts';

const Color = z
  .union([z.int().min(0).max(255), z.string().regex(/^#[0-9a-f]{6}$/)])
  .describe('An index into the palette, or `#rrggbb`.');

const flag = (what: string) => z.boolean().describe(what);

const flags = {
  bold: flag('Bold.'),
  faint: flag('Faint.'),
  italic: flag('Italic.'),
  blink: flag('Blinking.'),
  inverse: flag('Foreground and background change places.'),
  invisible: flag('Written, but not to be seen.'),
  strikethrough: flag('Crossed out.'),
  overline: flag('A line above.'),
};

const Underline = z.enum(['single', 'double', 'curly', 'dotted', 'dashed']);

const style = {
  fg: Color.describe('Foreground. The default one is left out.'),
  bg: Color.describe('Background. The default one is left out.'),
  ...flags,
  underline: Underline,
  underline_color: Color.describe('Left out when it is the foreground.'),
  link: z.string().describe('Where the hyperlink leads (OSC 8).'),
};

export const Style = z
  .object(style)
  .partial()
  .meta({ id: 'Style', description: 'How a cell looks. What is not set is left out.' });

/** Neighbouring cells that look alike. Blanks of the default style at a row's end are in none. */
export interface Run extends Style {
  col: number;
  /** Columns that it takes. */
  width: number;
  text: string;
}

/** The same with its style in a table, and without what the row's text tells. */
export const CompactRun = z
  .tuple([
    z.int().min(0).describe('col'),
    z.int().min(1).describe('width'),
    z.int().min(0).describe('style'),
    z.string().optional().describe('text'),
  ])
  .meta({
    id: 'CompactRun',
    description:
      'Neighbouring cells that look alike: the first column, how many columns, the index of their style in `styles` and, at times, their text. Without it the text stands in the row of `plain_text` at the same columns (those of a region count from its first), with blanks for what the row lacks. A row that holds a wide or combined character, or a secret, is told in runs from its beginning, each with its text; in every other row what is between the runs and behind them has the default style.',
  });

const { bold, faint, italic, inverse, ...rarely } = flags;

export const Cell = z
  .object({
    char: z
      .string()
      .describe('What the cell shows with all its combining marks; empty in the second column.'),
    width: z.int().min(0).max(2).describe('Columns: 0 is the second column of the cell before.'),
    fg: Color.nullable(),
    bg: Color.nullable(),
    bold,
    faint,
    italic,
    inverse,
    underline: Underline.nullable(),
    ...z.object({ ...rarely, underline_color: style.underline_color, link: style.link }).partial().shape,
  })
  .meta({
    id: 'Cell',
    description: 'One cell. Null stands for the default; what is rare is there when it is set.',
  });

export type Style = z.infer<typeof Style>;
export type CompactRun = z.infer<typeof CompactRun>;
export type Cell = z.infer<typeof Cell>;
