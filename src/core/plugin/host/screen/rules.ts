/** Rows that are horizontal rules, in every drawing that programs use for them, with or without words on them. */
import type { HostGroup } from '../declaration.ts';
import { areaOf, rowsIn } from './area.ts';
import { bare } from './bare.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

const flavours: Readonly<Record<string, string>> = {
  light: '─┬┴┼⎯―—',
  heavy: '━┯┷┿',
  double: '═╤╧╪',
  dashed: '╌╍┄┅┈┉',
  block: '▀▄▁▂▔',
  ascii: '-=_~',
};
const junctions = '├┤╟╢╠╣┣┫┠┨╞╡';

const flavourOf = (char: string | undefined) =>
  char === undefined ? undefined : Object.keys(flavours).find((flavour) => flavours[flavour]!.includes(char));

export interface Rule {
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
  readonly label?: string;
  readonly style: string;
}

const fewest = 10;

/** A row with one character for each column of the part that may be a rule, so that places are columns. */
function strip(text: string): { readonly start: number; readonly end: number } {
  let { start, end } = bare(text);
  if (junctions.includes(text[start] ?? ' ')) start++;
  if (end > start && junctions.includes(text[end - 1]!)) end--;
  return { start, end };
}

export function ruleIn(screen: ScreenText, row: number, least = fewest): Rule | undefined {
  const text = screen.text(row);
  const { start, end } = strip(text);
  const style = flavourOf(text[start]) ?? flavourOf(text[end - 1]);
  if (style === undefined) return undefined;
  const drawn = lineOf(style, text[flavourOf(text[start]) === style ? start : end - 1]!);
  let [head, tail] = [start, end];
  while (head < end && drawn.includes(text[head]!)) head++;
  while (tail > head && drawn.includes(text[tail - 1]!)) tail--;
  const lengths = { head: head - start, tail: end - tail };
  const label = text.slice(head, tail);
  if (lengths.head + lengths.tail < least || !isLabel(label, lengths, style, least)) return undefined;
  return {
    row,
    col: screen.columnOf(row, start),
    end_col: screen.columnOf(row, end),
    ...(label.trim() !== '' && { label: label.trim() }),
    style,
  };
}

/** Rules of ASCII are of one character only: others stand beside each other in text. */
const lineOf = (style: string, char: string) => (style === 'ascii' ? char : flavours[style]!);

interface Lengths {
  readonly head: number;
  readonly tail: number;
}

/** Words stand off from the line. At one end of it they take a whole rule beside them, and never one of ASCII. */
function isLabel(label: string, { head, tail }: Lengths, style: string, least: number): boolean {
  if (label === '') return true;
  if (head > 0 && !/^[\s┤╡┥]/.test(label)) return false;
  if (tail > 0 && !/[\s├╞┝]$/.test(label)) return false;
  return style === 'ascii'
    ? Math.min(head, tail) >= 3
    : Math.min(head, tail) > 0 || Math.max(head, tail) >= least;
}

export const rules: HostGroup = {
  title: 'Rules',
  text: 'Programs part their screens with lines: an input box, a dialog, a footer.',
  classes: {
    'ptywright.RuleOptions': {
      text: 'Which rules are wanted.',
      fields: [
        integer('from', 'The first row.', true),
        integer('to', 'The last row.', true),
        integer('min', `Columns that the line must have; ${fewest} without it.`, true),
      ],
    },
    'ptywright.HorizontalRule': {
      text: 'A row that is a horizontal line.',
      fields: [
        integer('row', 'Its row.'),
        integer('col', 'Its first column.'),
        integer('end_col', 'The column after it.'),
        { name: 'label', type: 'string', text: 'Words on the line.', optional: true },
        {
          name: 'style',
          type: '"light"|"heavy"|"double"|"dashed"|"block"|"ascii"',
          text: 'How it is drawn.',
        },
      ],
    },
  },
  functions: [
    {
      name: 'screen.rules',
      params: [{ name: 'options', type: 'ptywright.RuleOptions', text: 'Which ones.', optional: true }],
      result: { type: 'ptywright.HorizontalRule[]', text: 'From the top to the bottom.' },
      needs: screenRead,
      text: 'The rows that are horizontal rules, also inside of a box; the edges of a box are not.',
      example: {
        screen: 'log\n── Edit file ─────────\n> ^\n══════════════════════',
        lua: "local rules = ptywright.screen.rules()\nassert(rules[1].label == 'Edit file' and rules[2].row == 3 and rules[2].style == 'double')",
      },
      run: ({ screen }, options: { from?: number; to?: number; min?: number } = {}) =>
        [...rowsIn(areaOf(screen(), options.from, options.to))].flatMap(
          (row) => ruleIn(screen(), row, options.min) ?? [],
        ),
    },
  ],
};
