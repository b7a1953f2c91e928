/** Finds rows that are horizontal rules, in all line styles that programs use, with or without a label. */

import type { HostGroup } from '../host/declaration.ts';
import { integerParam, resolveArea, rowNumbers, screenReadPermission } from './area.ts';
import { type ScreenText, unframedRange } from './screenText.ts';

const lineStyles: Readonly<Record<string, string>> = {
  light: '─┬┴┼⎯―—',
  heavy: '━┯┷┿',
  double: '═╤╧╪',
  dashed: '╌╍┄┅┈┉',
  block: '▀▄▁▂▔',
  ascii: '-=_~',
};
const junctions = '├┤╟╢╠╣┣┫┠┨╞╡';

const lineStyleOf = (char: string | undefined) =>
  char === undefined
    ? undefined
    : Object.keys(lineStyles).find((flavour) => lineStyles[flavour]!.includes(char));

interface HorizontalRule {
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
  readonly label?: string;
  readonly style: string;
}

const minRuleCols = 10;

/** Returns the part of a row that may be a rule, without borders and junctions. */
function ruleSpan(text: string): { readonly start: number; readonly end: number } {
  let { start, end } = unframedRange(text);
  if (junctions.includes(text[start] ?? ' ')) start++;
  if (end > start && junctions.includes(text[end - 1]!)) end--;
  return { start, end };
}

export function findRuleInRow(
  screen: ScreenText,
  row: number,
  least = minRuleCols,
): HorizontalRule | undefined {
  const text = screen.text(row);
  const { start, end } = ruleSpan(text);
  const style = lineStyleOf(text[start]) ?? lineStyleOf(text[end - 1]);
  if (style === undefined) return undefined;
  const drawn = lineCharacters(style, text[lineStyleOf(text[start]) === style ? start : end - 1]!);
  let [head, tail] = [start, end];
  while (head < end && drawn.includes(text[head]!)) head++;
  while (tail > head && drawn.includes(text[tail - 1]!)) tail--;
  const lengths = { head: head - start, tail: end - tail };
  const label = text.slice(head, tail);
  if (lengths.head + lengths.tail < least || !isLabel(label, lengths, style, least)) return undefined;
  return {
    row,
    col: screen.columnAt(row, start),
    end_col: screen.columnAt(row, end),
    ...(label.trim() !== '' && { label: label.trim() }),
    style,
  };
}

/** An ASCII rule repeats one character only, because ordinary text mixes them. */
const lineCharacters = (style: string, char: string) => (style === 'ascii' ? char : lineStyles[style]!);

interface LineLengths {
  readonly head: number;
  readonly tail: number;
}

/**
 * A label is separated from the line by blanks or brackets. At one end of the row, it needs a line of full length
 * beside it. In an ASCII rule, it needs a line at both sides.
 */
function isLabel(label: string, { head, tail }: LineLengths, style: string, least: number): boolean {
  if (label === '') return true;
  if (head > 0 && !/^[\s┤╡┥]/.test(label)) return false;
  if (tail > 0 && !/[\s├╞┝]$/.test(label)) return false;
  return style === 'ascii'
    ? Math.min(head, tail) >= 3
    : Math.min(head, tail) > 0 || Math.max(head, tail) >= least;
}

export const horizontalRulesGroup: HostGroup = {
  title: 'Rules',
  text: 'Programs separate parts of the screen with lines, such as an input box, a dialog or a footer.',
  classes: {
    'ptywright.RuleOptions': {
      text: 'Which rules to find.',
      fields: [
        integerParam('from', 'The first row.', true),
        integerParam('to', 'The last row.', true),
        integerParam('min', `The minimum width in columns. Defaults to ${minRuleCols}.`, true),
      ],
    },
    'ptywright.HorizontalRule': {
      text: 'A row that is a horizontal line.',
      fields: [
        integerParam('row', 'The row.'),
        integerParam('col', 'The first column.'),
        integerParam('end_col', 'The column after the last one.'),
        { name: 'label', type: 'string', text: 'The text on the line.', optional: true },
        {
          name: 'style',
          type: '"light"|"heavy"|"double"|"dashed"|"block"|"ascii"',
          text: 'The line style.',
        },
      ],
    },
  },
  functions: [
    {
      name: 'screen.rules',
      params: [
        { name: 'options', type: 'ptywright.RuleOptions', text: 'Which rules to find.', optional: true },
      ],
      result: { type: 'ptywright.HorizontalRule[]', text: 'From top to bottom.' },
      needs: screenReadPermission,
      text: 'Return the rows that are horizontal rules, including rules inside a box. The edges of a box are not included.',
      example: {
        screen: 'log\n── Edit file ─────────\n> ^\n══════════════════════',
        lua: "local rules = ptywright.screen.rules()\nassert(rules[1].label == 'Edit file' and rules[2].row == 3 and rules[2].style == 'double')",
      },
      run: ({ screen }, options: { from?: number; to?: number; min?: number } = {}) =>
        [...rowNumbers(resolveArea(screen(), options.from, options.to))].flatMap(
          (row) => findRuleInRow(screen(), row, options.min) ?? [],
        ),
    },
  ],
};
