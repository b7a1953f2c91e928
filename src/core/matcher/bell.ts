import { z } from '../../platform/schema.ts';
import { hit, matcher, miss } from './matcher.ts';

const Value = z.strictObject({
  since: z.int().min(0).describe('A sequence; without it, when the wait began.').optional(),
});

export const bell = matcher({
  name: 'bell',
  summary: 'The bell has rung since the wait began, or since a sequence.',
  value: () => Value.optional(),
  watches: ['bell'],
  words: () => 'a bell',
  example: { value: { since: 0 } },
  compile:
    (value) =>
    ({ lastBell, began }) =>
      lastBell > (value?.since ?? began) ? hit('bell', { facts: { sequence: lastBell } }) : miss(),
});
