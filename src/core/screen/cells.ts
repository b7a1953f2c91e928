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

export const Run = z
  .object({
    col: z.int().min(0),
    width: z.int().min(1).describe('Columns that the run takes.'),
    text: z.string(),
    ...z.object(style).partial().shape,
  })
  .meta({
    id: 'Run',
    description:
      'Neighbouring cells that look alike. What is not set is left out, and so are blanks at a row’s end.',
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

export type Run = z.infer<typeof Run>;
export type Cell = z.infer<typeof Cell>;
