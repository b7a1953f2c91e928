/**
 * Redaction policies, and what is created from them: the redaction of one policy; the composition of two; the redaction
 * of JSON values, argument lists and long texts; and the secret finder, which combines all rules with the texts and
 * patterns of the caller.
 *
 * Long because it has all ways to redact a whole text or value.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { processorMs, systemClock } from '#platform/clock.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { compilePattern, type Pattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import { redactPayload, visibleOf } from './decoding.ts';
import { findPrivateKeys, findUnfinishedKey, keyContext } from './privateKeys.ts';
import {
  blankSpans,
  hasControls,
  hasOnlyAscii,
  mergeSpans,
  type Redaction,
  type RedactionPolicy,
  replaceSpans,
  type SecretFinder,
  type TextSpan,
} from './redaction.ts';
import {
  findByRules,
  findUnfinishedByRules,
  findUnfinishedWrapped,
  toPartialPattern,
  wrapContext,
} from './ruleMatcher.ts';
import { createRedactionStream, readWholeText } from './stream.ts';

export type { RedactionPolicy } from './redaction.ts';

export const defaultPolicy: RedactionPolicy = {
  enabled: true,
  replacement: '[REDACTED]',
  extraLiterals: [],
  extraRegexes: [],
};

export const RedactionOptions = z
  .strictObject({
    enabled: z.boolean().describe('Enable redaction. Has no default, so that nothing is raw by omission.'),
    replacement: z
      .string()
      .max(limits.replacementChars)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters')
      .default(defaultPolicy.replacement)
      .describe('Text that replaces a secret.'),
    extra_literals: z
      .array(z.string().min(1).max(limits.extraLiteralChars))
      .max(limits.extraLiterals)
      .default([])
      .describe('Texts to hide in addition to detected secrets.'),
    extra_regexes: z
      .array(z.string())
      .max(limits.extraRegexes)
      .default([])
      .describe('RE2 patterns to hide. In streamed output, `^` matches at the start of a line.'),
  })
  .meta({ id: 'RedactionOptions' });
export type RedactionOptions = z.infer<typeof RedactionOptions>;

/** `path` is the path of the options in the parameters. Errors name an invalid pattern by it. */
export function toPolicy(options: RedactionOptions, path: string): RedactionPolicy {
  options.extra_regexes.forEach((source, index) => {
    checkPattern(source, `${path}.extra_regexes.${index}`);
  });
  return {
    enabled: options.enabled,
    replacement: options.replacement,
    extraLiterals: options.extra_literals,
    extraRegexes: options.extra_regexes,
  };
}

/** Combines the extras of both policies, with the replacement of the second. */
export const mergePolicies = (base: RedactionPolicy, more: RedactionPolicy): RedactionPolicy => ({
  enabled: base.enabled || more.enabled,
  replacement: more.replacement,
  extraLiterals: [...base.extraLiterals, ...more.extraLiterals],
  extraRegexes: [...base.extraRegexes, ...more.extraRegexes],
});

/** Throws PatternError for a policy with an invalid pattern; `toPolicy` checks patterns. */
export function createRedaction(policy: RedactionPolicy): Redaction {
  if (!policy.enabled) return noRedaction;
  const { replacement } = policy;
  const secrets = createSecretFinder({
    literals: policy.extraLiterals.filter((literal) => literal !== ''),
    patterns: policy.extraRegexes.map((source) => compilePattern(source)),
    replacement,
  });
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  const hiding = { replacement, secrets, text };
  const spans = (raw: string, cols?: number) =>
    hasControls(raw) ? readWholeText(hiding, raw, cols).spans : secrets.find(raw);
  return {
    ...hiding,
    spans,
    openChars: (raw, cols) =>
      hasControls(raw) ? readWholeText(hiding, raw, cols).open : countOpenChars(secrets, raw),
    value: (json) => redactValue({ text, spans, replacement }, json) as typeof json,
  };
}

/** For reads that are declared raw. */
export const noRedaction: Redaction = {
  replacement: '',
  secrets: undefined,
  spans: () => [],
  openChars: () => 0,
  text: (raw) => raw,
  value: (json) => json,
};

function checkPattern(source: string, path: string): void {
  try {
    compilePattern(source);
  } catch (failure) {
    if (!(failure instanceof PatternError)) throw failure;
    const reason = `invalid redaction regex: ${failure.message}`;
    raise(fault.Invalid({ path, reason, got: source.slice(0, limits.patternChars) }, `${path}: ${reason}`));
  }
}

/**
 * Composes two redactions: the second one sees only text that the first one leaves. Otherwise a caller without raw
 * access could guess secrets with patterns: a match that starts in a secret and ends after it would confirm a guess.
 */
export function composeRedactions(first: Redaction, second: Redaction): Redaction {
  const { replacement } = second;
  const spans = (raw: string, cols?: number) => {
    const hidden = first.spans(raw, cols);
    return composeSpans(hidden, second, second.spans(blankSpans(raw, hidden), cols));
  };
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  return {
    replacement,
    secrets: first.secrets,
    composed: { first, second },
    spans,
    openChars: first.openChars,
    text,
    value: (json) => redactValue({ text, spans, replacement }, json) as typeof json,
  };
}

/** `hidden` are the spans of the first redaction, and `left` those of the second one in what the first leaves. */
const composeSpans = (hidden: readonly TextSpan[], second: Redaction, left: readonly TextSpan[]) =>
  mergeSpans([...hidden.map((span) => redactSpanPayload(span, second)), ...left]);

/** Applies the second redaction to the redacted base64 payload. */
function redactSpanPayload(span: TextSpan, { text }: Redaction): TextSpan {
  const instead = span.instead && redactPayload(span.instead, text);
  return instead ? { ...span, instead } : span;
}

type ValueRedactor = Pick<Redaction, 'text' | 'spans' | 'replacement'>;

/** A key gives context to its value, as in text: `api_key` makes its string a secret. */
function redactValue(redactor: ValueRedactor, json: unknown): unknown {
  if (typeof json === 'string') return redactor.text(json);
  if (Array.isArray(json))
    return isWordList(json) ? redactWords(redactor, json) : json.map((item) => redactValue(redactor, item));
  if (json === null || typeof json !== 'object') return json;
  const entries = Object.entries(json).map(([key, value]) => [
    redactor.text(key),
    redactNamed(redactor, key, value),
  ]);
  return { ...Object.fromEntries(entries), ...redactPairs(redactor, json) };
}

const isWordList = (json: unknown[]): json is string[] => json.every((item) => typeof item === 'string');

/**
 * Redacts a program and its arguments. A word gives context to the next one, such as `--password`, and the program to
 * options such as `-pX`.
 */
export function redactWords(redactor: ValueRedactor, words: readonly string[]): string[] {
  const line = words.join(' ');
  const found = redactor.spans(line);
  let from = 0;
  return words.map((word) => {
    const start = from;
    from += word.length + 1;
    const inside = found
      .filter((span) => span.start < start + word.length && span.end > start)
      .map((span) => ({
        start: Math.max(0, span.start - start),
        end: isWhole(word, span.start - start) ? word.length : Math.min(word.length, span.end - start),
      }));
    const hidden = mergeSpans([...redactor.spans(word), ...inside]);
    return replaceSpans(word, hidden, redactor.replacement);
  });
}

/** `--password=two words` is one argument, so its value goes on after the blank. In prose a value ends there. */
const isWhole = (word: string, start: number) =>
  /\s/.test(word) && !/\s/.test(word.slice(0, Math.max(0, start)));

interface PairedFields {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly title?: unknown;
  readonly text?: unknown;
}

/** Fields that are read together: a name and its value, and the title and text of a notification. */
function redactPairs(redactor: ValueRedactor, { name, value, title, text }: PairedFields): PairedFields {
  return {
    ...(typeof name === 'string' &&
      typeof value === 'string' && { value: redactNamed(redactor, name, value) }),
    ...(typeof title === 'string' && typeof text === 'string' && redactTitleAndText(redactor, title, text)),
  };
}

function redactTitleAndText(
  { spans, replacement }: ValueRedactor,
  title: string,
  text: string,
): PairedFields {
  const found = ['', ' '].map((between) => {
    const start = title.length + between.length;
    const all = spans(`${title}${between}${text}`);
    return {
      title: all.map((span) => ({ start: span.start, end: Math.min(span.end, title.length) })),
      text: all.map((span) => ({ start: Math.max(0, span.start - start), end: span.end - start })),
    };
  });
  const hide = (part: 'title' | 'text', whole: string) => {
    const there = [...spans(whole), ...found.flatMap((each) => each[part])];
    return replaceSpans(whole, mergeSpans(there.filter(({ start, end }) => start < end)), replacement);
  };
  return { title: hide('title', title), text: hide('text', text) };
}

function redactNamed(redactor: ValueRedactor, key: string, value: unknown): unknown {
  const secret = typeof value === 'string' && value !== '' && isNamedSecret(redactor, key, value);
  return secret ? redactor.replacement + trailingLineEnd.exec(value)![0] : redactValue(redactor, value);
}

/** Line ends after typed text are not part of a secret. */
const trailingLineEnd = /[\r\n]*$/;

/** Checks the value as if it were written in JSON text. */
function isNamedSecret({ spans }: ValueRedactor, key: string, value: string): boolean {
  const before = `${JSON.stringify(key)}: "`;
  return spans(`${before}${JSON.stringify(value.slice(0, probedChars)).slice(1)}`).some(
    ({ start }) => start === before.length,
  );
}

const probedChars = 256;

/** As `redaction.spans`. A long text is redacted in slices, with other work between them. */
export async function spansInTurns(
  redaction: Redaction,
  text: string,
  cols = 0,
): Promise<readonly TextSpan[]> {
  if (!redaction.secrets || text.length <= limits.textSliceChars) return redaction.spans(text, cols);
  if (redaction.composed) {
    const { first, second } = redaction.composed;
    const hidden = await spansInTurns(first, text, cols);
    return composeSpans(hidden, second, await spansInTurns(second, blankSpans(text, hidden), cols));
  }
  const spans: TextSpan[] = [];
  let left = 0;
  const stream = createRedactionStream(
    redaction,
    (length, found) => {
      for (const span of found) spans.push({ ...span, start: left + span.start, end: left + span.end });
      left += length;
    },
    () => cols,
  );
  for (const slice of slicesOf(text)) {
    stream.push(slice);
    await nextTurn();
  }
  stream.end(true);
  return spans;
}

/** As `redaction.text`. */
export const textInTurns = async (redaction: Redaction, text: string): Promise<string> =>
  replaceSpans(text, await spansInTurns(redaction, text), redaction.replacement);

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += limits.textSliceChars)
    yield text.slice(at, at + limits.textSliceChars);
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
      const visible = hasOnlyAscii(text) ? undefined : visibleOf(text);
      if (!visible) return open;
      const other = asWritten[how](visible.text, keyEnd);
      return other < visible.text.length ? Math.min(open, visible.original(other, other + 1).start) : open;
    };
  return {
    find(text, keyEnd, keys) {
      const found = asWritten.find(text, keyEnd, keys);
      const visible = hasOnlyAscii(text) ? undefined : visibleOf(text);
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
  const openBeyondLine = (text: string, keyEnd = never) =>
    Math.min(
      text.includes('\n') ? findUnfinishedWrapped(text, replacement) : text.length,
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
      keys.push(...findPrivateKeys(text, keyEnd));
      return mergeSpans([...findByRules(text, replacement), ...keys, ...extras]);
    },
    findUnfinished: (text, keyEnd) => Math.min(findUnfinishedByRules(text), openBeyondLine(text, keyEnd)),
    context: (text) => wrapContext(text, replacement) || keyContext(text),
  };
  return secrets;
}

/** Every rule needs such a word. Most text in other scripts has none. */
const asciiWord = /[!-~]{3}/;

const never = Number.NEGATIVE_INFINITY;

function countOpenChars(secrets: SecretFinder, text: string): number {
  const open = text.length - secrets.findUnfinished(text);
  return open < limits.restedSecretChars ? 0 : open;
}

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
