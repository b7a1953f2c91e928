/** Schemas of styles, runs and cells. */
import { z } from '#platform/schema.ts';

const Color = z
  .union([z.int().min(0).max(255), z.string().regex(/^#[0-9a-f]{6}$/)])
  .describe('A palette index, or `#rrggbb`.');

const booleanField = (what: string) => z.boolean().describe(what);

const styleFlags = {
  bold: booleanField('Bold.'),
  faint: booleanField('Faint.'),
  italic: booleanField('Italic.'),
  blink: booleanField('Blinking.'),
  inverse: booleanField('Foreground and background are swapped.'),
  invisible: booleanField('Not visible (SGR 8).'),
  strikethrough: booleanField('Struck through.'),
  overline: booleanField('Overlined.'),
};

const Underline = z.enum(['single', 'double', 'curly', 'dotted', 'dashed']);

const styleFields = {
  fg: Color.describe('Foreground colour; absent for the default.'),
  bg: Color.describe('Background colour; absent for the default.'),
  ...styleFlags,
  underline: Underline,
  underline_color: Color.describe('Absent if it is the foreground colour.'),
  link: z.string().describe('Target of the hyperlink (OSC 8).'),
};

export const Style = z
  .object(styleFields)
  .partial()
  .meta({ id: 'Style', description: 'The style of a cell. Attributes that are not set are absent.' });

/** Adjacent cells of the same style. Trailing blanks of the default style belong to no run. */
export interface CellRun extends Style {
  col: number;
  /** Number of columns. */
  width: number;
  text: string;
}

/** A run with its style in a table. Text that can be read from the text of the row is omitted. */
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
      'Adjacent cells of the same style: first column, number of columns, index of the style in `styles`, and sometimes the text. If the text is absent, it is in the row of `plain_text` at the same columns (relative to the region, if there is one), padded with blanks. A row with a wide or combined character, or with a secret, consists of runs from its start, each with its text. In other rows, the cells between and after the runs have the default style.',
  });

const { bold, faint, italic, inverse, ...rarely } = styleFlags;

export const Cell = z
  .object({
    char: z
      .string()
      .describe('The character with its combining marks; empty in the second column of a wide character.'),
    width: z.int().min(0).max(2).describe('Number of columns; 0 for the second column of a wide character.'),
    fg: Color.nullable(),
    bg: Color.nullable(),
    bold,
    faint,
    italic,
    inverse,
    underline: Underline.nullable(),
    ...z.object({ ...rarely, underline_color: styleFields.underline_color, link: styleFields.link }).partial()
      .shape,
  })
  .meta({
    id: 'Cell',
    description: 'One cell. Null means the default. Rare attributes are present only if they are set.',
  });

export const rareAttributes = [
  'blink',
  'invisible',
  'strikethrough',
  'overline',
  'underline_color',
  'link',
] as const satisfies readonly (keyof Style)[];

export function createCell(char: string, width: number, style: Style): Cell {
  const cell: Cell = {
    char,
    width,
    fg: style.fg ?? null,
    bg: style.bg ?? null,
    bold: style.bold === true,
    faint: style.faint === true,
    italic: style.italic === true,
    inverse: style.inverse === true,
    underline: style.underline ?? null,
  };
  for (const name of rareAttributes) if (isSet(style[name])) Object.assign(cell, { [name]: style[name] });
  return cell;
}

/** Layers may give an attribute as null or false. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

export type Style = z.infer<typeof Style>;
export type CompactRun = z.infer<typeof CompactRun>;
export type Cell = z.infer<typeof Cell>;
