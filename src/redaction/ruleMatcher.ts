/** Matches the rules: an index finds their anchors in one pass, then patterns and judges decide. */

import { decodeTail, forEachDecodedLine } from './decoding.ts';
import { longValueChars, lookAheadChars, lookBehindChars } from './heuristics.ts';
import { keyBlockStart } from './keyBlocks.ts';
import { toPartialPattern } from './partialPattern.ts';
import type { TextSpan } from './redaction.ts';
import { type RuleVerdict, type SecretRule, secretRules } from './rules.ts';

/**
 * Finds all occurrences of many short strings in one pass, ignoring case. Each four characters are looked up in a
 * table; candidates are compared. Strings have at least three characters.
 */
export class AnchorIndex<T> {
  /** Marks of the first three characters. Small, so that text without anchors stays in the CPU cache. */
  readonly #marks = new Uint8Array(1 << 18);
  /** Marks of the first four characters. */
  readonly #slots = new Uint8Array(1 << slotBits);
  readonly #buckets = new Map<number, AnchorBucket<T>>();

  add(anchor: string, value: T): void {
    let code = 0;
    for (let at = 0; at < Math.min(anchorChars, anchor.length); at += 1)
      code = nextCode(code, anchor.charCodeAt(at));
    if (anchor.length >= anchorChars) this.#put(code, anchor, value);
    else for (let last = 0; last < 64; last += 1) this.#put((code << 6) | last, anchor, value);
  }

  #put(code: number, anchor: string, value: T): void {
    const bucket: AnchorBucket<T> = this.#buckets.get(code) ?? new Map();
    const fifth = lowerCaseCode(anchor.charCodeAt(anchorChars)) || 0;
    const entries = bucket.get(fifth) ?? [];
    const known = entries.find((entry) => entry.anchor === anchor);
    if (!known) entries.push({ anchor, values: [value] });
    else if (!known.values.includes(value)) known.values.push(value);
    bucket.set(fifth, entries);
    this.#buckets.set(code, bucket);
    this.#slots[slotIndex(code)] = this.#marks[code >>> 6] = 1;
  }

  /** Calls `look` for each anchor from left to right, until it returns true. */
  forEachMatch(text: string, look: (value: T, at: number) => boolean): void {
    for (let from = 0; from < text.length; from += windowBytes.length - windowOverlap)
      if (this.#scan(text, from, look)) return;
  }

  #scan(text: string, from: number, look: (value: T, at: number) => boolean): boolean {
    const marks = this.#marks;
    const slots = this.#slots;
    // Reading bytes is faster than reading characters. Others are truncated to a byte; candidates are compared in
    // full.
    const count = windowBytes.write(text.slice(from, from + windowBytes.length), 'latin1');
    let code = 0;
    for (let at = 0; at < count; at += 1) {
      code = nextCode(code, windowBytes[at]!);
      if (marks[code >>> 6] !== 1 || slots[slotIndex(code)] !== 1) continue;
      if (this.#visitBucket(text, code, from + at - windowOverlap, look)) return true;
    }
    return (
      from + count >= text.length &&
      this.#visitBucket(text, nextCode(code, 0), text.length - windowOverlap, look)
    );
  }

  #visitBucket(text: string, code: number, at: number, look: (value: T, at: number) => boolean): boolean {
    const bucket = at < 0 ? undefined : this.#buckets.get(code);
    if (!bucket) return false;
    const fifth = lowerCaseCode(text.charCodeAt(at + anchorChars));
    return visitEntries(bucket.get(0), text, at, look) || visitEntries(bucket.get(fifth), text, at, look);
  }
}

interface AnchorEntry<T> {
  readonly anchor: string;
  readonly values: T[];
}

/** Entries by the character after the first four; 0 for anchors that end there. */
type AnchorBucket<T> = Map<number, AnchorEntry<T>[]>;

function visitEntries<T>(
  entries: readonly AnchorEntry<T>[] | undefined,
  text: string,
  at: number,
  look: (value: T, at: number) => boolean,
): boolean {
  if (!entries) return false;
  for (const { anchor, values } of entries) {
    if (!startsWithIgnoreCase(text, anchor, at)) continue;
    for (const value of values) if (look(value, at)) return true;
  }
  return false;
}

const anchorChars = 4;
const windowOverlap = anchorChars - 1;
const windowBytes = Buffer.alloc(16 * 1024);
const slotBits = 18;
const slotIndex = (code: number) => Math.imul(code, 0x9e3779b1) >>> (32 - slotBits);

/** Six bits per character: ignores case, and digits stay distinct from letters. */
const nextCode = (code: number, char: number) => ((code << 6) | (char & 31) | ((char & 64) >> 1)) & 0xffffff;

function startsWithIgnoreCase(text: string, lower: string, from: number): boolean {
  for (let at = 0; at < lower.length; at += 1)
    if (lowerCaseCode(text.charCodeAt(from + at)) !== lower.charCodeAt(at)) return false;
  return true;
}

const lowerCaseCode = (char: number) => (char >= 65 && char <= 90 ? char + 32 : char);

const regexFlags = ({ ignoreCase }: SecretRule) => (ignoreCase ? 'iy' : 'y');

const lookAheadPattern = (after: string | undefined) => (after === undefined ? '' : `(?=${after})`);

interface RuleMatcher {
  readonly number: number;
  readonly rule: SecretRule;
  readonly expression: RegExp;
  readonly prefix: RegExp | undefined;
  readonly head: RegExp | undefined;
  readonly more: RegExp | undefined;
  /** Matches an unfinished secret at the end of the text; created lazily. */
  partial: RegExp | undefined;
}

// `keyBlocks.ts` finds the blocks. This rule only holds back the start of a BEGIN line.
const keyBlockRule: SecretRule = {
  kind: 'private_key',
  anchors: ['-----begin'],
  secret: keyBlockStart,
  judge: () => false,
};
const allRules = [...secretRules, keyBlockRule];

const ruleMatchers = allRules.map(
  (rule, number): RuleMatcher => ({
    number,
    rule,
    expression: new RegExp(
      `${rule.prefix ?? ''}(${rule.secret})${lookAheadPattern(rule.after)}`,
      regexFlags(rule),
    ),
    prefix: rule.prefix === undefined ? undefined : new RegExp(rule.prefix, regexFlags(rule)),
    head: rule.head === undefined ? undefined : new RegExp(rule.head, 'y'),
    more: rule.more === undefined ? undefined : new RegExp(rule.more, 'y'),
    partial: undefined,
  }),
);

const anchorIndex = new AnchorIndex<RuleMatcher>();
for (const matcher of ruleMatchers)
  for (const anchor of matcher.rule.anchors) anchorIndex.add(anchor, matcher);

/** Adds the offsets where a secret may begin to `places`. */
export function findByRules(text: string, replacement: string, places?: number[]): TextSpan[] {
  const spans = findInText(text, replacement, places);
  forEachDecodedLine(text, (line) => {
    for (const { start, end } of findInText(line.text, replacement)) spans.push(line.original(start, end));
  });
  return spans;
}

function findInText(text: string, replacement: string, places?: number[]): TextSpan[] {
  const spans: TextSpan[] = [];
  const until: number[] = [];
  anchorIndex.forEachMatch(text, (matcher, at) => {
    const { number, head } = matcher;
    if (places?.at(-1) !== at) places?.push(at);
    if (isAlreadyCovered(matcher, text, at, until[number] ?? 0)) return false;
    const span = matchAt(matcher, text, at);
    if (!span) until[number] = Math.max(until[number] ?? 0, skipUntil(head, text, at));
    if (!span || isReplaced(replacement, text, span)) return false;
    spans.push(span);
    until[number] = span.end;
    return false;
  });
  return spans;
}

/** End of the head of a rejected candidate, in which no other candidate can begin. */
function skipUntil(head: RegExp | undefined, text: string, at: number): number {
  if (!head) return 0;
  head.lastIndex = at;
  return head.test(text) ? head.lastIndex : 0;
}

/**
 * Inside a hidden span of the same rule, a name counts only if its value comes after the span. This keeps the search
 * linear.
 */
function isAlreadyCovered({ prefix }: RuleMatcher, text: string, at: number, until: number): boolean {
  if (at >= until) return false;
  if (!prefix) return true;
  prefix.lastIndex = at;
  return !prefix.test(text) || prefix.lastIndex < until;
}

function matchAt(matcher: RuleMatcher, text: string, at: number): TextSpan | undefined {
  const found = candidateAt(matcher, text, at);
  if (!found) return undefined;
  const end = judgeCandidate(matcher, text, at, found, true);
  if (end === false || end === undefined) return undefined;
  return { start: found.start, end: end === found.end ? extendedEnd(matcher, text, found) : end };
}

function extendedEnd({ more }: RuleMatcher, text: string, { start, end }: TextSpan): number {
  if (!more || end - start < longValueChars) return end;
  more.lastIndex = end;
  more.test(text);
  return more.lastIndex;
}

function candidateAt({ expression, rule }: RuleMatcher, text: string, at: number): TextSpan | undefined {
  expression.lastIndex = at;
  const secret = expression.exec(text)?.[1];
  if (secret === undefined || !isAllowedAfter(rule, text, at)) return undefined;
  return { start: expression.lastIndex - secret.length, end: expression.lastIndex };
}

const isAllowedAfter = ({ allowedAfter: where }: SecretRule, text: string, at: number) =>
  !where || where(text.slice(Math.max(0, at - lookBehindChars), at));

const judgeCandidate = (
  { rule }: RuleMatcher,
  text: string,
  at: number,
  { start, end }: TextSpan,
  ended = false,
): RuleVerdict => (rule.judge ? rule.judge({ text, at, start, end, ended }) : end);

const isReplaced = (replacement: string, text: string, { start, end }: TextSpan) =>
  text.startsWith(replacement, start) && start + replacement.length >= end;

/** Start of an unfinished secret. Rules see one line at a time, so only the last line counts. */
export function findUnfinishedByRules(text: string): number {
  const from = text.lastIndexOf('\n') + 1;
  const line = text.slice(from);
  const { rest, decoded } = decodeTail(line);
  const opens = decoded.map((tail) => {
    const inner = tail.text.lastIndexOf('\n') + 1;
    const open = inner + findUnfinishedIn(tail.text.slice(inner));
    return open < tail.text.length ? tail.original(open, open + 1).start : rest;
  });
  return from + Math.min(findUnfinishedIn(line), ...opens);
}

function findUnfinishedIn(line: string): number {
  let longest = unfinishedAnchorChars(line);
  const dead: number[] = [];
  anchorIndex.forEachMatch(line, (matcher, at) => {
    if (at >= line.length - longest) return true;
    if (at < (dead[matcher.number] ?? 0)) return false;
    const start = unfinishedStartAt(matcher, line, at);
    if (start === undefined) dead[matcher.number] = skipUntil(matcher.head, line, at);
    else longest = Math.max(longest, line.length - start);
    return false;
  });
  return line.length - longest;
}

/** Start of a secret that the line end cuts off, or that later text decides. */
function unfinishedStartAt(matcher: RuleMatcher, line: string, at: number): number | undefined {
  const { rule, prefix } = matcher;
  if (prefix) {
    prefix.lastIndex = at;
    if (!prefix.test(line)) return undefined;
  }
  const partial = partialRegexOf(matcher);
  partial.lastIndex = at;
  const secret = partial.exec(line)?.[1];
  if (secret !== undefined)
    return isAllowedAfter(rule, line, at) ? partial.lastIndex - secret.length : undefined;
  const found = rule.judge && candidateAt(matcher, line, at);
  if (!found) return undefined;
  if (extendedEnd(matcher, line, found) === line.length) return found.start;
  const near = line.length - found.end <= lookAheadChars;
  return near && judgeCandidate(matcher, line, at, found) === undefined ? found.start : undefined;
}

function partialRegexOf(matcher: RuleMatcher): RegExp {
  matcher.partial ??= createPartialRegex(matcher.rule);
  return matcher.partial;
}

function createPartialRegex(rule: SecretRule): RegExp {
  const { prefix = '', secret, after } = rule;
  const cut = `(?:${toPartialPattern(secret, '$')})$`;
  const awaiting = after === undefined ? '' : `|(?:${secret})(?=${toPartialPattern(after, '$')}$)`;
  return new RegExp(`${prefix}(${cut}${awaiting})`, regexFlags(rule));
}

// A prefix stays visible, so unfinished anchors of prefixes are not held back.
const secretAnchors = allRules.filter(({ prefix }) => prefix === undefined).flatMap((rule) => rule.anchors);

/** A trie of all anchor prefixes, reversed. */
interface Reversed {
  isHead: boolean;
  readonly next: Map<number, Reversed>;
}

const heads: Reversed = { isHead: false, next: new Map() };
for (const anchor of secretAnchors)
  for (let length = 1; length <= anchor.length; length += 1) {
    let node = heads;
    for (let at = length - 1; at >= 0; at -= 1) {
      const code = anchor.charCodeAt(at);
      const next = node.next.get(code) ?? { isHead: false, next: new Map() };
      node.next.set(code, next);
      node = next;
    }
    node.isHead = true;
  }

function unfinishedAnchorChars(line: string): number {
  let longest = 0;
  let node: Reversed | undefined = heads;
  for (let length = 1; length <= line.length; length += 1) {
    const code = line.charCodeAt(line.length - length);
    node = node.next.get(code >= 65 && code <= 90 ? code + 32 : code);
    if (!node) break;
    if (node.isHead) longest = length;
  }
  return longest;
}
