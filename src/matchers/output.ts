/** Matchers of the transcript, of quiet output and of the exit of the program. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { defineMatcher, hit, miss, quote } from './matcher.ts';
import { searchPattern, searchText } from './search.ts';

export const transcriptContains = defineMatcher({
  name: 'transcript_contains',
  summary: 'The end of the transcript contains this text. Escape sequences are part of the transcript.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  format: (value) => `the output to contain ${quote(value)}`,
  example: { value: 'ready' },
  compile: (value) => (view) => searchText('transcript_contains', view.transcript(), value),
});

export const transcriptRegex = defineMatcher({
  name: 'transcript_regex',
  summary: 'The end of the transcript contains text that matches this RE2 pattern.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  format: (value) => `the output to match ${quote(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler) => {
    const pattern = compiler.pattern(value, 'value');
    return (view) => searchPattern('transcript_regex', view.transcript(), pattern);
  },
});

export const idle = defineMatcher({
  name: 'idle',
  summary:
    'The program has written no output for this long, not even output that leaves the screen unchanged. After an input, the time counts from the input, whether or not the program has responded to it.',
  value: () => z.strictObject({ min_ms: z.int().min(0).max(limits.timeoutMs) }),
  watches: ['output'],
  format: ({ min_ms }) => `no output for ${min_ms} ms`,
  example: { value: { min_ms: 250 } },
  compile:
    ({ min_ms }) =>
    ({ now, lastOutput }) =>
      now - lastOutput >= min_ms ? hit('idle', { facts: { min_ms } }) : miss(lastOutput + min_ms),
});

export const processExited = defineMatcher({
  name: 'process_exited',
  summary: 'The program has ended and all of its output has been processed.',
  watches: ['exit'],
  format: () => 'the program to end',
  example: {},
  compile:
    () =>
    ({ exit }) =>
      exit ? hit('process_exited', { facts: { exit_code: exit.exitCode, signal: exit.signal } }) : miss(),
});
