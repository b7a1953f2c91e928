import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '../../src/core/redact/policy.ts';

const redaction = createRedaction(defaultPolicy);

function millisecondsFor(text: string): number {
  const began = performance.now();
  redaction.text(text);
  return performance.now() - began;
}

/** Took 1.6 s and 0.9 s for 128,000 characters, and four times as long for twice as many. */
describe('text made of beginnings of secrets is searched in time', () => {
  it.each([
    ['tokens', 'xoxb-'],
    ['private keys in one line', '-----BEGIN PRIVATE KEY-----'],
    ['private keys, each in a line', '-----BEGIN PRIVATE KEY-----\n'],
  ])('%s', (_, unit) => {
    expect(millisecondsFor(unit.repeat(256_000 / unit.length))).toBeLessThan(400);
  });
});

/** Took 6 s, for each match looks to the end for another letter. */
describe("a caller's pattern that asks for too much", () => {
  it('is given up in time, and what it has not seen is hidden', () => {
    const policy = { ...defaultPolicy, extraRegexes: ['a(?:.*b)?', 'never'] };
    const began = performance.now();
    const told = createRedaction(policy).text(`${'a'.repeat(100_000)} unseen`);
    expect(performance.now() - began).toBeLessThan(1500);
    expect(told).not.toContain('a');
    expect(told).not.toContain('unseen');
  });
});
