import { describe, expect, it } from 'vitest';
import { createRedaction, createSecretFinder, defaultPolicy } from '#redaction/policy.ts';
import { findRowSpans } from '#terminal/screenRedaction.ts';
import { mainThreadMs } from '../server/mainThreadMs.ts';

const redaction = createRedaction(defaultPolicy);

/** CPU time of the main thread, so that the load of other processes does not count. */
function millisecondsFor(operation: () => void): number {
  const began = mainThreadMs(process.pid);
  operation();
  return mainThreadMs(process.pid) - began;
}

/** Once took 1.6 s and 0.9 s for 128,000 characters, and four times as long for twice as many. */
describe('text of many beginnings of secrets is searched in time', () => {
  it.each([
    ['tokens', 'xoxb-'],
    ['private keys in one line', '-----BEGIN PRIVATE KEY-----'],
    ['private keys, each in a line', '-----BEGIN PRIVATE KEY-----\n'],
  ])('%s', (_, unit) => {
    const text = unit.repeat(256_000 / unit.length);
    expect(millisecondsFor(() => redaction.text(text))).toBeLessThan(400);
  });
});

/** Once took 6 s, because each match searched to the end for another letter. */
describe('an expensive pattern of a caller', () => {
  it('is stopped in time, and the rest of the text is hidden', () => {
    const policy = { ...defaultPolicy, extraRegexes: ['a(?:.*b)?', 'never'] };
    let received = '';
    const took = millisecondsFor(() => {
      received = createRedaction(policy).text(`${'a'.repeat(100_000)} unseen`);
    });
    expect(took).toBeLessThan(1500);
    expect(received).not.toContain('a');
    expect(received).not.toContain('unseen');
  });
});

/** The shortest of three runs, because other processes use the same CPUs. */
function leastMilliseconds(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.max(1, Math.min(...times));
}

const heads: readonly [string, string][] = [
  ['short heads of JWTs', '-ey'],
  ['long heads of JWTs', `-ey${'A'.repeat(19)}`],
  ['heads of JWTs before a dot', `${'-ey'.repeat(600)}.`],
  ['heads of JWTs before an invalid body', `${'-ey'.repeat(300)}.ey${'-ey'.repeat(5000)}`],
  ['heads of keys', '-sk-'],
  ['heads of tokens', '-glpat-'],
];

/**
 * JWTs once took 0.45 s for 128 Ki characters. Keys in a stream took 1.2 s for 64 Ki, and 4 times that for twice as
 * many.
 */
describe.each(heads)('many %s without a secret', (_, unit) => {
  const text = (chars: number) => `${unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)} `;
  const { findUnfinished: open } = createSecretFinder({ literals: [], patterns: [], replacement: '*' });
  // Ordinary letters, the lower bound of every search.
  const plain = (chars: number) => leastMilliseconds(() => redaction.text(`${'-ab'.repeat(chars / 3)} `));

  it('take at most a few times as long as other text', () => {
    const searched = leastMilliseconds(() => redaction.text(text(1 << 19)));
    expect(searched / (10 + plain(1 << 19))).toBeLessThan(12);
  });

  it('take linear time in a stream', () => {
    const [few, many] = [1 << 16, 1 << 18].map((chars) => leastMilliseconds(() => open(text(chars))));
    expect(many! / (5 + few!)).toBeLessThan(10);
  });
});

it('a beginning without a secret does not prevent finding the secret after it', () => {
  const jwt = `ey${'Aa1'.repeat(8)}.ey${'Bb2'.repeat(8)}.${'Cc3'.repeat(8)}`;
  for (const before of [
    'xey-',
    'EY-',
    'ey-',
    '-ey.',
    'eyAAAAAAAAAAAAAAAAAAAAA.ey.',
    `${'-ey'.repeat(3000)}-`,
  ])
    expect(redaction.text(`${before}${jwt} end`)).toMatch(/\[REDACTED\] end$/);
  const key = `sk-${'Aa1'.repeat(8)}`;
  for (const before of ['SK-', 'xsk-', 'sk-x.', 'sk-sk '])
    expect(redaction.text(before + key)).toMatch(/\[REDACTED\]$/);
});

/** 100,000 secrets once took 1.5 s for one snapshot, because each was searched in each row. */
it('rows full of secrets of one letter take linear time', () => {
  const letters = createRedaction({ ...defaultPolicy, extraLiterals: ['a'] });
  const [few, many] = [2000, 8000].map((count) => {
    const rows = Array.from({ length: count }, () => ({ text: 'a'.repeat(10), wrapped: false, full: true }));
    return leastMilliseconds(() => expect(findRowSpans(letters, rows).at(-1)).toHaveLength(10));
  });
  expect(many! / (20 + few!)).toBeLessThan(6);
});
