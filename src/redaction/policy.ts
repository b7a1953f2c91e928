/** Redaction policies, and the redactions that are created from them: of text, of screens and of JSON values. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compilePattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import { redactPayload } from './decoding.ts';
import type { Redaction, RedactionPolicy, ScreenRowText, TextSpan } from './redaction.ts';
import { findRowSpans } from './screenRows.ts';
import { createSecretFinder } from './secretFinder.ts';
import { mergeRowSpans, mergeSpans, replaceSpans } from './spans.ts';
import { findTextSpans } from './stream.ts';

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
  const spans = (raw: string, cols?: number) => findTextSpans(secrets, replacement, raw, cols);
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  return {
    replacement,
    secrets,
    spans,
    text,
    rows: (rows) => findRowSpans(secrets, rows),
    value: (json) => redactValue({ text, spans, replacement }, json),
  };
}

/** For reads that are declared raw. */
export const noRedaction: Redaction = {
  replacement: '',
  secrets: undefined,
  spans: () => [],
  text: (raw) => raw,
  rows: (rows) => rows.map(() => []),
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
    const hidden = first.spans(raw, cols).map((span) => redactSpanPayload(span, second));
    return mergeSpans([...hidden, ...second.spans(blankSpans(raw, hidden), cols)]);
  };
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  return {
    replacement,
    secrets: first.secrets,
    spans,
    text,
    rows: (rows) => {
      const hidden = first.rows(rows);
      const left = second.rows(rows.map((row, at) => blankRowSpans(row, hidden[at]!)));
      return hidden.map((row, at) => mergeRowSpans([...row, ...left[at]!], rows[at]!.wrapped));
    },
    value: (json) => redactValue({ text, spans, replacement }, json),
  };
}

/** Applies the second redaction to the redacted base64 payload. */
function redactSpanPayload(span: TextSpan, { text }: Redaction): TextSpan {
  const instead = span.instead && redactPayload(span.instead, text);
  return instead ? { ...span, instead } : span;
}

/** A character that no rule accepts in a secret. One per hidden character, so that offsets are kept. */
const fillerCharacter = '\uFFFC';

const blankRowSpans = (row: ScreenRowText, hidden: readonly TextSpan[]): ScreenRowText => ({
  ...row,
  text: blankSpans(row.text, hidden),
});

function blankSpans(text: string, hidden: readonly TextSpan[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of hidden) {
    out += text.slice(from, start) + fillerCharacter.repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}

type ValueRedactor = Pick<Redaction, 'text' | 'spans' | 'replacement'>;

/** The key counts as context: `api_key` makes its string a secret, as in text. */
function redactValue<T>(redactor: ValueRedactor, json: T): T {
  return redactAny(redactor, json) as T;
}

function redactAny(redactor: ValueRedactor, json: unknown): unknown {
  if (typeof json === 'string') return redactor.text(json);
  if (Array.isArray(json))
    return isWordList(json) ? redactWords(redactor, json) : json.map((item) => redactAny(redactor, item));
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
  return secret ? redactor.replacement + trailingLineEnd.exec(value)![0] : redactAny(redactor, value);
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
