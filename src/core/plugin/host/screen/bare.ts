/** Rows without what frames them: blanks and the vertical borders of a box at both ends. */

const blank = (char: string | undefined) => char === ' ' || char === '\u00a0' || char === '\t';
const border = (char: string | undefined) => char !== undefined && '│┃║┆┊╎╏|▌▐▏▕'.includes(char);

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function trimmed(text: string, { start, end }: Span = { start: 0, end: text.length }): Span {
  let [first, last] = [start, end];
  while (last > first && blank(text[last - 1])) last--;
  while (first < last && blank(text[first])) first++;
  return { start: first, end: last };
}

/** Boxes stand in boxes, but hardly deeper than this. */
const nested = 4;

/** Borders are taken off with the blanks between them. */
export function bare(text: string): Span {
  let { start, end } = trimmed(text);
  for (let depth = 0; depth < nested; depth++) {
    const first = start < end && border(text[start]) ? start + 1 : start;
    const last = end > first && border(text[end - 1]) ? end - 1 : end;
    if (first === start && last === end) break;
    ({ start, end } = trimmed(text, { start: first, end: last }));
  }
  return { start, end };
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
