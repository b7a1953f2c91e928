/** Looks for what the rules describe, only where one of their anchors stands: one pass over text that has none. */
import { blockHead } from './blocks.ts';
import { partialOf } from './partial.ts';
import type { Span } from './redaction.ts';
import { type Rule, rules } from './rules.ts';

const flagsOf = ({ ignoreCase }: Rule) => (ignoreCase ? 'i' : '');

function byAnchor<T>(
  from: readonly Rule[],
  make: (rule: Rule, number: number) => T,
): ReadonlyMap<string, T[]> {
  const all = new Map<string, T[]>();
  from.forEach((rule, number) => {
    const made = make(rule, number);
    for (const anchor of rule.anchors) all.set(anchor, [...(all.get(anchor) ?? []), made]);
  });
  return all;
}

interface Matcher {
  readonly number: number;
  readonly expression: RegExp;
  readonly prefix: RegExp | undefined;
  readonly head: RegExp | undefined;
}

const headOf = ({ head }: Rule) => (head === undefined ? undefined : new RegExp(head, 'y'));

/** Up to where what begins at `at`, and is no secret, cannot hold the beginning of one. */
function deadUntil(head: RegExp | undefined, text: string, at: number): number {
  if (!head) return 0;
  head.lastIndex = at;
  return head.test(text) ? head.lastIndex : 0;
}

const matchers = byAnchor(
  rules,
  (rule, number): Matcher => ({
    number,
    expression: new RegExp(`${rule.prefix ?? ''}(${rule.secret})`, `${flagsOf(rule)}y`),
    prefix: rule.prefix === undefined ? undefined : new RegExp(rule.prefix, `${flagsOf(rule)}y`),
    head: headOf(rule),
  }),
);

// Blocks are found by their lines; here only so that what a first line may begin with is held.
const block: Rule = { kind: 'private_key', anchors: ['-----begin'], secret: blockHead };
const unfinished = [...rules, block];

const escaped = (literal: string) => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const anchors = new RegExp(unfinished.flatMap((rule) => rule.anchors.map(escaped)).join('|'), 'gi');

/** Calls `look` wherever an anchor stands, also inside another, until it says that it has seen enough. */
function eachAnchor(text: string, look: (anchor: string, at: number) => boolean): void {
  anchors.lastIndex = 0;
  for (let hit = anchors.exec(text); hit; hit = anchors.exec(text)) {
    anchors.lastIndex = hit.index + 1;
    if (look(hit[0].toLowerCase(), hit.index)) return;
  }
}

export function findByRules(text: string, replacement: string): Span[] {
  const spans: Span[] = [];
  const until: number[] = [];
  eachAnchor(text, (anchor, at) => {
    for (const matcher of matchers.get(anchor) ?? []) {
      if (isCovered(matcher, text, at, until[matcher.number] ?? 0)) continue;
      const span = matchAt(matcher.expression, text, at);
      if (!span)
        until[matcher.number] = Math.max(until[matcher.number] ?? 0, deadUntil(matcher.head, text, at));
      if (!span || stands(replacement, text, span)) continue;
      spans.push(span);
      until[matcher.number] = span.end;
    }
    return false;
  });
  return spans;
}

/** Inside what its rule hides already, a name counts only if what it names comes after: this keeps the search linear. */
function isCovered({ prefix }: Matcher, text: string, at: number, until: number): boolean {
  if (at >= until) return false;
  if (!prefix) return true;
  prefix.lastIndex = at;
  return !prefix.test(text) || prefix.lastIndex < until;
}

function matchAt(expression: RegExp, text: string, at: number): Span | undefined {
  expression.lastIndex = at;
  const secret = expression.exec(text)?.[1];
  return secret === undefined
    ? undefined
    : { start: expression.lastIndex - secret.length, end: expression.lastIndex };
}

const stands = (replacement: string, text: string, { start, end }: Span) =>
  text.startsWith(replacement, start) && start + replacement.length >= end;

interface Opening {
  readonly number: number;
  readonly expression: RegExp;
  readonly head: RegExp | undefined;
}

let partials: ReadonlyMap<string, readonly Opening[]> | undefined;

/** For each anchor, what may follow it up to the end of the text. */
function readPartials(): ReadonlyMap<string, readonly Opening[]> {
  partials ??= byAnchor(unfinished, (rule, number) => {
    const ending = `${rule.prefix ?? ''}(${partialOf(rule.secret, '$')})$`;
    return { number, expression: new RegExp(ending, `${flagsOf(rule)}y`), head: headOf(rule) };
  });
  return partials;
}

/** Where a secret may begin that the text does not finish. The rules see a line at a time, so only the last counts. */
export function openByRules(text: string): number {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  let longest = unfinishedAnchor(line);
  const dead: number[] = [];
  eachAnchor(line, (anchor, at) => {
    if (at >= line.length - longest) return true;
    for (const { number, expression, head } of readPartials().get(anchor)!) {
      if (at < (dead[number] ?? 0)) continue;
      expression.lastIndex = at;
      const secret = expression.exec(line)?.[1];
      if (secret === undefined) dead[number] = deadUntil(head, line, at);
      else longest = Math.max(longest, secret.length);
    }
    return false;
  });
  return text.length - longest;
}

// A prefix is shown, so that half an anchor of one needs no holding.
const secretAnchors = unfinished.filter(({ prefix }) => prefix === undefined).flatMap((rule) => rule.anchors);
const longestAnchor = Math.max(...secretAnchors.map((anchor) => anchor.length));
const anchorHeads = new Set(
  secretAnchors.flatMap((anchor) => [...anchor].map((_, end) => anchor.slice(0, end + 1))),
);

function unfinishedAnchor(line: string): number {
  const tail = line.slice(-longestAnchor).toLowerCase();
  for (let from = 0; from < tail.length; from += 1)
    if (anchorHeads.has(tail.slice(from))) return tail.length - from;
  return 0;
}
