/**
 * Finds private key blocks. A block extends from its BEGIN line to its END line. Without an END line it extends as
 * far as lines look like the inside of a key. Lines may be quoted, numbered, indented, framed, or written with `\n`
 * in one string.
 */
import { limits } from '#limits.ts';
import type { TextSpan } from './redaction.ts';

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

export function findKeyBlocks(text: string): KeyBlocks {
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
  let asked = Number.POSITIVE_INFINITY;
  let found: TextSpan = { start: -1, end: -1 };
  return (at) => {
    if (asked <= at && at <= found.start) return found;
    pattern.lastIndex = asked = at;
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
