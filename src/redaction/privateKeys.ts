/**
 * Finds lines of a private key without its first line, as in pagers, editors and diffs. A key line is base64 with the
 * width of key files and a mix of all kinds of characters. A number, mark or quote may precede it. Certificates and
 * public keys have the same kind of lines; they are shown while their header is visible above.
 */
import { isWordy } from './heuristics.ts';
import type { TextSpan } from './redaction.ts';

/** PEM, PuTTY and GnuPG write 64 columns, OpenSSH 70, RFC 4716 up to 72. */
export const keyLineWidths: readonly number[] = [64, 70, 72];
const minKeyLineWidth = Math.min(...keyLineWidths);
const maxKeyLineWidth = Math.max(...keyLineWidths);
/** Includes diff marks, and the letter of a written-out line feed (`\n`). */
const markedLineWidths: ReadonlySet<number> = new Set(
  keyLineWidths.flatMap((width) => [width, width + 1, width + 2]),
);
/** Minimum length of a cut line, or of the last line of a key. */
const minKeyChars = 16;

const base64Codes = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  base64Codes[char.charCodeAt(0)] = 1;
/** False at the end of the text and after it. */
export function isBase64(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < base64Codes.length && base64Codes[code] === 1;
}

export const findKeyLines = (text: string): readonly TextSpan[] => readKeyLines(text).spans;

/** The text that must precede the next piece, so that its lines are recognized as in the whole text. */
export function keyContext(text: string): string {
  const line = text.lastIndexOf('\n') + 1;
  if (!mayEndInKey(text, line)) return '';
  const { last, end, isPublic, inHeader } = readKeyLines(text.slice(0, line));
  const gap = text.slice(end, line);
  if (!(inHeader || isNextLine(gap))) return '';
  if (isPublic) return certificateHeader;
  return last?.end === end ? text.slice(text.lastIndexOf('\n', last.start) + 1, line) : '';
}

/** Start of an unfinished line, or of a line that would be the last line of a key if an END line follows. */
export function findUnfinishedKeyLine(text: string, isNear = false): number {
  const line = text.lastIndexOf('\n') + 1;
  const mark = openEndMark.exec(text.slice(-5))?.[0].length ?? 0;
  const unmarked = mark > 0 ? findOpenLine(text.slice(0, -mark), line, isNear) : text.length;
  if (unmarked < text.length - mark) return unmarked;
  const start = findOpenLine(text, line, isNear);
  if (start < text.length || !endLineStart.test(text.slice(line, line + 80))) return start;
  const end = text[line - 2] === '\r' ? line - 2 : line - 1;
  const last = lastLineIn(text, text.lastIndexOf('\n', end - 1) + 1, end);
  return last && looksRandom(text.slice(last.start, last.end)) ? last.start : start;
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
  return Math.min(
    header < 0 ? Number.POSITIVE_INFINITY : header,
    nextKeyWidthRun(text, 0)?.start ?? Number.POSITIVE_INFINITY,
  );
}

/** A fast check before the full scan. */
function mayEndInKey(text: string, line: number): boolean {
  const near = text.slice(Math.max(0, line - headerReachChars), line);
  return nextKeyWidthRun(near, 0) !== undefined || mayHaveHeader(near);
}

const certificateHeader = '-----BEGIN CERTIFICATE-----\n';
const keyHeader = /-----BEGIN ([A-Z0-9 ]{1,40})-----|---- BEGIN SSH2 PUBLIC KEY ----|\bPublic-Lines: \d/g;
const headerOrEnd = new RegExp(`${keyHeader.source}|-----END|\\bPrivate-Lines: \\d`, 'g');
const publicReach = 8192;
/** Maximum number of lines between a header and the key data, such as `Version: 1`. */
const headerLines = 6;
const headerReachChars = 512;
const endLineStart = /^\W{0,8}(?:-{0,5}|-----END[A-Z ]{0,40}-{0,5})$/;
const privateKeyEnd = /-----END[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----/g;

interface KeyLines {
  readonly spans: TextSpan[];
  readonly last: TextSpan | undefined;
  /** End of the last line or header. */
  readonly end: number;
  readonly isPublic: boolean;
  readonly inHeader: boolean;
}

function readKeyLines(text: string): KeyLines {
  const spans = findLinesAboveEnds(text);
  let last: TextSpan | undefined;
  let [end, isPublic] = [0, false];
  for (let run = nextKeyWidthRun(text, 0); run; run = nextKeyWidthRun(text, run.end)) {
    const gap = text.slice(end, run.start);
    const header = lastHeaderIn(gap);
    const next = isNextLine(gap);
    isPublic = header ? header.isPublic : isPublic && next;
    const line = keyLineIn(text, run, last !== undefined && next);
    isPublic ||= line !== undefined && isPublicKeyDer(text.slice(line.start, line.start + 48));
    end = run.end;
    last = isPublic ? undefined : line;
    if (!last) continue;
    spans.push(last);
    const rest = lastLineAfter(text, last);
    if (rest) spans.push(rest);
  }
  const header = lastHeaderIn(text.slice(end));
  if (!header) return { spans, last, end, isPublic, inHeader: false };
  return {
    spans,
    last: undefined,
    end: end + header.end,
    isPublic: header.isPublic,
    inHeader: header.isPublic,
  };
}

/** Searches for a sequence that is rare in base64, because all text is checked for it. */
const mayHaveHeader = (text: string) => text.includes('----') || text.includes('-Lines: ');

/** The last header above belongs to a certificate or a public key. */
export function isPublic(text: string, { start }: TextSpan): boolean {
  const above = text.slice(Math.max(0, start - publicReach), start);
  if (!mayHaveHeader(above)) return false;
  const mark = [...above.matchAll(headerOrEnd)].at(-1)?.[0] ?? '';
  return mark !== '' && !mark.startsWith('-----END') && !/private/i.test(mark);
}

/** The last header in the gap between two lines, and whether the lines after it are public. */
function lastHeaderIn(gap: string): { end: number; isPublic: boolean } | undefined {
  if (!mayHaveHeader(gap)) return undefined;
  const header = [...gap.matchAll(keyHeader)].at(-1);
  if (!header) return undefined;
  const end = header.index + header[0].length;
  const rest = gap.slice(end);
  const near = rest.split('\n', headerLines + 1).length <= headerLines && !rest.includes('-----END');
  return { end, isPublic: near && !header[1]?.includes('PRIVATE') };
}

function nextKeyWidthRun(text: string, from: number): TextSpan | undefined {
  let run = nextBase64Run(text, from);
  while (run && !markedLineWidths.has(run.end - run.start)) run = nextBase64Run(text, run.end);
  return run;
}

/** The next base64 run with at least `least` characters. Tests one character per `least` first. */
export function nextBase64Run(text: string, from: number, least = minKeyLineWidth): TextSpan | undefined {
  for (let at = from + least - 1; at < text.length; ) {
    let before = at;
    while (before >= from && isBase64(text, before)) before -= 1;
    if (at - before >= least) return { start: before + 1, end: base64RunEnd(text, at) };
    at = before + least;
  }
  return undefined;
}

function base64RunEnd(text: string, at: number): number {
  let end = at;
  while (isBase64(text, end)) end += 1;
  const padding = end;
  while (end - padding < 2 && text[end] === '=') end += 1;
  return end;
}

function keyLineIn(text: string, run: TextSpan, isNext: boolean): TextSpan | undefined {
  // In `{+…+}` the last `+` is a mark.
  const end = text.startsWith('+}', run.end - 1) ? run.end - 1 : run.end;
  let start = skipEscapeLetter(text, run.start);
  // Diff marks are base64 characters too.
  while (start < run.start + 2 && text[start] === '+' && !keyLineWidths.includes(end - start)) start += 1;
  if (!keyLineWidths.includes(end - start) || !isSeparated(text, start, end)) return undefined;
  return isNext || looksLikeKey(text.slice(start, end)) ? { start, end } : undefined;
}

/** Skips the letter of a written-out line feed such as `\n`. */
const skipEscapeLetter = (text: string, at: number) =>
  text[at - 1] === '\\' && 'nrt'.includes(text[at]!) ? at + 1 : at;

const withoutLetters = /^[^A-Za-z]*$/;
const separatorBefore = /[\s"'`|│┃║>([{+\\]$|\\[nrt]$/;
/** Accepts the file name prefix of `grep`, but no hash name such as `sha256:`. */
const fileNameBefore = /(?<!\bsha-?\d{1,3})[:-]$/i;

/** Marks after a line: `git diff --word-diff`, emphasis, and a line feed as an entity. */
const endMark = /^(?:-\]|\*{1,2}(?:\s|$)|&#(?:10|13|x0?[ad]);)/i;
/** The start of such a mark at the end of the text. */
const openEndMark = /(?:-|\*{1,2}|&(?:#(?:x?[0-9ad]{0,2})?)?)$/i;

export function isSeparated(text: string, start: number, end: number): boolean {
  if (/[\w.%@~=#&?*-]/.test(text[end] ?? '') && !endMark.test(text.slice(end, end + 6))) return false;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(line, start - 80), start);
  return withoutLetters.test(before) || separatorBefore.test(before) || fileNameBefore.test(before);
}

/** Number of changes between kinds of characters, and the count of each kind. */
export function letterMix(text: string) {
  const kinds = [0, 0, 0, 0];
  let changes = 0;
  let before = otherKind;
  for (let at = 0; at < text.length; at += 1) {
    const kind = characterKind(text.charCodeAt(at));
    kinds[kind]! += 1;
    if (kind === otherKind) continue;
    if (before !== otherKind && kind !== before) changes += 1;
    before = kind;
  }
  const [digits = 0, upper = 0, lower = 0, signs = 0] = kinds;
  return { changes, digits, upper, lower, signs };
}

/** Excludes hex, paths and words. */
function looksLikeKey(text: string): boolean {
  const { changes, digits, upper, lower, signs } = letterMix(text);
  return changes >= 0.25 * (text.length - 1) && upper > 0 && lower > 0 && digits + signs > 1;
}

/** Sufficient without context, also for short text. */
export function looksRandom(text: string): boolean {
  const { changes, upper, lower } = letterMix(text);
  return changes >= 0.25 * (text.length - 1) && upper > 0 && lower > 0 && !isWordy(text);
}

/** Sufficient for a cut line. */
export function looksMixed(text: string): boolean {
  const { changes, upper } = letterMix(text);
  return changes > 2 && upper > 0;
}

const otherKind = 3;
const characterKind = (code: number) =>
  code >= 97 ? 2 : code >= 65 ? 1 : code >= 48 && code <= 57 ? 0 : otherKind;

/** Exactly one line further, independent of the prefix. */
function isNextLine(gap: string): boolean {
  if (gap.length === 0 || gap.length > 80) return false;
  const feed = gap.includes('\n') ? '\n' : '\\n';
  const at = gap.indexOf(feed);
  return at >= 0 && gap.indexOf(feed, at + 1) < 0;
}

/** The last line of a key is shorter. */
function lastLineAfter(text: string, { start, end }: TextSpan): TextSpan | undefined {
  const feed = text.indexOf('\n', end);
  if (feed < 0 || feed - end > 80) return undefined;
  const next = text.indexOf('\n', feed + 1);
  return lastLineIn(text, feed + 1, next < 0 ? text.length : next, end - start);
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
  if (!text.includes('-----END')) return [];
  return [...text.matchAll(privateKeyEnd)].flatMap(({ index }) => {
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
function isPublicKeyDer(line: string): boolean {
  const bytes = Buffer.from(line, 'base64');
  const inner = bytes[1] === 0x82 ? 4 : bytes[1] === 0x81 ? 3 : 2;
  if (bytes[0] !== 0x30 || bytes[inner] !== 0x30 || bytes.includes(pkcs5ObjectId)) return false;
  return bytes[inner + 1] === 0x82 || bytes[inner + 2] === 0x06;
}

/** The object identifier of PKCS #5. */
const pkcs5ObjectId = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]);
