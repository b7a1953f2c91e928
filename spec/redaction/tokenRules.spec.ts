import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { secretSamples } from './samples.ts';

const { text } = createRedaction(defaultPolicy);
const R = '[REDACTED]';
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('every kind', () => {
  it('has at least 26', () => {
    expect(new Set(secretSamples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(26);
  });

  it.each(secretSamples)('$kind is hidden, and nothing beside it', ({ make }) => {
    for (const seed of seeds) {
      const secret = make(seed);
      for (const [before, after] of [
        ['', ''],
        ['see ', ' there'],
        ['("', '")'],
        ['a line\n', '\nanother'],
        ['\\n', '"'],
        ['key=', ' '],
      ] as const) {
        expect(text(before + secret + after)).toBe(before + R + after);
      }
    }
  });
});

describe('a key that begins with sk-', () => {
  it.each([
    ['sk-abcdefghijklmnop', R],
    ['a sk-abcdefghijklmnop_-', `a ${R}-`],
    ['sk-short', 'sk-short'],
    ['SK-abcdefghijklmnopqrst', 'SK-abcdefghijklmnopqrst'],
  ])('%s', (raw, visible) => {
    expect(text(raw)).toBe(visible);
  });
});
