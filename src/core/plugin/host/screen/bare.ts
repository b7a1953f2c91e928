/** Rows without what frames them: blanks and the vertical borders of a box at both ends. */

const blank = (char: string | undefined) => char === ' ' || char === '\u00a0' || char === '\t';
const border = (char: string | undefined) => char !== undefined && '│┃║┆┊╎╏|▌▐▏▕'.includes(char);

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function trimmed(text: string, { start, end }: Span = { start: 0, end: text.length }): Span {
  let [first, last] = [start, end];
  while (first < last && blank(text[first])) first++;
  while (last > first && blank(text[last - 1])) last--;
  return { start: first, end: last };
}

/** At most one border is taken off at each end: what is drawn inside a box belongs to what it holds. */
export function bare(text: string): Span {
  const { start, end } = trimmed(text);
  const first = border(text[start]) ? start + 1 : start;
  const last = end > first && border(text[end - 1]) ? end - 1 : end;
  return trimmed(text, { start: first, end: last });
}

export const bareText = (text: string): string => {
  const { start, end } = bare(text);
  return text.slice(start, end);
};

const indent = (line: string) => trimmed(line).start;

/** Lines with what indents all of them taken off, and without blank ones at the top and the bottom. */
export function dedented(lines: readonly string[]): readonly string[] {
  const cut = lines.map((line) => line.slice(0, trimmed(line).end));
  const first = cut.findIndex((line) => line !== '');
  if (first < 0) return [];
  const kept = cut.slice(first, cut.findLastIndex((line) => line !== '') + 1);
  const least = kept.reduce((least, line) => (line === '' ? least : Math.min(least, indent(line))), Infinity);
  return kept.map((line) => line.slice(least));
}
