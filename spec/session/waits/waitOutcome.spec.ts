/** Sentences about a wait that ended without a match. */
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import { formatMatcherText, formatProgramExit } from '#session/waits.ts';

it.each([
  [null, 'the program was closed'],
  [{ exit_code: 3, signal: null }, 'the program ended with exit code 3'],
  [{ exit_code: 0, signal: 'SIGTERM' }, 'the program was ended by SIGTERM'],
])('formats %j: %s', (exit, sentence) => {
  expect(formatProgramExit({ session: 's1', exit } as never)).toBe(sentence);
});

it('a long condition is cut', () => {
  const longest = 'x'.repeat(limits.matcherTextChars);
  expect(formatMatcherText(longest, noRedaction)).toBe(longest);
  expect(formatMatcherText(`${longest}y`, noRedaction)).toBe(`${longest.slice(1)}…`);
});

it('a condition is redacted before it is cut, so that no part of a secret remains', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const text = `${'x'.repeat(limits.matcherTextChars - 20)} ${secret}`;
  expect(formatMatcherText(text, createRedaction(defaultPolicy))).not.toContain('ghp_');
});
