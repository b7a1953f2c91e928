import { z } from '../../platform/schema.ts';
import { hit, matcher, miss } from './matcher.ts';

const Value = z.strictObject({
  since: z.int().min(0).describe('A sequence; without it, when the wait began.').optional(),
});

export const changed = matcher({
  name: 'changed',
  summary: 'The screen has advanced past a sequence, or past where it was when the wait began.',
  value: () => Value.optional(),
  watches: ['content', 'cursor', 'title', 'bell', 'mode'],
  words: () => 'a change',
  example: { value: { since: 0 } },
  compile:
    (value) =>
    ({ sequence, began }) =>
      sequence > (value?.since ?? began) ? hit('changed', { facts: { sequence } }) : miss(),
});
