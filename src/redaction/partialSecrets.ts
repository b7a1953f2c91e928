/**
 * Finds unfinished secrets ("halves") that end at a cursor movement, at the edge of a pane, or at the sign of a cut
 * line. No more of a half is shown than of an unfinished secret when output pauses.
 */
import { limits } from '#limits.ts';
import type { TextSpan } from './redaction.ts';
import { looksLikeContinuation, wordPattern, wordStartAfter } from './wrappedSecrets.ts';

const edges = '│┃║|';
/** Signs with which pagers and editors mark a cut line. */
const cutSigns = '>»…';
const least = limits.restedSecretChars;

/**
 * `breaks`: the line ends caused by cursor movement, after `offset`. `open`: returns where an unfinished secret
 * begins in a line. `restEnd`: the end of an earlier half.
 */
export function findHalves(
  text: string,
  breaks: readonly number[],
  offset: number,
  open: (line: string) => number,
  restEnd = -1,
): TextSpan[] {
  const spans: TextSpan[] = [];
  const look = (end: number) => {
    if (!endsInWord(text, end)) return;
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const from = start + open(text.slice(start, end));
    if (end - from >= least) spans.push({ start: from, end });
  };
  for (const end of breaks) if (text.charCodeAt(end + offset - 1) > 32) look(withoutSign(text, end + offset));
  for (const edge of edges)
    for (let at = text.indexOf(edge); at >= 0; at = text.indexOf(edge, at + 1)) {
      look(at);
      const feed = text.indexOf('\n', at);
      if (feed >= 0) look(at + text.slice(at, Math.min(feed, at + widestRow)).trimEnd().length);
    }
  const ends = restEnd >= 0 ? [restEnd, ...spans.map(({ end }) => end)] : spans.map(({ end }) => end);
  return [...spans, ...ends.flatMap((end) => restsAfter(text, end))];
}

/** The continuation of a half in the next rows: random-looking words at the start of a row or of a pane. */
function restsAfter(text: string, half: number): TextSpan[] {
  const rests = panesIn(text, half).flatMap((at) => restAt(text, at));
  let end = rests.at(-1)?.end ?? half;
  for (let rows = 0; rows < mostRows; rows += 1) {
    const row = nextRow(text, end);
    const found = [row, ...panesIn(text, row)].flatMap((at) => restAt(text, at));
    if (found.length === 0) break;
    rests.push(...found);
    end = found.at(-1)!.end;
  }
  return rests;
}

const panesIn = (text: string, from: number): number[] => {
  const line = text.slice(from, from + widestRow).split('\n', 1)[0]!;
  return [...line.matchAll(/[│┃║|]/g)].map(({ index }) => from + index + 1);
};

function restAt(text: string, at: number): TextSpan[] {
  const start = wordStartAfter(text, at);
  if (start < 0) return [];
  wordPattern.lastIndex = start;
  const rest = wordPattern.exec(text)![0];
  return looksLikeContinuation(rest) ? [{ start, end: start + rest.length }] : [];
}

/** Start of the row below `end`. Empty rows are skipped, because cursor movement leaves them. */
function nextRow(text: string, end: number): number {
  const feed = text.indexOf('\n', end);
  if (feed < 0 || feed - end > besideHalf) return text.length;
  let at = feed + 1;
  while (text[at] === '\n' || text[at] === '\r') at += 1;
  return at;
}

/** Start of a word at the end of the text that may continue the half that ends at `half`. */
export function openRest(text: string, half: number): number {
  const row = text.slice(nextRow(text, half));
  const [, begun = ''] = beginsRow.exec(row) ?? beginsPane.exec(text.slice(half)) ?? [];
  return text.length - begun.length;
}

const beginsRow = /^(?:[^\n]{0,400}[│┃║|])?[ \t\r>"'#*]{0,40}([\w+/=.~-]+)$/;
const beginsPane = /^[^\n]{0,400}[│┃║|][ \t\r>"'#*]{0,40}([\w+/=.~-]+)$/;
const widestRow = 512;
/** Maximum distance to the rest of the row of a half. */
export const besideHalf = 256;
const mostRows = 16;

const withoutSign = (text: string, end: number) => (isCutSign(text[end - 1]) ? end - 1 : end);

export const isCutSign = (char: string | undefined) => char !== undefined && cutSigns.includes(char);

function endsInWord(text: string, end: number): boolean {
  if (end < least) return false;
  for (let at = end - 1; at >= end - least; at -= 1) if (text.charCodeAt(at) <= 32) return false;
  return true;
}
