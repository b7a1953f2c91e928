/**
 * Formats a screen as text with escape sequences. Printed on a terminal that is at least as wide, it looks the same.
 * After a cluster whose width is counted differently elsewhere, the next text is positioned by column.
 */
import type { CellRun } from './cells.ts';
import { textWidth, type WidthRule } from './unicodeWidth.ts';

type RunColor = NonNullable<CellRun['fg']>;

const sgrFlags = [
  ['bold', '1'],
  ['faint', '2'],
  ['italic', '3'],
  ['blink', '5'],
  ['inverse', '7'],
  ['invisible', '8'],
  ['strikethrough', '9'],
  ['overline', '53'],
] as const satisfies readonly (readonly [keyof CellRun, string])[];

const sgrUnderlines = { single: '4', double: '4:2', curly: '4:3', dotted: '4:4', dashed: '4:5' } as const;

/**
 * Each line ends in the default style. Blank rows at the end are omitted. `widths` is the width rule of the terminal
 * that will show the text.
 */
export function formatAnsi(rows: readonly (readonly CellRun[])[], widths: WidthRule = 'codepoint'): string {
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows
    .slice(0, last + 1)
    .map((runs) => formatLine(runs, widths))
    .join('\n');
}

function formatLine(runs: readonly CellRun[], widths: WidthRule): string {
  let line = '';
  let at = 0;
  let sure = true;
  for (const run of runs) {
    line += (sure ? ' '.repeat(run.col - at) : `\x1b[${run.col + 1}G`) + formatRun(run);
    at = run.col + run.width;
    sure = textWidth(run.text, widths) === run.width;
  }
  return line;
}

function formatRun(run: CellRun): string {
  const style = formatSgr(run);
  const text = style === '' ? run.text : `\x1b[${style}m${run.text}\x1b[0m`;
  return run.link === undefined ? text : `\x1b]8;;${run.link}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** Returns the parameters between `CSI` and `m`; empty for the default style. */
export function formatSgr(run: CellRun): string {
  const codes: string[] = sgrFlags.filter(([name]) => run[name]).map(([, code]) => code);
  if (run.underline) codes.push(sgrUnderlines[run.underline]);
  if (run.fg !== undefined) codes.push(formatColor(run.fg, 30));
  if (run.bg !== undefined) codes.push(formatColor(run.bg, 40));
  if (run.underline_color !== undefined) codes.push(formatExtendedColor(run.underline_color, 58));
  return codes.join(';');
}

/** The first sixteen colours have short codes, which every terminal supports. */
function formatColor(color: RunColor, base: 30 | 40): string {
  if (typeof color !== 'number' || color > 15) return formatExtendedColor(color, base + 8);
  return String(color < 8 ? base + color : base + 60 + color - 8);
}

const formatExtendedColor = (color: RunColor, code: number) =>
  typeof color === 'number' ? `${code};5;${color}` : `${code};2;${hexChannels(color).join(';')}`;

const hexChannels = (hex: string) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
