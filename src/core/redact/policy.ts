/** What a caller may say about redaction, and the redaction that comes of it. */
import { compilePattern, PatternError } from '../../platform/regex.ts';
import { z } from '../../platform/schema.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Redaction, RedactionPolicy } from './redaction.ts';

export type { RedactionPolicy } from './redaction.ts';

import { rowSpans } from './screen.ts';
import { createSecrets } from './secrets.ts';
import { replaceSpans } from './spans.ts';
import { spansOf } from './text.ts';
import { redactValue } from './value.ts';

export const defaultPolicy: RedactionPolicy = {
  enabled: true,
  replacement: '[REDACTED]',
  extraLiterals: [],
  extraRegexes: [],
};

export const RedactionOptions = z.strictObject({
  enabled: z
    .boolean()
    .describe('Whether to redact at all; has no default, so that nothing is raw by omission.'),
  replacement: z
    .string()
    .max(limits.replacementChars)
    .regex(/^\P{Cc}*$/u, 'no control characters')
    .default(defaultPolicy.replacement)
    .describe('What stands where a secret was.'),
  extra_literals: z
    .array(z.string().min(1).max(limits.extraLiteralChars))
    .max(limits.extraLiterals)
    .default([])
    .describe('Texts to hide besides what looks like a secret.'),
  extra_regexes: z
    .array(z.string())
    .max(limits.extraRegexes)
    .default([])
    .describe('Patterns of RE2 to hide. In output as it comes, `^` is the beginning of a line.'),
});
export type RedactionOptions = z.infer<typeof RedactionOptions>;

/** `path` is where the options stand in the parameters; a pattern that cannot be used is named by it. */
export function policyOf(options: RedactionOptions, path: string): RedactionPolicy {
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

/** Both policies' extras, and the later one's replacement. */
export const joinPolicies = (base: RedactionPolicy, more: RedactionPolicy): RedactionPolicy => ({
  enabled: base.enabled || more.enabled,
  replacement: more.replacement,
  extraLiterals: [...base.extraLiterals, ...more.extraLiterals],
  extraRegexes: [...base.extraRegexes, ...more.extraRegexes],
});

/** Throws PatternError on a policy that did not come from `policyOf`. */
export function createRedaction(policy: RedactionPolicy): Redaction {
  if (!policy.enabled) return noRedaction;
  const { replacement } = policy;
  const secrets = createSecrets({
    literals: policy.extraLiterals.filter((literal) => literal !== ''),
    patterns: policy.extraRegexes.map((source) => compilePattern(source)),
    replacement,
  });
  const spans = (raw: string, cols?: number) => spansOf(secrets, replacement, raw, cols);
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  return {
    replacement,
    secrets,
    spans,
    text,
    rows: (rows) => rowSpans(secrets, rows),
    value: (json) => redactValue({ text, spans, replacement }, json),
  };
}

/** For reads that were declared raw. */
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
