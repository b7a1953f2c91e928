/**
 * Finds private keys: whole blocks from BEGIN to END, lines of a key without its first line as in pagers, editors and
 * diffs, lines that were wrapped, and pieces of lines near a key. A key line is base64 with the width of key files and
 * a mix of all kinds of characters. A number, mark or quote may precede it. Certificates and public keys have the same
 * kind of lines; they are shown while their header is visible above.
 *
 * Long because blocks, lines and pieces of a key are recognized by the same characters and headers.
 */
import { limits } from '#limits.ts';
import { isWordy } from './heuristics.ts';
import { mergeSpans, type TextSpan } from './redaction.ts';

/** PEM, PuTTY and GnuPG write 64 columns, OpenSSH 70, RFC 4716 up to 72. */
const keyLineWidths: readonly number[] = [64, 70, 72];
const minKeyLineWidth = Math.min(...keyLineWidths);
const maxKeyLineWidth = Math.max(...keyLineWidths);
/** Includes diff marks, and the letter of a written-out line feed (`\n`). */
const markedLineWidths: ReadonlySet<number> = new Set(
  keyLineWidths.flatMap((width) => [width, width + 1, width + 2]),
);
/** Minimum length of a cut line, of a piece, or of the last line of a key. */
const minKeyChars = 16;
/** Minimum length of a piece of a wrapped line. */
const minPieceChars = 24;
/** The longest line, with its marks. */
const maxRunChars = maxKeyLineWidth + 3;

const [digitKind, upperKind, lowerKind, signKind] = [1, 2, 4, 8];
/** The kind of each base64 character, by its code; 0 for others. */
const base64Kinds = new Uint8Array(0x10000);
for (const [kind, chars] of [
  [digitKind, '0123456789'],
  [upperKind, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [lowerKind, 'abcdefghijklmnopqrstuvwxyz'],
  [signKind, '+/'],
] as const)
  for (const char of chars) base64Kinds[char.charCodeAt(0)] = kind;

/** False at the end of the text and after it. */
const isBase64 = (text: string, at: number): boolean =>
  at < text.length && base64Kinds[text.charCodeAt(at)] !== 0;

/** `keyEnd`: the end of the last key before the text, as a negative offset. */
export function findPrivateKeys(text: string, keyEnd: number): TextSpan[] {
  const runs = findBase64Runs(text);
  // Nearly all text leaves here.
  if (runs.length === 0 && !isNearKey(0, keyEnd) && !mayHaveHeader(text)) return [];
  const lines = mergeSpans([
    ...findKeyBlocks(text).spans,
    ...readKeyLines(text, runs).spans,
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

/** The text that must precede the next piece, so that its lines are recognized as in the whole text. */
export function keyContext(text: string): string {
  const line = text.lastIndexOf('\n') + 1;
  if (!mayEndInKey(text, line)) return '';
  const above = text.slice(0, line);
  const { lines } = lastRead.text.startsWith(above) ? lastRead : readKeyLines(above);
  const { last, end, isPublic } = lines.findLast((read) => read.end <= line) ?? noLine;
  const header = lastHeaderIn(above.slice(end));
  if (header) return header.isPublic ? certificateHeader : '';
  if (!isNextLine(text, end, line)) return '';
  if (isPublic) return certificateHeader;
  return last ? text.slice(text.lastIndexOf('\n', last.start) + 1, line) : '';
}

/** Start of an unfinished line, or of a line that would be the last line of a key if an END line follows. */
function findUnfinishedKeyLine(text: string, isNear = false): number {
  const line = text.lastIndexOf('\n') + 1;
  const mark = openEndMark.exec(text.slice(-5))?.[0].length ?? 0;
  const unmarked = mark > 0 ? findOpenLine(text.slice(0, -mark), line, isNear) : text.length;
  if (unmarked < text.length - mark) return unmarked;
  const start = findOpenLine(text, line, isNear);
  if (start < text.length || !endLineStart.test(text.slice(line, line + 80))) return start;
  const end = text[line - 2] === '\r' ? line - 2 : line - 1;
  const last = lastLineIn(text, text.lastIndexOf('\n', end - 1) + 1, end);
  return last && looksLikeKeyPiece(text.slice(last.start, last.end)) ? last.start : start;
}

/** The end of a key line that begins above the screen, with complete lines below. */
export const isKeyLineRest = (line: string): boolean => {
  const token = line.trim();
  return (
    token.length >= minKeyChars && token.length < maxKeyLineWidth && base64RunEnd(token, 0) === token.length
  );
};

/** Offset of the first possible key or key header; Infinity if there is none. */
export function firstKey(text: string): number {
  const header = text.search(/-----BEGIN|-Lines: /);
  const line = findBase64Runs(text).find(hasKeyWidth)?.start ?? Number.POSITIVE_INFINITY;
  return header < 0 ? line : Math.min(header, line);
}

function mayEndInKey(text: string, line: number): boolean {
  const near = text.slice(Math.max(0, line - headerReachChars), line);
  return findBase64Runs(near).some(hasKeyWidth) || mayHaveHeader(near);
}

// Blocks

const keyLabel = '[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----';
/** Pattern for the start of a block. */
export const keyBlockStart = `-----BEGIN${keyLabel}`;
/** The second form starts the private lines of a PuTTY file. */
const blockStart = new RegExp(`${keyBlockStart}|\\bPrivate-Lines: \\d+`, 'g');
const blockEnd = new RegExp(`-----END${keyLabel}`, 'g');

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
  const ahead = { feed: lookAhead(text, /\n/g), finish: lookAhead(text, new RegExp(blockEnd)) };
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

/** Follows the lines after BEGIN. `end` is the end of the last line of the block. */
function followBlock(
  text: string,
  start: number,
  from: number,
  ahead: { readonly feed: LookAhead; readonly finish: LookAhead },
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
  return [...text.matchAll(blockEnd)].flatMap((foot) => {
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

// Lines

const certificateHeader = '-----BEGIN CERTIFICATE-----\n';
const keyHeader = /-----BEGIN ([A-Z0-9 ]{1,40})-----|---- BEGIN SSH2 PUBLIC KEY ----|\bPublic-Lines: \d/g;
/** Shorter gaps between lines contain no header. */
const minHeaderChars = 'Public-Lines: '.length;
const headerOrEnd = new RegExp(`${keyHeader.source}|-----END|\\bPrivate-Lines: \\d`, 'g');
const publicReach = 8192;
/** Maximum number of lines between a header and the key data, such as `Version: 1`. */
const headerLines = 6;
const headerReachChars = 512;
const endLineStart = /^\W{0,8}(?:-{0,5}|-----END[A-Z ]{0,40}-{0,5})$/;

interface KeyLines {
  readonly text: string;
  readonly spans: readonly TextSpan[];
  /** The lines of the width of a key. */
  readonly lines: readonly KeyLine[];
}

interface KeyLine {
  readonly end: number;
  /** Part of a certificate or of a public key. */
  readonly isPublic: boolean;
  /** The line, if it is one of a private key. */
  readonly last: TextSpan | undefined;
}

const noLine: KeyLine = { end: 0, isPublic: false, last: undefined };

/** Caches the last text, because a stream asks for the context of a text that it has just searched. */
let lastRead: KeyLines = { text: '', spans: [], lines: [] };

function readKeyLines(text: string, runs: readonly TextSpan[] = findBase64Runs(text)): KeyLines {
  const marked = mayHaveHeader(text);
  const spans = marked ? findLinesAboveEnds(text) : [];
  const lines: KeyLine[] = [];
  let { last, end, isPublic } = noLine;
  for (const run of runs) {
    if (!hasKeyWidth(run)) continue;
    const header =
      marked && run.start - end > minHeaderChars ? lastHeaderIn(text.slice(end, run.start)) : undefined;
    const next = isNextLine(text, end, run.start);
    if (last && !next) spans.push(...lastLineAfter(text, last));
    isPublic = header ? header.isPublic : isPublic && next;
    const line = isPublic ? undefined : keyLineIn(text, run, last !== undefined && next);
    isPublic ||= line !== undefined && isPublicKeyDer(text, line);
    end = run.end;
    last = isPublic ? undefined : line;
    lines.push({ end, isPublic, last });
    if (last) spans.push(last);
  }
  if (last) spans.push(...lastLineAfter(text, last));
  const read = { text, spans, lines };
  if (text.length <= limits.blockChars) lastRead = read;
  return read;
}

/** Searches for a sequence that is rare in base64, because all text is checked for it. */
const mayHaveHeader = (text: string) => text.includes('----') || text.includes('-Lines: ');

/** The last header above belongs to a certificate or a public key. */
function isPublic(text: string, { start }: TextSpan): boolean {
  const above = text.slice(Math.max(0, start - publicReach), start);
  if (!mayHaveHeader(above)) return false;
  const mark = [...above.matchAll(headerOrEnd)].at(-1)?.[0] ?? '';
  return mark !== '' && !mark.startsWith('-----END') && !/private/i.test(mark);
}

/** The last header in the gap between two lines, and whether the lines after it are public. */
function lastHeaderIn(gap: string): { end: number; isPublic: boolean } | undefined {
  const header = [...gap.matchAll(keyHeader)].at(-1);
  if (!header) return undefined;
  const end = header.index + header[0].length;
  const rest = gap.slice(end);
  const near = rest.split('\n', headerLines + 1).length <= headerLines && !rest.includes('-----END');
  return { end, isPublic: near && !header[1]?.includes('PRIVATE') };
}

const hasKeyWidth = ({ start, end }: TextSpan) => markedLineWidths.has(end - start);

function keyLineIn(text: string, run: TextSpan, isNext: boolean): TextSpan | undefined {
  // In `{+…+}` the last `+` is a mark.
  const end = text.startsWith('+}', run.end - 1) ? run.end - 1 : run.end;
  let start = skipEscapeLetter(text, run.start);
  // Diff marks are base64 characters too.
  while (start < run.start + 2 && text[start] === '+' && !keyLineWidths.includes(end - start)) start += 1;
  if (!keyLineWidths.includes(end - start)) return undefined;
  if (!isNext && !looksLikeKey(text.slice(start, end))) return undefined;
  return isSeparated(text, start, end) ? { start, end } : undefined;
}

/** Skips the letter of a written-out line feed such as `\n`. */
const skipEscapeLetter = (text: string, at: number) =>
  text[at - 1] === '\\' && 'nrt'.includes(text[at]!) ? at + 1 : at;

/** Exactly one line further, independent of the prefix. */
function isNextLine(text: string, from: number, to: number): boolean {
  if (from === to || to - from > 80) return false;
  const gap = text.slice(from, to);
  const feed = gap.includes('\n') ? '\n' : '\\n';
  const at = gap.indexOf(feed);
  return at >= 0 && gap.indexOf(feed, at + 1) < 0;
}

/** The last line of a key is shorter. */
function lastLineAfter(text: string, { start, end }: TextSpan): TextSpan[] {
  const feed = text.indexOf('\n', end);
  if (feed < 0 || feed - end > 80) return [];
  const next = text.indexOf('\n', feed + 1);
  const last = lastLineIn(text, feed + 1, next < 0 ? text.length : next, end - start);
  return last ? [last] : [];
}

const lastLineToken = /(?<![A-Za-z0-9/])[+]{0,2}([A-Za-z0-9+/]{16,}={0,2})/d;

function lastLineIn(text: string, from: number, to: number, width = maxKeyLineWidth): TextSpan | undefined {
  const line = text.slice(from, Math.min(to, from + 2 * maxKeyLineWidth));
  const found = lastLineToken.exec(line)?.indices?.[1];
  if (!found) return undefined;
  const start = skipEscapeLetter(line, found[0]);
  const end = found[1];
  const isLast = end - start < width && isSeparated(line, start, end) && looksMixed(line.slice(start, end));
  return isLast ? { start: from + start, end: from + end } : undefined;
}

function findLinesAboveEnds(text: string): TextSpan[] {
  return [...text.matchAll(blockEnd)].flatMap(({ index }) => {
    const feed = text.lastIndexOf('\n', index);
    const line = feed < 0 ? undefined : lastLineIn(text, text.lastIndexOf('\n', feed - 1) + 1, feed);
    return line ? [line] : [];
  });
}

function findOpenLine(text: string, line: number, isNear: boolean): number {
  const { length } = text;
  let start = length;
  while (
    start > line &&
    length - start <= maxKeyLineWidth &&
    (isBase64(text, start - 1) || text[start - 1] === '=')
  )
    start -= 1;
  start = skipEscapeLetter(text, start);
  if (length - start < minKeyChars || length - start > maxKeyLineWidth) return length;
  const begun = text.slice(start);
  const before = text.slice(line, start);
  // A run with the length of a key line may still continue, and then it is no key line.
  if (
    !isAloneAfter(before) &&
    !((isNear || length - start >= minKeyLineWidth) && separatorBefore.test(before))
  )
    return length;
  // After a key, fewer changes are enough: a line of a key may begin like a word.
  const isMixed = isNear ? letterMix(begun).changes > 0 : looksMixed(begun);
  if (!isMixed && !firstKeyLine.test(begun)) return length;
  return keyContext(text.slice(0, line)) === certificateHeader ? length : start;
}

/** The start of PKCS #1, PKCS #8, SEC 1 and OpenSSH keys is too regular to look random. */
const firstKeyLine = /^[+]{0,2}(?:MI[GHI]|M[A-Z][0-9a-z]?[A-Z]AgE|M[A-Z0-9][A-Za-z0-9]CAQ|b3BlbnNzaC1)/;

/** After numbers, marks, or the frame of a pane. */
const isAloneAfter = (before: string) =>
  withoutLetters.test(before) || /[│┃║|>"']\s*$/.test(before) || fileNameBefore.test(before);

/** A DER sequence that begins with another sequence: a certificate or a public key, but not an encrypted key. */
function isPublicKeyDer(text: string, { start }: TextSpan): boolean {
  if (text[start] !== 'M') return false;
  const bytes = Buffer.from(text.slice(start, start + 48), 'base64');
  const inner = bytes[1] === 0x82 ? 4 : bytes[1] === 0x81 ? 3 : 2;
  if (bytes[0] !== 0x30 || bytes[inner] !== 0x30 || bytes.includes(pkcs5ObjectId)) return false;
  return bytes[inner + 1] === 0x82 || bytes[inner + 2] === 0x06;
}

/** The object identifier of PKCS #5. */
const pkcs5ObjectId = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]);

// Wrapped lines

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
    if (width >= maxKeyLineWidth || keyLineWidths.includes(width) || run.start < (spans.at(-1)?.end ?? 0))
      continue;
    const from = text.lastIndexOf('\n', run.start) + 1;
    const feed = text.indexOf('\n', run.end);
    const first = feed < 0 ? undefined : aloneIn(text, from, feed);
    const pieces = first && piecesFrom(text, first);
    if (!pieces || isPublic(text, first)) continue;
    const above = aloneBeside(text, first.start, -1);
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
  let left = maxKeyLineWidth - (begun.end - begun.start);
  for (let above = aloneBeside(text, begun.start, -1); above; above = aloneBeside(text, above.start, -1)) {
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
  for (let sum = width; sum < maxKeyLineWidth; ) {
    const next = aloneBeside(text, pieces.at(-1)!.end, 1);
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

/** The same for the nearest line that is not blank, below (1) or above (-1). Cursor movement leaves blank lines. */
function aloneBeside(text: string, at: number, step: 1 | -1): TextSpan | undefined {
  const feedFrom = (from: number) => (step > 0 ? text.indexOf('\n', from) : lastFeed(text, from));
  let feed = feedFrom(at);
  for (let lines = 0; feed >= 0 && lines < skipped; lines += 1) {
    const next = feedFrom(feed + (step > 0 ? 1 : 0));
    const [start, end] = step > 0 ? [feed + 1, next < 0 ? text.length : next] : [next + 1, feed];
    const found = aloneIn(text, start, end);
    if (!found || found.end > found.start) return found;
    feed = next;
  }
  return undefined;
}

const lastFeed = (text: string, before: number) => (before > 0 ? text.lastIndexOf('\n', before - 1) : -1);

// Pieces

const keyPiece = /[A-Za-z0-9+/]{14,}={0,2}/g;
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
  if (end - start < minKeyChars || end - start > maxKeyPieceChars || !isSeparated(text, start, end))
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

// Characters

/**
 * The base64 runs that may be lines of a key or pieces of them: with letters of both cases, so no hexadecimal hashes.
 * Tests one character per `minPieceChars` first.
 */
function findBase64Runs(text: string): TextSpan[] {
  const runs: TextSpan[] = [];
  let from = 0;
  for (let at = minPieceChars - 1; at < text.length; ) {
    let before = at;
    let kinds = 0;
    for (; before >= from; before -= 1) {
      const kind = base64Kinds[text.charCodeAt(before)]!;
      if (kind === 0) break;
      kinds |= kind;
    }
    if (at - before < minPieceChars) at = before + minPieceChars;
    else {
      let end = at;
      for (; end < text.length; end += 1) {
        const kind = base64Kinds[text.charCodeAt(end)]!;
        if (kind === 0) break;
        kinds |= kind;
      }
      from = paddingEnd(text, end);
      if (kinds & upperKind && kinds & lowerKind && from - before <= maxRunChars)
        runs.push({ start: before + 1, end: from });
      at = from + minPieceChars - 1;
    }
  }
  return runs;
}

/** End of the base64 from here on, with its padding. */
function base64RunEnd(text: string, at: number): number {
  let end = at;
  while (isBase64(text, end)) end += 1;
  return paddingEnd(text, end);
}

function paddingEnd(text: string, at: number): number {
  let end = at;
  while (end - at < 2 && text[end] === '=') end += 1;
  return end;
}

/** Number of changes between kinds of characters, and the count of each kind. */
function letterMix(text: string) {
  let [changes, upper, lower] = [0, 0, 0];
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = base64Kinds[text.charCodeAt(at)]!;
    if (kind === 0 || kind === signKind) continue;
    if (kind === upperKind) upper += 1;
    if (kind === lowerKind) lower += 1;
    if (before !== 0 && kind !== before) changes += 1;
    before = kind;
  }
  return { changes, upper, lower, others: text.length - upper - lower };
}

/** The object identifier of RSA's standards, in each alignment. A line with it may have few digits. */
const rsaObjectId = /KoZIhvcN|qhkiG9w0|CqGSIb3D/;

/** Excludes hex, paths and words. */
function looksLikeKey(text: string): boolean {
  const { changes, upper, lower, others } = letterMix(text);
  const isMixed = others > 1 || rsaObjectId.test(text) || firstKeyLine.test(text);
  return changes >= 0.25 * (text.length - 1) && upper > 0 && lower > 0 && isMixed;
}

/** Sufficient without context, also for short text. */
function looksLikeKeyPiece(text: string): boolean {
  const { changes, upper, lower } = letterMix(text);
  return changes >= 0.25 * (text.length - 1) && upper > 0 && lower > 0 && !isWordy(text);
}

/** Sufficient for a cut line. */
function looksMixed(text: string): boolean {
  const { changes, upper } = letterMix(text);
  return changes > 2 && upper > 0;
}

const withoutLetters = /^[^A-Za-z]*$/;
const separatorBefore = /[\s"'`|│┃║>([{+\\]$|\\[nrt]$/;
/** Accepts the file name prefix of `grep`, but no hash name such as `sha256:`. */
const fileNameBefore = /(?<!\bsha-?\d{1,3})[:-]$/i;

/** Marks after a line: `git diff --word-diff`, emphasis, and a line feed as an entity. */
const endMark = /^(?:-\]|\*{1,2}(?:\s|$)|&#(?:10|13|x0?[ad]);)/i;
/** The start of such a mark at the end of the text. */
const openEndMark = /(?:-|\*{1,2}|&(?:#(?:x?[0-9ad]{0,2})?)?)$/i;

function isSeparated(text: string, start: number, end: number): boolean {
  if (/[\w.%@~=#&?*-]/.test(text[end] ?? '') && !endMark.test(text.slice(end, end + 6))) return false;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(line, start - 80), start);
  return withoutLetters.test(before) || separatorBefore.test(before) || fileNameBefore.test(before);
}
