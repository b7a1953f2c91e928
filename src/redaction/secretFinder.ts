/** Finds secrets in plain text: by the built-in rules, private keys, and the caller's literals and patterns. */
import { limits } from '#limits.ts';
import { processorMs, systemClock } from '#platform/clock.ts';
import { compilePattern, type Pattern } from '#platform/regex.ts';
import { visibleOf } from './decoding.ts';
import { keyContext } from './keyLines.ts';
import { toPartialPattern } from './partialPattern.ts';
import { findPrivateKeys, findUnfinishedKey } from './privateKeys.ts';
import type { TextSpan } from './redaction.ts';
import { type AnchorPlace, findByRules, findUnfinishedByRules } from './ruleMatcher.ts';
import { mergeSpans } from './spans.ts';
import { findUnfinishedWrapped, findWrapped, wrapContext } from './wrappedSecrets.ts';

export interface SecretFinder {
  /**
   * `keyEnd`: end of a private key before the text, as a negative offset, or in the text. Keys that are found are
   * added to `keys`.
   */
  find(text: string, keyEnd?: number, keys?: TextSpan[]): readonly TextSpan[];
  /** Start of the first unfinished secret; the end of the text if there is none. */
  findUnfinished(text: string, keyEnd?: number): number;
  /** As `findUnfinished`, for secrets that may continue after a line end. */
  findUnfinishedBeyondLine(text: string, keyEnd?: number): number;
  /**
   * As `findUnfinished`, within one line. Ignores wrapped secrets, private keys, and callers' patterns that cannot be
   * derived.
   */
  findUnfinishedInLine(text: string, keyEnd?: number): number;
  /** Lines that must precede the rest of a text, so that secrets in it are found as in the whole. */
  context(text: string): string;
  /** The finder for text without invisible characters. */
  readonly asWritten: SecretFinder;
}

interface SecretFinderOptions {
  readonly literals: readonly string[];
  readonly patterns: readonly Pattern[];
  /** The replacement text is not a secret itself. */
  readonly replacement: string;
}

/** Also finds secrets with invisible characters inside. */
export function createSecretFinder(extras: SecretFinderOptions): SecretFinder {
  const asWritten = secretsAsWritten(extras);
  const openBy =
    (how: 'findUnfinished' | 'findUnfinishedBeyondLine' | 'findUnfinishedInLine') =>
    (text: string, keyEnd?: number) => {
      const open = asWritten[how](text, keyEnd);
      const visible = visibleOf(text);
      if (!visible) return open;
      const other = asWritten[how](visible.text, keyEnd);
      return other < visible.text.length ? Math.min(open, visible.original(other, other + 1).start) : open;
    };
  return {
    find(text, keyEnd, keys) {
      const found = asWritten.find(text, keyEnd, keys);
      const visible = visibleOf(text);
      return visible
        ? mergeSpans([
            ...found,
            ...asWritten.find(visible.text).map(({ start, end }) => visible.original(start, end)),
          ])
        : found;
    },
    findUnfinished: openBy('findUnfinished'),
    findUnfinishedBeyondLine: openBy('findUnfinishedBeyondLine'),
    findUnfinishedInLine: openBy('findUnfinishedInLine'),
    context: asWritten.context,
    asWritten,
  };
}

function secretsAsWritten({ literals, patterns, replacement }: SecretFinderOptions): SecretFinder {
  const openings = patterns.map(createUnfinishedFinder);
  const byRules = (text: string, places?: AnchorPlace[]) => findByRules(text, replacement, places);
  const openBeyondLine = (text: string, keyEnd = never) =>
    Math.min(
      findUnfinishedWrapped(text, byRules, findUnfinishedByRules),
      findUnfinishedKey(text, keyEnd),
      ...literals.map((literal) => findUnfinishedLiteral(text, literal)),
      ...openings.map((opening) => opening(text) ?? text.lastIndexOf('\n') + 1),
    );
  const secrets: SecretFinder = {
    get asWritten() {
      return secrets;
    },
    findUnfinishedInLine: (text) =>
      Math.min(
        findUnfinishedByRules(text),
        ...literals.map((literal) => findUnfinishedLiteral(text, literal)),
        ...openings.map((opening) => opening(text) ?? text.length),
      ),
    findUnfinishedBeyondLine: openBeyondLine,
    find: (text, keyEnd = never, keys = []) => {
      const extras = [
        ...literals.flatMap((literal) => findLiteral(text, literal)),
        ...findPatternMatches(text, patterns),
      ];
      if (!asciiWord.test(text)) return mergeSpans(extras);
      const places: AnchorPlace[] = [];
      const found = byRules(text, places);
      keys.push(...findPrivateKeys(text, keyEnd));
      return mergeSpans([...found, ...findWrapped(text, places, found, byRules), ...keys, ...extras]);
    },
    findUnfinished: (text, keyEnd) => Math.min(findUnfinishedByRules(text), openBeyondLine(text, keyEnd)),
    context: (text) => wrapContext(text, byRules, findUnfinishedByRules) || keyContext(text),
  };
  return secrets;
}

/** Every rule needs such a word. Most text in other scripts has none. */
const asciiWord = /[!-~]{3}/;

const never = Number.NEGATIVE_INFINITY;

function findLiteral(text: string, literal: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
    spans.push({ start: at, end: at + literal.length });
  return spans;
}

/**
 * A match may extend to the end of the text, and there may be a match for each character. After `limits.patternsMs`
 * of processor time the rest of the text is hidden. That hides too much, but does not block other work.
 */
function findPatternMatches(text: string, patterns: readonly Pattern[]): TextSpan[] {
  if (patterns.length === 0) return [];
  const spans: TextSpan[] = [];
  const [began, used] = [systemClock.now(), processorMs()];
  const isOverdue = () =>
    systemClock.now() - began > limits.patternsMs && processorMs() - used > limits.patternsMs;
  for (const pattern of patterns) {
    for (const { start, end } of pattern.each(text)) {
      if (end > start) spans.push({ start, end });
      if (isOverdue()) return [...spans, { start: end, end: text.length }];
    }
  }
  return spans;
}

function findUnfinishedLiteral(text: string, literal: string): number {
  const first = Math.max(0, text.length - literal.length + 1);
  for (let at = text.indexOf(literal[0]!, first); at >= 0; at = text.indexOf(literal[0]!, at + 1))
    if (literal.startsWith(text.slice(at))) return at;
  return text.length;
}

/** Returns undefined if the pattern cannot be derived. A match is then assumed to stay within a line. */
function createUnfinishedFinder({ source }: Pattern): (text: string) => number | undefined {
  let pattern: Pattern | undefined | 'new' = 'new';
  return (text) => {
    if (pattern === 'new') pattern = derivePartialPattern(source);
    return pattern?.find(text)?.start;
  };
}

function derivePartialPattern(source: string): Pattern | undefined {
  const partial = toPartialPattern(source, '\\z');
  if (partial === undefined) return undefined;
  try {
    return compilePattern(`${partial}\\z`, { derived: true });
  } catch {
    return undefined; // the expanded pattern exceeds the limit of RE2
  }
}
