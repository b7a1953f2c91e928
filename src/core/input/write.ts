import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import type { InputTarget, Outcome } from './target.ts';

/** Text that has a UTF-8 form: half of a surrogate pair would reach the program as another character. */
export const Text = z.string().refine((text) => !/\p{Surrogate}/u.test(text), {
  error: 'holds half of a surrogate pair, which is not text',
});

/** What ends a line in canonical mode: newline, return (the kernel turns it into a newline) and end of file. */
const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x04]);

function longestLine(bytes: Uint8Array): number {
  let longest = 0;
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && !lineEnds.has(bytes[at]!)) continue;
    longest = Math.max(longest, at - start);
    start = at + 1;
  }
  return longest;
}

/** Canonical mode is asked for last: only then can a line be too long, and asking costs a system call. */
export function lineWarnings(target: InputTarget, bytes: Uint8Array): string[] {
  const most = limits.canonicalLineBytes;
  if (bytes.length <= most || longestLine(bytes) <= most || !target.canonicalLine) return [];
  return [
    `A line is longer than ${most} bytes and the terminal is in canonical mode: the kernel drops the rest of it.`,
  ];
}

export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Writes at once, so that nothing else can come between the bytes of one action. */
export function write(
  target: InputTarget,
  input: Uint8Array | string,
  warnings: readonly string[] = [],
): Outcome {
  const bytes = typeof input === 'string' ? utf8(input) : input;
  if (bytes.length > 0) target.write(bytes);
  return { bytes: bytes.length, warnings: [...warnings, ...lineWarnings(target, bytes)] };
}
