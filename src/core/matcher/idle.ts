import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { hit, matcher, miss } from './matcher.ts';

export const idle = matcher({
  name: 'idle',
  summary:
    'The program has written nothing at all for this long, not even what leaves the screen as it is. Behind an input it counts from that, whether or not the program has answered it.',
  value: () => z.strictObject({ min_ms: z.int().min(0).max(limits.timeoutMs) }),
  watches: ['output'],
  words: ({ min_ms }) => `no output for ${min_ms} ms`,
  example: { value: { min_ms: 250 } },
  compile:
    ({ min_ms }) =>
    ({ now, lastOutput }) =>
      now - lastOutput >= min_ms ? hit('idle', { facts: { min_ms } }) : miss(lastOutput + min_ms),
});
