/**
 * The form of a rule, and how rules are matched: an index finds their anchors in one pass, then patterns and judges
 * decide. Each line is also read decoded, and lines that may have been wrapped are joined. Patterns are also converted,
 * so that they match a secret that the end of the text cuts off.
 *
 * Long because a rule matches a whole secret, an unfinished one, and a wrapped one by the same patterns.
 */
import { limits } from '#limits.ts';
import { contextRules } from './contextRules.ts';
import { decodeLine, decodeTail, encodedPattern } from './decoding.ts';
import { longValueChars, lookAheadChars, lookBehindChars } from './heuristics.ts';
import { namedValueRules } from './namedValueRules.ts';
import { keyBlockStart } from './privateKeys.ts';
import { AssembledText, mergeSpans, type TextSpan } from './redaction.ts';
import { tokenRules } from './tokenRules.ts';

/** A match of a rule that is not judged yet. */
export interface RuleCandidate {
  readonly text: string;
  /** Position of the anchor. The prefix is from here to `start`. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** No more text follows. */
  readonly ended?: boolean;
}

/** The end of the secret; false if it is none; undefined if more text decides. */
export type RuleVerdict = number | false | undefined;

/**
 * A kind of secret. A rule is evaluated only at its anchors: lower case, at least three characters, found in any
 * case.
 * After a distinctive prefix, the length is open, because issuers may make tokens longer. Hiding one character too
 * many is better than showing one. A form that is distinctive by itself ignores the text before it, because an escape
 * sequence or an encoded character may end in a letter.
 */
export interface SecretRule {
  readonly kind: string;
  readonly anchors: readonly string[];
  /** Stays visible. Without it the whole match is hidden. */
  readonly prefix?: string;
  readonly secret: string;
  /** Checks the text before the anchor, up to `lookBehindChars`. */
  allowedAfter?(before: string): boolean;
  /** Extends a secret that reached the maximum length of its pattern. */
  readonly more?: string;
  /** Must follow the secret. */
  readonly after?: string;
  readonly ignoreCase?: boolean;
  /**
   * The longest possible start of a secret. If a candidate is rejected, no other one is searched inside its head.
   * This keeps the search linear where starts can be nested.
   */
  readonly head?: string;
  /** Decides what the pattern cannot. Looks ahead only as far as a stream may hold back. */
  judge?(found: RuleCandidate): RuleVerdict;
}

/**
 * Finds all occurrences of many short strings in one pass, ignoring case. Each four characters are looked up in a
 * table; candidates are compared. Strings have at least three characters.
 */
class AnchorIndex<T> {
  /** One bit for each possible start of three characters: small enough for the fastest CPU cache. */
  readonly #marks = new Uint32Array(1 << 13);
  /** By the first four characters: the list of anchors that may begin there, or 0. */
  readonly #slots = new Uint16Array(1 << slotBits);
  readonly #lists: AnchorList<T>[] = [{ atWordStart: true, entries: [] }];
  readonly #entries = new Map<string, AnchorEntry<T>>();

  /** `atWordStart`: the anchor does not count after an ASCII letter or digit. */
  add(anchor: string, value: T, atWordStart = false): void {
    let code = 0;
    for (let at = 0; at < Math.min(anchorChars, anchor.length); at += 1)
      code = nextCode(code, anchor.charCodeAt(at));
    const key = `${anchor}${atWordStart}`;
    const known = this.#entries.get(key);
    if (known) return void known.values.push(value);
    const fifth = anchor.charCodeAt(anchorChars) || 0;
    const entry = { anchor, fifth, values: [value], atWordStart };
    this.#entries.set(key, entry);
    if (anchor.length >= anchorChars) this.#put(code, entry);
    else for (let last = 0; last < 64; last += 1) this.#put((code << 6) | last, entry);
  }

  #put(code: number, entry: AnchorEntry<T>): void {
    const slot = slotIndex(code);
    if (this.#slots[slot] === 0) this.#slots[slot] = this.#lists.push({ atWordStart: true, entries: [] }) - 1;
    const list = this.#lists[this.#slots[slot]!]!;
    list.entries.push(entry);
    list.atWordStart &&= entry.atWordStart;
    this.#marks[(code >>> 11) & 0x1fff]! |= 1 << (code >>> 6);
  }

  /** Calls `look` for each anchor from left to right, until it returns true. */
  forEachMatch(text: string, look: (value: T, at: number) => boolean): void {
    const marks = this.#marks;
    const slots = this.#slots;
    let code = 0;
    for (let from = 0; from < text.length; from += windowBytes.length) {
      // Reading bytes is faster than reading characters. Others are truncated to a byte; candidates are compared in
      // full.
      const count = windowBytes.write(text.slice(from, from + windowBytes.length), 'latin1');
      for (let at = 0; at < count; at += 1) {
        code = nextCode(code, windowBytes[at]!);
        if (((marks[code >>> 11]! >>> (code >>> 6)) & 1) === 0) continue;
        const slot = slots[slotIndex(code)]!;
        if (slot !== 0 && this.#visit(slot, text, from + at - anchorChars + 1, look)) return;
      }
    }
    this.#visit(slots[slotIndex(nextCode(code, 0))]!, text, text.length - anchorChars + 1, look);
  }

  #visit(slot: number, text: string, at: number, look: (value: T, at: number) => boolean): boolean {
    if (at < 0) return false;
    const inWord = isWordByte(text.charCodeAt(at - 1));
    const list = this.#lists[slot]!;
    if (inWord && list.atWordStart) return false;
    const next = lowerCaseCode(text.charCodeAt(at + anchorChars));
    for (const { anchor, fifth, values, atWordStart } of list.entries) {
      if ((fifth !== 0 && fifth !== next) || (inWord && atWordStart)) continue;
      if (startsWithIgnoreCase(text, anchor, at))
        for (const value of values) if (look(value, at)) return true;
    }
    return false;
  }
}

interface AnchorEntry<T> {
  readonly anchor: string;
  /** Its fifth character, if any. Many anchors share the first four. */
  readonly fifth: number;
  readonly values: T[];
  readonly atWordStart: boolean;
}

interface AnchorList<T> {
  /** All entries have it. */
  atWordStart: boolean;
  readonly entries: AnchorEntry<T>[];
}

const anchorChars = 4;
const windowBytes = Buffer.alloc(16 * 1024);
const slotBits = 17;
const slotIndex = (code: number) => Math.imul(code, 0x9e3779b1) >>> (32 - slotBits);

/** Six bits per character: ignores case, and digits stay distinct from letters. */
const nextCode = (code: number, char: number) => ((code << 6) | (char & 31) | ((char & 64) >> 1)) & 0xffffff;

/** Compares from the end, because the first characters are equal. */
function startsWithIgnoreCase(text: string, lower: string, from: number): boolean {
  for (let at = lower.length - 1; at >= 0; at -= 1)
    if (lowerCaseCode(text.charCodeAt(from + at)) !== lower.charCodeAt(at)) return false;
  return true;
}

const lowerCaseCode = (char: number) => (char >= 65 && char <= 90 ? char + 32 : char);

const isWordByte = (char: number) => {
  const lower = lowerCaseCode(char);
  return (lower >= 97 && lower <= 122) || (char >= 48 && char <= 57);
};

/** A rule with its patterns. Each is compiled on first use, because most servers see few of the hundreds of secrets. */
class RuleMatcher {
  readonly rule: SecretRule;
  readonly number: number;
  #expression: RegExp | undefined;
  #prefix: RegExp | undefined;
  #head: RegExp | undefined;
  #more: RegExp | undefined;
  #partial: RegExp | undefined;

  constructor(rule: SecretRule, number: number) {
    this.rule = rule;
    this.number = number;
  }

  get expression(): RegExp {
    const { prefix = '', secret, after } = this.rule;
    this.#expression ??= this.#compile(`${prefix}(${secret})${after === undefined ? '' : `(?=${after})`}`);
    return this.#expression;
  }

  get prefix(): RegExp | undefined {
    const { prefix } = this.rule;
    this.#prefix ??= prefix === undefined ? undefined : this.#compile(prefix);
    return this.#prefix;
  }

  get head(): RegExp | undefined {
    const { head } = this.rule;
    this.#head ??= head === undefined ? undefined : new RegExp(head, 'y');
    return this.#head;
  }

  get more(): RegExp | undefined {
    const { more } = this.rule;
    this.#more ??= more === undefined ? undefined : new RegExp(more, 'y');
    return this.#more;
  }

  /** Matches an unfinished secret at the end of the text. */
  get partial(): RegExp {
    this.#partial ??= this.#compile(partialPatternOf(this.rule));
    return this.#partial;
  }

  #compile(pattern: string): RegExp {
    return new RegExp(pattern, this.rule.ignoreCase ? 'iy' : 'y');
  }
}

function partialPatternOf({ prefix = '', secret, after }: SecretRule): string {
  const cut = `(?:${toPartialPattern(secret, '$')})$`;
  const awaiting = after === undefined ? '' : `|(?:${secret})(?=${toPartialPattern(after, '$')}$)`;
  return `${prefix}(${cut}${awaiting})`;
}

// `privateKeys.ts` finds the blocks. This rule only holds back the start of a BEGIN line.
const keyBlockRule: SecretRule = {
  kind: 'private_key',
  anchors: ['-----begin'],
  secret: keyBlockStart,
  judge: () => false,
};
export const secretRules: readonly SecretRule[] = [...tokenRules, ...contextRules, ...namedValueRules];
const allRules = () => [...secretRules, keyBlockRule];

let index: AnchorIndex<RuleMatcher> | undefined;

/** Created for the first text, because it would take a tenth of the start of a server. */
function anchorIndex(): AnchorIndex<RuleMatcher> {
  index ??= createAnchorIndex();
  return index;
}

function createAnchorIndex(): AnchorIndex<RuleMatcher> {
  const created = new AnchorIndex<RuleMatcher>();
  for (const [number, rule] of allRules().entries()) {
    const matcher = new RuleMatcher(rule, number);
    const atWordStart = /^\(\?<!\[(?:\\w|A-Za-z0-9)/.test(rule.prefix ?? rule.secret);
    for (const anchor of new Set(rule.anchors)) created.add(anchor, matcher, atWordStart);
  }
  return created;
}

/** Where an anchor was found. */
interface AnchorPlace {
  readonly at: number;
  readonly matcher: RuleMatcher;
}

/** Also finds secrets that are wrapped to several lines. */
export function findByRules(text: string, replacement: string): TextSpan[] {
  const places: AnchorPlace[] = [];
  const found = findInLines(text, replacement, places);
  return places.length === 0 ? found : [...found, ...findWrapped(text, places, found, replacement)];
}

/** Adds the anchors in the text to `places`. */
function findInLines(text: string, replacement: string, places?: AnchorPlace[]): TextSpan[] {
  const spans = findInText(text, replacement, places);
  encodedPattern.lastIndex = 0;
  for (let code = encodedPattern.exec(text); code; code = encodedPattern.exec(text)) {
    const end = lineEnd(text, code.index);
    const start = text.lastIndexOf('\n', code.index) + 1;
    for (const line of decodeLine(text, start, end))
      for (const span of findInText(line.text, replacement)) spans.push(line.original(span.start, span.end));
    encodedPattern.lastIndex = end;
  }
  return spans;
}

const isEncoded = (text: string) => text.search(encodedPattern) >= 0;

function findInText(text: string, replacement: string, places?: AnchorPlace[]): TextSpan[] {
  const spans: TextSpan[] = [];
  const until: number[] = [];
  anchorIndex().forEachMatch(text, (matcher, at) => {
    const { number, head } = matcher;
    places?.push({ at, matcher });
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

/** Number of characters of a secret that begins at the anchor and may continue after the line that starts at `start`. */
function unfinishedCharsAt({ at, matcher }: AnchorPlace, line: string, start: number): number {
  const open = isEncoded(line)
    ? findUnfinishedByRules(line)
    : (unfinishedStartAt(matcher, line, at - start) ?? line.length);
  return line.length - open;
}

/** Start of an unfinished secret. Rules see one line at a time, so only the last line counts. */
export function findUnfinishedByRules(text: string): number {
  const from = text.lastIndexOf('\n') + 1;
  const line = text.slice(from);
  const open = findUnfinishedIn(line);
  if (!isEncoded(line)) return from + open;
  const { rest, decoded } = decodeTail(line);
  const opens = decoded.map((tail) => {
    const inner = tail.text.lastIndexOf('\n') + 1;
    const open = inner + findUnfinishedIn(tail.text.slice(inner));
    return open < tail.text.length ? tail.original(open, open + 1).start : rest;
  });
  return from + Math.min(open, ...opens);
}

function findUnfinishedIn(line: string): number {
  let longest = unfinishedAnchorChars(line);
  const dead: number[] = [];
  anchorIndex().forEachMatch(line, (matcher, at) => {
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
  const { partial } = matcher;
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

interface AnchorHeads {
  /** The beginnings of anchors. */
  readonly texts: ReadonlySet<string>;
  readonly longest: number;
}

let heads: AnchorHeads | undefined;

function anchorHeads(): AnchorHeads {
  heads ??= createAnchorHeads();
  return heads;
}

function createAnchorHeads(): AnchorHeads {
  // A prefix stays visible, so unfinished anchors of prefixes are not held back.
  const anchors = allRules().flatMap((rule) => (rule.prefix === undefined ? rule.anchors : []));
  const texts = new Set<string>();
  for (const anchor of anchors)
    for (let end = 1; end <= anchor.length; end += 1) texts.add(anchor.slice(0, end));
  return { texts, longest: Math.max(...anchors.map(({ length }) => length)) };
}

function unfinishedAnchorChars(line: string): number {
  const { texts, longest } = anchorHeads();
  const tail = line.slice(-longest).toLowerCase();
  for (let at = 0; at < tail.length; at += 1) if (texts.has(tail.slice(at))) return tail.length - at;
  return 0;
}

// Secrets that a program or a person wrapped, also inside an indent, a quote or a box: the end of a line and the first
// word of the next are joined if that word looks random.

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
function findWrapped(
  text: string,
  places: readonly AnchorPlace[],
  found: readonly TextSpan[],
  replacement: string,
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
    if (open.length > 0 || ends.has(end))
      spans.push(...findFrom(text, { start, end: feed }, open, replacement));
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
  replacement: string,
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
    found = findInLines(lines.text, replacement);
    if (!found.some(({ end }) => end === lines.text.length)) break;
  }
  found ??= findInLines(lines.text, replacement);
  const parts = found.map((span) => lines.pieces(span.start, span.end));
  return parts.filter(({ length }) => length > 1).flat();
}

const endsWithSecret = (line: string, replacement: string) =>
  findInLines(line, replacement).some(({ end }) => end === line.length);

/** The lines that the next text may continue; empty if they contain no secret that may continue. */
export function wrapContext(text: string, replacement: string): string {
  const parts = linePartsBefore(text);
  if (!parts) return '';
  const whole = joinParts(text, parts).text;
  const goesOn =
    isLongEnough(whole.length - findUnfinishedByRules(whole)) || endsWithSecret(whole, replacement);
  const start = text.lastIndexOf('\n', parts[0]!.start - 1) + 1;
  return goesOn ? text.slice(start, text.lastIndexOf('\n') + 1) : '';
}

/** Start of a secret that the last complete line leaves unfinished and the next line may continue. */
export function findUnfinishedWrapped(text: string, replacement: string): number {
  const parts = linePartsBefore(text);
  const rest = parts && oneWordLine.exec(text.slice(text.lastIndexOf('\n') + 1));
  if (!rest) return text.length;
  const lines = joinParts(text, parts);
  const before = lines.text;
  const at = findUnfinishedByRules(before + rest[1]!);
  // A complete secret may be released, because `wrapContext` keeps it. Its possible continuation is held.
  if (endsWithSecret(before, replacement))
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
  return mayContinue(text, start, feed) ? (continuationAt(text, feed + 1)?.start ?? -1) : -1;
}

/** The random-looking word that begins here, after blanks, frames and quotes. It may continue a secret above. */
export function continuationAt(text: string, from: number): TextSpan | undefined {
  const start = wordStartAfter(text, from);
  if (start < 0) return undefined;
  wordPattern.lastIndex = start;
  const word = wordPattern.exec(text)![0];
  return looksLikeContinuation(word) ? { start, end: start + word.length } : undefined;
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

/**
 * Converts a pattern into one that also matches every prefix of its matches, so that a stream can detect unfinished
 * secrets. Each piece of the pattern may be cut off by the end of the text: `ab[0-9]{2}` becomes
 * `(?:a|$)(?:b|$)(?:[0-9]|$){2}`. Negative lookarounds are kept unchanged, because missing text cannot exclude a
 * match. `end` is the end-of-text anchor of the regex dialect. Returns undefined if part of the pattern is not
 * supported.
 */
export function toPartialPattern(source: string, end: '$' | '\\z'): string | undefined {
  if (source.includes('\\Q')) return undefined;
  const reader = { source, at: 0, end };
  const inner = readAlternatives(reader);
  return reader.at === source.length ? `(?:${inner})` : undefined;
}

const quantifierPattern = /(?:[*+?]|\{\d+(?:,\d*)?\})[?]?/y;
const atomPattern =
  /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|u[0-9A-Fa-f]{4}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[^()|]/suy;
const groupHeadPattern = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:|<?[=!]|[a-zA-Z-]+\)))?/y;

interface PatternReader {
  readonly source: string;
  at: number;
  readonly end: string;
}

function readAlternatives(reader: PatternReader): string {
  let out = '';
  for (let next = reader.source[reader.at]; next && next !== ')'; next = reader.source[reader.at]) {
    if (next === '(') out += readGroup(reader);
    else if (next === '|') out += read(/\|/y, reader);
    else out += `(?:${read(atomPattern, reader)}|${reader.end})`;
    if (next !== '|') out += read(quantifierPattern, reader);
  }
  return out;
}

function readGroup(reader: PatternReader): string {
  const from = reader.at;
  const head = read(groupHeadPattern, reader);
  if (head.endsWith(')')) return head;
  const inner = readAlternatives(reader);
  reader.at = reader.source[reader.at] === ')' ? reader.at + 1 : Number.POSITIVE_INFINITY;
  if (/^\(\?(?:!|<[=!])/.test(head)) return reader.source.slice(from, reader.at);
  return `${head === '(?=' || head.endsWith(':') ? head : '(?:'}${inner})`;
}

/** An empty string if the expression does not match. */
function read(expression: RegExp, reader: PatternReader): string {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source)?.[0] ?? '';
  reader.at += found.length;
  return found;
}
