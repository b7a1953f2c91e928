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
/** A block that is written out in one line shows its body early. */
const bodyBy = 1024;
const isInside = (line: string) =>
  insides.some((shape) => shape.test(shape === longRun ? line.slice(0, bodyBy) : line));

export interface Blocks {
  readonly spans: readonly Span[];
  /** Where a block begins that the text does not finish. */
  readonly open: number | undefined;
}

const none: Blocks = { spans: [], open: undefined };

export function findBlocks(text: string): Blocks {
  if (!text.includes('-----BEGIN')) return none;
  const ahead = { feed: lookAhead(text, /\n/g), finish: lookAhead(text, new RegExp(finish, 'g')) };
  const spans: Span[] = [];
  begin.lastIndex = 0;
  for (let head = begin.exec(text); head; head = begin.exec(text)) {
    const { end, finished } = follow(text, head.index, begin.lastIndex, ahead);
    if (end > begin.lastIndex) spans.push({ start: head.index, end });
    if (!finished) return { spans, open: head.index };
    begin.lastIndex = Math.max(begin.lastIndex, end);
  }
  return { spans, open: undefined };
}

interface Ahead {
  readonly feed: LookAhead;
  readonly finish: LookAhead;
}

/** Lines from the end of the BEGIN on; `end` is where the last one that belongs to the block ends. */
function follow(text: string, start: number, from: number, ahead: Ahead): { end: number; finished: boolean } {
  const bound = Math.min(text.length, start + limits.blockChars);
  let end = from;
  for (let at = from; at < bound; ) {
    const stop = Math.min(ahead.feed(at).start, bound);
    const last = ahead.finish(at);
    if (last.end <= stop) return { end: last.end, finished: true };
    const line = text.slice(at, stop);
    if (!isInside(line)) return { end, finished: stop < text.length };
    if (line.trim() !== '') end = stop;
    at = stop + 1;
  }
  return { end, finished: bound < text.length };
}

type LookAhead = (at: number) => Span;

/** Where a pattern is found next. What was found before is remembered: many heads of blocks may come before one end. */
function lookAhead(text: string, pattern: RegExp): LookAhead {
  let asked = Number.POSITIVE_INFINITY;
  let found: Span = { start: -1, end: -1 };
  return (at) => {
    if (asked <= at && at <= found.start) return found;
    pattern.lastIndex = asked = at;
    const match = pattern.exec(text);
    found = match ? { start: match.index, end: pattern.lastIndex } : nowhere;
    return found;
  };
}

const nowhere: Span = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

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
