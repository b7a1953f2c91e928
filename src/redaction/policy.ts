/** Redaction policies and the redactions created from them. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compilePattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import { redactPayload } from './base64Payloads.ts';
import type { Redaction, RedactionPolicy, ScreenRowText, TextSpan } from './redaction.ts';
import { redactValue } from './redactValue.ts';
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
