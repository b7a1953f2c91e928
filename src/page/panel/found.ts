/** Where words stand in a text: line by line, without regard to capitals. */

export interface FoundLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Where the words begin in it, each time. */
  readonly at: readonly number[];
}

export interface Found {
  /** The last ones, when there are more than are told. */
  readonly lines: readonly FoundLine[];
  readonly times: number;
}

/** More than a person reads. */
export const mostLines = 300;

export function findWords(text: string, words: string): Found {
  const wanted = words.toLowerCase();
  if (wanted === '') return { lines: [], times: 0 };
  const lines: FoundLine[] = [];
  let times = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const at = placesOf(lower(line), wanted);
    if (at.length === 0) continue;
    times += at.length;
    lines.push({ number: index + 1, text: line, at });
  }
  return { lines: lines.slice(-mostLines), times };
}

/** There are letters that become two: places would be wrong. */
function lower(line: string): string {
  const small = line.toLowerCase();
  return small.length === line.length ? small : line;
}

function placesOf(line: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}
