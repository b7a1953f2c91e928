import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { hit, matcher, miss } from './matcher.ts';

export const screenStable = matcher({
  name: 'screen_stable',
  summary:
    'The screen has looked the same for this long. Counted from the last visible change, so a screen that is already quiet answers at once; behind an input from that, whether or not the program has answered it.',
  value: () => z.strictObject({ min_ms: z.int().min(0).max(limits.timeoutMs) }),
  watches: ['content', 'cursor', 'mode'],
  words: ({ min_ms }) => `the screen to stand still for ${min_ms} ms`,
  example: { value: { min_ms: 250 } },
  compile:
    ({ min_ms }) =>
    ({ now, lastVisibleChange }) =>
      now - lastVisibleChange >= min_ms
        ? hit('screen_stable', { facts: { min_ms } })
        : miss(lastVisibleChange + min_ms),
});
