/** Two screens that were kept as text with escape sequences, compared line by line. */
export interface Difference {
  /** From 1. */
  readonly lines: readonly number[];
  readonly summary: string;
}

export type CompareMode = 'text' | 'styled';

export function difference(left: string, right: string, mode: CompareMode): Difference {
  const [one, other] = [linesOf(left, mode), linesOf(right, mode)];
  const lines: number[] = [];
  for (let at = 0; at < Math.max(one.length, other.length); at++)
    if ((one[at] ?? '') !== (other[at] ?? '')) lines.push(at + 1);
  const summary =
    lines.length === 0
      ? 'no line differs'
      : `${lines.length} of ${Math.max(one.length, other.length)} lines differ, the first is line ${lines[0]}`;
  return { lines, summary };
}

const linesOf = (text: string, mode: CompareMode) =>
  (mode === 'styled' ? text : plainOf(text)).replace(/\n+$/, '').split('\n');

/** Styles and links, which are all that a kept screen has besides its text. */
const plainOf = (text: string) =>
  text.replace(/\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, '').replace(/ +$/gm, '');
