/**
 * Private key blocks. A block runs from its BEGIN line to its END line; where no END comes, as far as lines look like
 * the inside of one. Lines may be quoted, numbered, indented, framed, or written out with `\n` in one string.
 */
import { limits } from '../limits.ts';
import type { Span } from './redaction.ts';

const label = '[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----';
/** How a block begins, as a pattern. */
export const blockHead = `-----BEGIN${label}`;
const begin = new RegExp(blockHead, 'g');
const finish = new RegExp(`-----END${label}`);

const longRun = /[A-Za-z0-9+/=]{32,}/;
const insides: readonly RegExp[] = [
  /^[\s|│┃>"'`+-]*$/,
  /^\W*(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): /,
  longRun,
  /^[\s>|│┃+*#\d.:'"`-]*[A-Za-z0-9+/]+={0,2}[\s│┃|'"`,;\\]*$/,
];
const isInside = (line: string) => insides.some((shape) => shape.test(line));

export interface Blocks {
  readonly spans: readonly Span[];
  /** Where a block begins that the text does not finish. */
  readonly open: number | undefined;
}

const none: Blocks = { spans: [], open: undefined };

export function findBlocks(text: string): Blocks {
  if (!text.includes('-----BEGIN')) return none;
  const spans: Span[] = [];
  begin.lastIndex = 0;
  for (let head = begin.exec(text); head; head = begin.exec(text)) {
    const { end, finished } = follow(text, head.index, begin.lastIndex);
    if (end > begin.lastIndex) spans.push({ start: head.index, end });
    if (!finished) return { spans, open: head.index };
    begin.lastIndex = Math.max(begin.lastIndex, end);
  }
  return { spans, open: undefined };
}

/** Lines from the end of the BEGIN on; `end` is where the last one that belongs to the block ends. */
function follow(text: string, start: number, from: number): { end: number; finished: boolean } {
  const bound = Math.min(text.length, start + limits.blockChars);
  let end = from;
  for (let at = from; at < bound; ) {
    const feed = text.indexOf('\n', at);
    const stop = feed < 0 || feed > bound ? bound : feed;
    const line = text.slice(at, stop);
    const last = finish.exec(line);
    if (last) return { end: at + last.index + last[0].length, finished: true };
    if (!isInside(line)) return { end, finished: stop < text.length };
    if (line.trim() !== '') end = stop;
    at = stop + 1;
  }
  return { end, finished: bound < text.length };
}

/** The lower part of a block whose beginning has left the screen: key lines straight above an END. */
export function findTails(text: string): Span[] {
  if (!text.includes('-----END')) return [];
  return [...text.matchAll(new RegExp(finish, 'g'))].flatMap((foot) => {
    const start = climb(text, foot.index);
    return start < foot.index ? [{ start, end: foot.index + foot[0].length }] : [];
  });
}

function climb(text: string, foot: number): number {
  let start = text.lastIndexOf('\n', foot) + 1;
  for (let lines = 0; start > 0; lines += 1) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(above, start - 1);
    if (!(longRun.test(line) || (lines === 0 && isInside(line) && line.trim() !== ''))) break;
    start = above;
  }
  return start;
}
