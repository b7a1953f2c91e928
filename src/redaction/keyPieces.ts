/**
 * Finds pieces of a private key that are narrower than its lines, as in narrow panes, cut lines and partial redraws.
 * Alone they look like other text, so they are hidden only near a key.
 */
import { limits } from '#limits.ts';
import {
  base64RunEnd,
  isPublic,
  isSeparated,
  keyLineWidths,
  letterMix,
  looksMixed,
  looksRandom,
  minPieceChars,
} from './privateKeys.ts';
import type { TextSpan } from './redaction.ts';

const piece = /[A-Za-z0-9+/]{14,}={0,2}/g;
const least = 16;
/** Longer runs are not lines of a key. */
const widest = 76;

export const isNearKey = (at: number, keyEnd: number) => at - keyEnd < limits.keyReachChars;

/**
 * `keys`: the known keys in the text, sorted. `keyEnd`: the end of the last key before the text, as a negative
 * offset.
 */
export function findKeyPieces(text: string, keys: readonly TextSpan[], keyEnd: number): TextSpan[] {
  const first = isNearKey(0, keyEnd) ? 0 : keys[0]?.end;
  if (first === undefined) return [];
  const found: TextSpan[] = [];
  let key = 0;
  let last: TextSpan = { start: keyEnd, end: keyEnd };
  piece.lastIndex = first;
  for (let hit = piece.exec(text); hit; hit = piece.exec(text)) {
    const span = { start: hit.index, end: piece.lastIndex };
    while (key < keys.length && keys[key]!.start < span.end) last = keys[key++]!;
    if (last.end >= span.end || !isNearKey(span.start, last.end)) continue;
    if (!isPiece(text, span, last) || isPublic(text, span)) continue;
    found.push(span);
    last = span;
  }
  return found;
}

function isPiece(text: string, { start, end }: TextSpan, last: TextSpan): boolean {
  if (end - start < least || end - start > widest || !isSeparated(text, start, end)) return false;
  const run = text.slice(start, end);
  return isBeside(text, start, last) ? looksMixed(run) : looksRandom(run);
}

/** On the same line or the next one. Empty lines are skipped, because cursor movement leaves them. */
function isBeside(text: string, start: number, { end }: TextSpan): boolean {
  if (end < 1 || start - end > 80) return false;
  const gap = text.slice(end, start);
  return text[end - 1] !== '-' && !/\n[^\n]+\n/.test(gap);
}

const widestWrap = Math.max(...keyLineWidths);
const longestLine = 512;
const skipped = 3;
const widestMargin = 40;

/**
 * Finds lines of a private key that were wrapped: consecutive lines with one piece each, which together have the
 * width of a key line. All pieces of a line except the last have the same width, at least `minPieceChars`.
 */
export function findKeyWraps(text: string, runs: readonly TextSpan[]): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const run of runs) {
    const width = run.end - run.start;
    if (width >= widestWrap || keyLineWidths.includes(width) || run.start < (spans.at(-1)?.end ?? 0))
      continue;
    const from = text.lastIndexOf('\n', run.start) + 1;
    const feed = text.indexOf('\n', run.end);
    const first = feed < 0 ? undefined : aloneIn(text, from, feed);
    const pieces = first && piecesFrom(text, first);
    if (!pieces || isPublic(text, first)) continue;
    const above = aloneBefore(text, first.start);
    if (above && isTail(above, first) && looksMixed(text.slice(above.start, above.end))) spans.push(above);
    spans.push(...pieces);
  }
  return spans;
}

/** Start of pieces that later text may complete to a key line. */
export function openKeyWrap(text: string): number {
  const begun = aloneIn(text, text.lastIndexOf('\n') + 1, text.length);
  if (!begun) return text.length;
  let open = text.length;
  let left = widestWrap - (begun.end - begun.start);
  for (let above = aloneBefore(text, begun.start); above; above = aloneBefore(text, above.start)) {
    const length = above.end - above.start;
    left -= length;
    if (length < minPieceChars || left < 0 || !looksMixed(text.slice(above.start, above.end))) break;
    open = above.start;
  }
  return open;
}

function piecesFrom(text: string, first: TextSpan): TextSpan[] | undefined {
  const width = first.end - first.start;
  const pieces = [first];
  for (let sum = width; sum < widestWrap; ) {
    const next = aloneAfter(text, pieces.at(-1)!.end);
    const length = next ? next.end - next.start : 0;
    if (!next || length === 0 || length > width) return undefined;
    pieces.push(next);
    sum += length;
    if (keyLineWidths.includes(sum)) return isKey(text, pieces) ? pieces : undefined;
    if (length < width) return undefined;
  }
  return undefined;
}

function isKey(text: string, pieces: readonly TextSpan[]): boolean {
  const line = pieces.map(({ start, end }) => text.slice(start, end)).join('');
  const { changes, upper, lower, others } = letterMix(line);
  return changes >= 0.4 * line.length && upper > 0 && lower > 0 && others > 1;
}

const isTail = (above: TextSpan, { start, end }: TextSpan) =>
  keyLineWidths.includes(end - start + above.end - above.start) && above.end - above.start < end - start;

/** The base64 of a line that contains nothing else; empty for a blank line. */
function aloneIn(text: string, from: number, to: number): TextSpan | undefined {
  if (to - from > longestLine) return undefined;
  let start = from;
  while (start - from < widestMargin && isMargin(text, start)) start += 1;
  const end = base64RunEnd(text, start);
  let rest = end;
  while (isMargin(text, rest) || text[rest] === '\r') rest += 1;
  return rest >= to ? { start, end } : undefined;
}

const isMargin = (text: string, at: number) => at < text.length && ' \t│┃║|'.includes(text[at]!);

/** The same for the next line that is not blank. Cursor movement leaves blank lines. */
function aloneAfter(text: string, at: number): TextSpan | undefined {
  let feed = text.indexOf('\n', at);
  for (let lines = 0; feed >= 0 && lines < skipped; lines += 1) {
    const start = feed + 1;
    feed = text.indexOf('\n', start);
    const found = aloneIn(text, start, feed < 0 ? text.length : feed);
    if (!found || found.end > found.start) return found;
  }
  return undefined;
}

function aloneBefore(text: string, at: number): TextSpan | undefined {
  let feed = lastFeed(text, at);
  for (let lines = 0; feed >= 0 && lines < skipped; lines += 1) {
    const above = lastFeed(text, feed);
    const found = aloneIn(text, above + 1, feed);
    if (!found || found.end > found.start) return found;
    feed = above;
  }
  return undefined;
}

const lastFeed = (text: string, before: number) => (before > 0 ? text.lastIndexOf('\n', before - 1) : -1);
