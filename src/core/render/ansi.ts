/** A screen as text with escape sequences: printed on a terminal at least as wide, it looks as it did. */
import type { Run } from '../screen/cells.ts';

type Color = NonNullable<Run['fg']>;

const flags = [
  ['bold', '1'],
  ['faint', '2'],
  ['italic', '3'],
  ['blink', '5'],
  ['inverse', '7'],
  ['invisible', '8'],
  ['strikethrough', '9'],
  ['overline', '53'],
] as const satisfies readonly (readonly [keyof Run, string])[];

const underlines = { single: '4', double: '4:2', curly: '4:3', dotted: '4:4', dashed: '4:5' } as const;

/** Each line ends in the default style; blank rows at the end are left out. */
export function ansiOf(rows: readonly (readonly Run[])[]): string {
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows
    .slice(0, last + 1)
    .map(lineOf)
    .join('\n');
}

function lineOf(runs: readonly Run[]): string {
  let line = '';
  let at = 0;
  for (const run of runs) {
    line += ' '.repeat(run.col - at) + runText(run);
    at = run.col + run.width;
  }
  return line;
}

function runText(run: Run): string {
  const style = styleOf(run);
  const text = style === '' ? run.text : `\x1b[${style}m${run.text}\x1b[0m`;
  return run.link === undefined ? text : `\x1b]8;;${run.link}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** What is between `CSI` and `m`; empty for the default. */
export function styleOf(run: Run): string {
  const codes: string[] = flags.filter(([name]) => run[name]).map(([, code]) => code);
  if (run.underline) codes.push(underlines[run.underline]);
  if (run.fg !== undefined) codes.push(colorOf(run.fg, 30));
  if (run.bg !== undefined) codes.push(colorOf(run.bg, 40));
  if (run.underline_color !== undefined) codes.push(extended(run.underline_color, 58));
  return codes.join(';');
}

/** The first sixteen have codes of their own, which also the simplest terminals know. */
function colorOf(color: Color, base: 30 | 40): string {
  if (typeof color !== 'number' || color > 15) return extended(color, base + 8);
  return String(color < 8 ? base + color : base + 60 + color - 8);
}

const extended = (color: Color, code: number) =>
  typeof color === 'number' ? `${code};5;${color}` : `${code};2;${parts(color).join(';')}`;

const parts = (hex: string) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
