/**
 * Finds secrets that a program or a person wrapped, also inside an indent, a quote or a box. The end of a line and
 * the first word of the next are joined if that word looks random. Also finds unfinished secrets ("halves") that end at
 * a cursor movement, at the edge of a pane, or at the sign of a cut line. No more of a half is shown than of an
 * unfinished secret when output pauses.
 */

import { limits } from '#limits.ts';
import { AssembledText, mergeSpans, type TextSpan } from './redaction.ts';
import { type AnchorPlace, unfinishedCharsAt } from './ruleMatcher.ts';

type SecretSearch = (text: string) => readonly TextSpan[];
type UnfinishedSearch = (text: string) => number;

/** Shorter lines are not treated as wrapped. */
const minWrappedLine = 24;
/** Maximum number of characters to read back for joined lines. */
const maxReadBack = 1024;

const wordPattern = /[\w+/=.~-]+/y;
const minWordChars = 8;
const minEndChars = 4;
const maxIndentChars = 40;
const oneWordLine = /^[\s│┃║|>"'#*]*([\w+/=.~-]*)\s*$/;

/**
 * For each secret that is complete only after joining lines, returns its part in each line. `places` and `found`: the
 * anchors and the secrets in the text.
 */
export function findWrapped(
  text: string,
  places: readonly AnchorPlace[],
  found: readonly TextSpan[],
  find: SecretSearch,
): TextSpan[] {
  const spans: TextSpan[] = [];
  const ends = new Set(found.map(({ end }) => end));
  for (let at = 0; at < places.length; ) {
    const start = text.lastIndexOf('\n', places[at]!.at) + 1;
    const feed = lineEnd(text, start);
    const first = at;
    while (at < places.length && places[at]!.at <= feed) at += 1;
    if (continuationStart(text, start, feed) < 0) continue;
    const end = endOfText(text, start, feed);
    const line = text.slice(start, end);
    const open = places.slice(first, at).filter((place) => isUnfinished(place, line, start));
    if (open.length > 0 || ends.has(end)) spans.push(...findFrom(text, { start, end: feed }, open, find));
  }
  return mergeSpans(spans);
}

const isUnfinished = (place: AnchorPlace, line: string, start: number) =>
  unfinishedCharsAt(place, line, start) >= minEndChars;

/** Joins lines for as long as one of the secrets at the anchors, or one at the end of the joined lines, may continue. */
function findFrom(
  text: string,
  line: TextSpan,
  places: readonly AnchorPlace[],
  find: SecretSearch,
): TextSpan[] {
  let { start, end: feed } = line;
  const lines = new AssembledText();
  lines.add(text.slice(start, endOfText(text, start, feed)), start);
  let found: readonly TextSpan[] | undefined;
  let open = places;
  let added = 0;
  while (feed - line.start <= limits.holdBackChars * 4) {
    const next = continuationStart(text, start, feed);
    if (next < 0) break;
    start = feed + 1;
    feed = lineEnd(text, start);
    lines.add(text.slice(next, endOfText(text, next, feed)), next);
    added += 1;
    found = undefined;
    // Each check reads all lines, so it is made after 1, 2, 4, 8 and so on.
    if ((added & (added - 1)) !== 0) continue;
    open = open.filter((place) => isUnfinished(place, lines.text, line.start));
    if (open.length > 0) continue;
    found = find(lines.text);
    if (!found.some(({ end }) => end === lines.text.length)) break;
  }
  found ??= find(lines.text);
  const parts = found.map((span) => lines.pieces(span.start, span.end));
  return parts.filter(({ length }) => length > 1).flat();
}

const endsWithSecret = (line: string, find: SecretSearch) =>
  find(line).some(({ end }) => end === line.length);

/** The lines that the next text may continue; empty if they contain no secret that may continue. */
export function wrapContext(text: string, find: SecretSearch, open: UnfinishedSearch): string {
  const parts = linePartsBefore(text);
  if (!parts) return '';
  const whole = joinParts(text, parts).text;
  const goesOn = isLongEnough(whole.length - open(whole)) || endsWithSecret(whole, find);
  const start = text.lastIndexOf('\n', parts[0]!.start - 1) + 1;
  return goesOn ? text.slice(start, text.lastIndexOf('\n') + 1) : '';
}

/** Start of a secret that the last complete line leaves unfinished and the next line may continue. */
export function findUnfinishedWrapped(text: string, find: SecretSearch, open: UnfinishedSearch): number {
  const parts = linePartsBefore(text);
  const rest = parts && oneWordLine.exec(text.slice(text.lastIndexOf('\n') + 1));
  if (!rest) return text.length;
  const lines = joinParts(text, parts);
  const before = lines.text;
  const at = open(before + rest[1]!);
  // A complete secret may be released, because `wrapContext` keeps it. Its possible continuation is held.
  if (endsWithSecret(before, find))
    return text.length - text.slice(text.lastIndexOf('\n') + 1).trimStart().length;
  return isLongEnough(before.length - at) ? lines.original(at, at + 1).start : text.length;
}

const isLongEnough = (chars: number) => chars >= limits.unfinishedSecretChars;

/** The last complete lines that are joined, if text may continue them. */
function linePartsBefore(text: string): TextSpan[] | undefined {
  let feed = text.lastIndexOf('\n');
  if (feed < 0) return undefined;
  let start = text.lastIndexOf('\n', feed - 1) + 1;
  if (!mayContinue(text, start, feed)) return undefined;
  const parts: TextSpan[] = [];
  const earliest = Math.max(0, feed - maxReadBack);
  for (;;) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const next = start > 0 && above >= earliest ? continuationStart(text, above, start - 1) : -1;
    parts.unshift({
      start: Math.max(start, next),
      end: endOfText(text, start, feed),
    });
    if (next < 0) return parts;
    feed = start - 1;
    start = above;
  }
}

/** Offset where the next line continues the line that ends at `feed`; -1 if it does not. */
function continuationStart(text: string, start: number, feed: number): number {
  if (feed - start < minWrappedLine) return -1;
  const at = wordStartAfter(text, feed + 1);
  if (at < 0 || !mayContinue(text, start, feed)) return -1;
  wordPattern.lastIndex = at;
  return looksLikeContinuation(wordPattern.exec(text)![0]) ? at : -1;
}

const [isIndentCode, isWordCode] = [new Uint8Array(0x2600), new Uint8Array(0x2600)];
for (const char of ' \t\r│┃║|>"\'#*') isIndentCode[char.charCodeAt(0)] = 1;
for (let code = 0; code < 128; code += 1)
  if (/[\w+/=.~-]/.test(String.fromCharCode(code))) isWordCode[code] = 1;

/** Start of a word of sufficient length after blanks, frames and quotes; -1 if there is none. */
function wordStartAfter(text: string, from: number): number {
  let at = from;
  while (at - from < maxIndentChars && isIndentCode[text.charCodeAt(at)] === 1) at += 1;
  for (let length = 0; length < minWordChars; length += 1)
    if (isWordCode[text.charCodeAt(at + length)] !== 1) return -1;
  return at;
}

function mayContinue(text: string, start: number, feed: number): boolean {
  if (feed - start < minWrappedLine) return false;
  const end = endOfText(text, start, feed);
  for (let at = end - minEndChars; at < end; at += 1) if (isWordCode[text.charCodeAt(at)] !== 1) return false;
  return true;
}

const hashLengths: readonly number[] = [32, 40, 64];

/** A line that starts with a variable name or a hash is not a continuation. */
function looksLikeContinuation(text: string): boolean {
  if (hashLengths.includes(text.length) && /^[0-9a-f]+$/.test(text)) return false;
  const begin = text.slice(0, 64);
  if (/^[A-Za-z_]\w*=./.test(begin)) return false;
  if (/\d/.test(begin)) return /[A-Za-z]/.test(begin);
  return (begin.match(/[a-z][A-Z]|[A-Z][a-z]/g) ?? []).length > 2;
}

function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}

/** Excludes trailing blanks and the frame of a box. */
function endOfText(text: string, start: number, feed: number): number {
  let end = feed;
  while (end > start && ' \r\t│┃║|'.includes(text[end - 1]!)) end -= 1;
  return end;
}

function joinParts(text: string, parts: readonly TextSpan[]): AssembledText {
  const joined = new AssembledText();
  for (const { start, end } of parts) joined.add(text.slice(start, end), start);
  return joined;
}

const paneEdges = '│┃║|';
/** Signs with which pagers and editors mark a cut line. */
const cutSigns = '>»…';
const minHalfChars = limits.restedSecretChars;

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
    if (end - from >= minHalfChars) spans.push({ start: from, end });
  };
  for (const end of breaks) if (text.charCodeAt(end + offset - 1) > 32) look(withoutSign(text, end + offset));
  for (const edge of paneEdges)
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
  if (end < minHalfChars) return false;
  for (let at = end - 1; at >= end - minHalfChars; at -= 1) if (text.charCodeAt(at) <= 32) return false;
  return true;
}
