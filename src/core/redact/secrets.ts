/** Finds secrets in plain text: the rules of ptywright, private key blocks, and what a caller added. */
import { systemClock } from '../../platform/clock.ts';
import { compilePattern, type Pattern } from '../../platform/regex.ts';
import { limits } from '../limits.ts';
import { findBlocks } from './blocks.ts';
import { findByRules, openByRules } from './byRules.ts';
import { partialOf } from './partial.ts';
import type { Span } from './redaction.ts';
import { mergeSpans } from './spans.ts';

export interface Secrets {
  find(text: string): readonly Span[];
  /** Where the first thing begins that the text does not finish and that may be a secret; the text's end if none. */
  open(text: string): number;
  /** The same, of what may go on after the end of a line. */
  openBeyondLine(text: string): number;
}

export interface Extras {
  readonly literals: readonly string[];
  readonly patterns: readonly Pattern[];
  /** Stands where a secret was: it is not one. */
  readonly replacement: string;
}

export function createSecrets({ literals, patterns, replacement }: Extras): Secrets {
  const openings = patterns.map(openingOf);
  const openBeyondLine = (text: string) =>
    Math.min(
      findBlocks(text).open ?? text.length,
      ...literals.map((literal) => overlap(text, literal)),
      ...openings.map((opening) => opening(text)),
    );
  return {
    openBeyondLine,
    find: (text) =>
      mergeSpans([
        ...findByRules(text, replacement),
        ...findBlocks(text).spans,
        ...literals.flatMap((literal) => occurrences(text, literal)),
        ...matches(text, patterns),
      ]),
    open: (text) => Math.min(openByRules(text), openBeyondLine(text)),
  };
}

function occurrences(text: string, literal: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
    spans.push({ start: at, end: at + literal.length });
  return spans;
}

/**
 * Every match looks for the longest, which may be to the end of the text, and there may be as many as characters. When
 * that takes too long the rest of the text is hidden: too much, but nobody else is kept waiting.
 */
function matches(text: string, patterns: readonly Pattern[]): Span[] {
  const spans: Span[] = [];
  const due = systemClock.now() + limits.patternsMs;
  for (const pattern of patterns) {
    for (const { start, end } of pattern.each(text)) {
      if (end > start) spans.push({ start, end });
      if (systemClock.now() > due) return [...spans, { start: end, end: text.length }];
    }
  }
  return spans;
}

function overlap(text: string, literal: string): number {
  const first = Math.max(0, text.length - literal.length + 1);
  for (let at = text.indexOf(literal[0]!, first); at >= 0; at = text.indexOf(literal[0]!, at + 1))
    if (literal.startsWith(text.slice(at))) return at;
  return text.length;
}

/** Where the pattern's parts cannot be told, a match is taken to stay within a line. */
function openingOf({ source }: Pattern): (text: string) => number {
  let pattern: Pattern | undefined | 'new' = 'new';
  return (text) => {
    if (pattern === 'new') pattern = derive(source);
    return pattern?.find(text)?.start ?? text.lastIndexOf('\n') + 1;
  };
}

function derive(source: string): Pattern | undefined {
  const partial = partialOf(source, '\\z');
  if (partial === undefined) return undefined;
  try {
    return compilePattern(`${partial}\\z`, { derived: true });
  } catch {
    return undefined; // written out, it is larger than RE2 takes
  }
}
