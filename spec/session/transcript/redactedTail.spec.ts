import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { RedactedTail, Transcript } from '#session/transcript.ts';
import { leaked, secretSamples } from '../../redaction/samples.ts';

const redaction = createRedaction(defaultPolicy);

/** The redacted tail of output in pieces. `before` arrived before the tail was created. */
function tailOf(before: string, ...pieces: readonly string[]): string {
  const transcript = new Transcript(limits.defaultTranscriptChars);
  transcript.append(Buffer.from(before));
  const tail = new RedactedTail(transcript, redaction);
  for (const piece of pieces) tail.push(transcript.append(Buffer.from(piece)));
  return tail.text();
}

describe('the redacted end of a transcript', () => {
  it('equals the output, up to its last character', () => {
    expect(tailOf('one\r\n$ ', 'ls', '\r\n', 'two')).toBe('one\r\n$ ls\r\ntwo');
  });

  it('is bounded', () => {
    const line = `${'x'.repeat(79)}\n`;
    const text = tailOf('', ...Array.from({ length: 1000 }, () => line));
    expect(text.length).toBe(limits.pluginTranscriptChars);
    expect(text.endsWith(line)).toBe(true);
  });

  it('reveals no secret in any chunks, and lacks nothing else', () => {
    const pieces = fc.record({
      sample: fc.constantFrom(...secretSamples),
      seed: fc.nat(1000),
      cuts: fc.array(fc.nat(400), { maxLength: 6 }),
      first: fc.nat(400),
    });
    fc.assert(
      fc.property(pieces, ({ sample, seed, cuts, first }) => {
        const secret = sample.make(seed);
        const whole = `before\r\n${secret}\r\nafter`;
        const at = [...new Set([first, ...cuts])].filter((cut) => cut < whole.length).sort((a, b) => a - b);
        const parts = [0, ...at].map((from, index) => whole.slice(from, at[index] ?? whole.length));
        const received = tailOf(parts[0]!, ...parts.slice(1));
        expect(leaked(secret, received)).toBeUndefined();
        expect(received.startsWith('before\r\n') && received.endsWith('after')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
