/**
 * Finds private keys: whole blocks, lines without their first line, lines that were wrapped, and pieces of lines near
 * a key.
 */
import { limits } from '#limits.ts';
import {
  base64RunEnd,
  findBase64Runs,
  findKeyLines,
  findUnfinishedKeyLine,
  isPublic,
  isSeparated,
  keyLineWidths,
  letterMix,
  looksLikeKeyPiece,
  looksMixed,
  minPieceChars,
} from './keyLines.ts';
import { mergeSpans, type TextSpan } from './redaction.ts';

/** `keyEnd`: the end of the last key before the text, as a negative offset. */
export function findPrivateKeys(text: string, keyEnd: number): TextSpan[] {
  const runs = findBase64Runs(text);
  const lines = mergeSpans([
    ...findKeyBlocks(text).spans,
    ...findKeyLines(text, runs),
    ...findKeyWraps(text, runs),
  ]);
  return mergeSpans([...lines, ...findKeyPieces(text, lines, keyEnd)]);
}

/** Start of a key that later text may continue; the end of the text if there is none. */
export const findUnfinishedKey = (text: string, keyEnd: number): number =>
  Math.min(
    findKeyBlocks(text).unfinishedAt ?? text.length,
    findUnfinishedKeyLine(text, isNearKey(text.length, keyEnd)),
    openKeyWrap(text),
  );

const keyLabel = '[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----';
/** Pattern for the start of a block. */
export const keyBlockStart = `-----BEGIN${keyLabel}`;
/** The second form starts the private lines of a PuTTY file. */
const blockStart = new RegExp(`${keyBlockStart}|\\bPrivate-Lines: \\d+`, 'g');
const blockEnd = new RegExp(`-----END${keyLabel}`);

/** Marks at the end of a line: `git diff --word-diff`, emphasis, and a line feed as an entity. */
const lineMark = '(?:\\+\\}|-\\]|\\*{1,2}|&#(?:10|13|x0?[ad]);)+';

const longBase64 = /[A-Za-z0-9+/=]{32,}/;
const bodyLinePatterns: readonly RegExp[] = [
  /^[\s|│┃>"'`+-]*$/,
  /^\W*(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): /,
  longBase64,
  /^[\s>|│┃+*#\d.:'"`-]*[A-Za-z0-9+/]+={0,2}[\s│┃|'"`,;\\]*$/,
  new RegExp(`^\\s*(?:\\{\\+|\\[-|\\*{1,2})?[A-Za-z0-9+/]*={0,2}${lineMark}\\s*$`, 'i'),
];
/** The rest of a BEGIN line that belongs to the block. */
const headRest = new RegExp(`^${lineMark}\\s*$`, 'i');
/** A block written in one line shows its body early. */
const bodyWithinChars = 1024;
const isBodyLine = (line: string) =>
  bodyLinePatterns.some((shape) => shape.test(shape === longBase64 ? line.slice(0, bodyWithinChars) : line));

interface KeyBlocks {
  readonly spans: readonly TextSpan[];
  /** Start of a block that the text does not finish. */
  readonly unfinishedAt: number | undefined;
}

const noBlocks: KeyBlocks = { spans: [], unfinishedAt: undefined };

/**
 * A block extends from its BEGIN line to its END line. Without an END line it extends as far as lines look like the
 * inside of a key. Lines may be quoted, numbered, indented, framed, or written with `\n` in one string.
 */
function findKeyBlocks(text: string): KeyBlocks {
  if (!(text.includes('-----BEGIN') || text.includes('-Lines: '))) return noBlocks;
  const ahead = { feed: lookAhead(text, /\n/g), finish: lookAhead(text, new RegExp(blockEnd, 'g')) };
  const spans: TextSpan[] = [];
  blockStart.lastIndex = 0;
  for (let head = blockStart.exec(text); head; head = blockStart.exec(text)) {
    const { end, finished } = followBlock(text, head.index, blockStart.lastIndex, ahead);
    if (end > blockStart.lastIndex) spans.push({ start: head.index, end });
    if (!finished) return { spans, unfinishedAt: head.index };
    blockStart.lastIndex = Math.max(blockStart.lastIndex, end);
  }
  return { spans, unfinishedAt: undefined };
}

interface BlockLookAhead {
  readonly feed: LookAhead;
  readonly finish: LookAhead;
}

/** Follows the lines after BEGIN. `end` is the end of the last line of the block. */
function followBlock(
  text: string,
  start: number,
  from: number,
  ahead: BlockLookAhead,
): { end: number; finished: boolean } {
  const bound = Math.min(text.length, start + limits.blockChars);
  let end = from;
  for (let at = from; at < bound; ) {
    const stop = Math.min(ahead.feed(at).start, bound);
    const last = ahead.finish(at);
    if (last.end <= stop) return { end: last.end, finished: true };
    const line = text.slice(at, stop);
    if (!isBodyLine(line) && !(at === from && headRest.test(line)))
      return { end, finished: stop < text.length };
    if (line.trim() !== '') end = stop;
    at = stop + 1;
  }
  return { end, finished: bound < text.length };
}

type LookAhead = (at: number) => TextSpan;

/** Finds the next match. The last result is cached, because many BEGIN lines may come before one END line. */
function lookAhead(text: string, pattern: RegExp): LookAhead {
  let searchedFrom = Number.POSITIVE_INFINITY;
  let found: TextSpan = { start: -1, end: -1 };
  return (at) => {
    if (searchedFrom <= at && at <= found.start) return found;
    pattern.lastIndex = searchedFrom = at;
    const match = pattern.exec(text);
    found = match ? { start: match.index, end: pattern.lastIndex } : nowhere;
    return found;
  };
}

const nowhere: TextSpan = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** The lower part of a block that begins above the screen: key lines directly above an END line. */
export function findKeyBlockTails(text: string): TextSpan[] {
  if (!text.includes('-----END')) return [];
  return [...text.matchAll(new RegExp(blockEnd, 'g'))].flatMap((foot) => {
    const start = findTailStart(text, foot.index);
    return start < foot.index ? [{ start, end: foot.index + foot[0].length }] : [];
  });
}

function findTailStart(text: string, foot: number): number {
  let start = text.lastIndexOf('\n', foot) + 1;
  for (let lines = 0; start > 0; lines += 1) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(above, start - 1);
    if (!(longBase64.test(line) || (lines === 0 && isBodyLine(line) && line.trim() !== ''))) break;
    start = above;
  }
  return start;
}

const keyPiece = /[A-Za-z0-9+/]{14,}={0,2}/g;
const minKeyPieceChars = 16;
/** Longer runs are not lines of a key. */
const maxKeyPieceChars = 76;

const isNearKey = (at: number, keyEnd: number) => at - keyEnd < limits.keyReachChars;

/**
 * Finds pieces of a private key that are narrower than its lines, as in narrow panes, cut lines and partial redraws.
 * Alone they look like other text, so they are hidden only near a key. `keys`: the known keys in the text, sorted.
 */
function findKeyPieces(text: string, keys: readonly TextSpan[], keyEnd: number): TextSpan[] {
  const first = isNearKey(0, keyEnd) ? 0 : keys[0]?.end;
  if (first === undefined) return [];
  const found: TextSpan[] = [];
  let key = 0;
  let last: TextSpan = { start: keyEnd, end: keyEnd };
  keyPiece.lastIndex = first;
  for (let hit = keyPiece.exec(text); hit; hit = keyPiece.exec(text)) {
    const span = { start: hit.index, end: keyPiece.lastIndex };
    while (key < keys.length && keys[key]!.start < span.end) last = keys[key++]!;
    if (last.end >= span.end || !isNearKey(span.start, last.end)) continue;
    if (!isPiece(text, span, last) || isPublic(text, span)) continue;
    found.push(span);
    last = span;
  }
  return found;
}

function isPiece(text: string, { start, end }: TextSpan, last: TextSpan): boolean {
  if (end - start < minKeyPieceChars || end - start > maxKeyPieceChars || !isSeparated(text, start, end))
    return false;
  const run = text.slice(start, end);
  return isBeside(text, start, last) ? looksMixed(run) : looksLikeKeyPiece(run);
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
function findKeyWraps(text: string, runs: readonly TextSpan[]): TextSpan[] {
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
function openKeyWrap(text: string): number {
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
