/**
 * Formats a screen as text with escape sequences. Printed on a terminal that is at least as wide, it looks the same.
 * After a cluster whose width is counted differently elsewhere, the next text is positioned by column.
 */

import type { CellRun, Style } from './cells.ts';
import { sgrAttributes } from './rows.ts';
import { textWidth, type WidthRule } from './unicodeWidth.ts';

type RunColor = NonNullable<CellRun['fg']>;

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

const formatRun = (run: CellRun): string => withStyle(run, run.text);

/** Returns the text between the sequences that set and reset the style and the link. */
export function withStyle(style: Style, text: string): string {
  const sgr = formatSgr(style);
  const styled = sgr === '' ? text : `\x1b[${sgr}m${text}\x1b[0m`;
  const { link } = style;
  return link === undefined ? styled : `\x1b]8;;${replaceControls(link)}\x1b\\${styled}\x1b]8;;\x1b\\`;
}

/** Removes what `withStyle` adds. */
export const stripStyles = (text: string): string =>
  text.replace(/\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, '');

/** Replacement texts and links come from clients. They must not send control characters to a person's terminal. */
export const replaceControls = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ');

/**
 * Returns the parameters between `CSI` and `m`; empty for the default style. With `colons`, the parameters of a color
 * are joined as ISO 8613-6 has it; fewer terminals support that.
 */
export function formatSgr(style: Style, colons = false): string {
  const codes: string[] = sgrAttributes.filter(([name]) => style[name]).map(([, code]) => code);
  if (style.underline) codes.push(sgrUnderlines[style.underline]);
  if (style.fg !== undefined) codes.push(formatColor(style.fg, 30, colons));
  if (style.bg !== undefined) codes.push(formatColor(style.bg, 40, colons));
  if (style.underline_color !== undefined) codes.push(formatExtendedColor(style.underline_color, 58, colons));
  return codes.join(';');
}

/** The first sixteen colours have short codes, which every terminal supports. */
function formatColor(color: RunColor, base: 30 | 40, colons: boolean): string {
  if (typeof color !== 'number' || color > 15) return formatExtendedColor(color, base + 8, colons);
  return String(color < 8 ? base + color : base + 60 + color - 8);
}

function formatExtendedColor(color: RunColor, code: number, colons: boolean): string {
  const mark = colons ? ':' : ';';
  if (typeof color === 'number') return [code, 5, color].join(mark);
  const channels = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  return [code, 2, ...(colons ? [''] : []), ...channels].join(mark);
}
