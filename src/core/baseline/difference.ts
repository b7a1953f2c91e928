/** Two screens that were kept as text with escape sequences, compared line by line. */
export interface ChangedLine {
  /** From 1. */
  readonly line: number;
  /** As they stand, with their styles where these are compared. */
  readonly left: string;
  readonly right: string;
}

export interface Difference {
  readonly changes: readonly ChangedLine[];
  readonly summary: string;
}

export const compareModes = ['text', 'styled'] as const;
export type CompareMode = (typeof compareModes)[number];

export function difference(one: string, other: string, mode: CompareMode): Difference {
  const [lefts, rights] = [linesOf(one, mode), linesOf(other, mode)];
  const count = Math.max(lefts.length, rights.length);
  const changes: ChangedLine[] = [];
  for (let at = 0; at < count; at++) {
    const [left, right] = [lefts[at] ?? '', rights[at] ?? ''];
    if (left !== right) changes.push({ line: at + 1, left, right });
  }
  const summary =
    changes.length === 0
      ? 'no line differs'
      : `${changes.length} of ${count} lines differ, the first is line ${changes[0]!.line}`;
  return { changes, summary };
}

const linesOf = (text: string, mode: CompareMode) =>
  (mode === 'styled' ? text : plainOf(text)).replace(/\n+$/, '').split('\n');

/** Styles and links, which are all that a kept screen has besides its text. */
const plainOf = (text: string) =>
  text.replace(/\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, '').replace(/ +$/gm, '');
