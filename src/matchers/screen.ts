/** Matchers of the cursor, of screen changes, of the alternate screen and of the bell. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { defineMatcher, hit, miss } from './matcher.ts';

export const cursorAt = defineMatcher({
  name: 'cursor_at',
  summary:
    'The cursor is at this row and column, counted from 0. If one of them is absent, only the other is compared.',
  value: () =>
    z.strictObject({
      row: z
        .int()
        .min(0)
        .max(limits.maxRows - 1)
        .optional(),
      col: z
        .int()
        .min(0)
        .max(limits.maxCols - 1)
        .optional(),
    }),
  watches: ['cursor'],
  format: ({ row, col }) =>
    `the cursor in ${[row !== undefined && `row ${row}`, col !== undefined && `column ${col}`].filter(Boolean).join(', ')}`,
  example: { value: { row: 0, col: 0 } },
  compile:
    ({ row, col }) =>
    ({ hasProgressed, cursor }) =>
      hasProgressed && (row ?? cursor.row) === cursor.row && (col ?? cursor.col) === cursor.col
        ? hit('cursor_at', { facts: { row: cursor.row, col: cursor.col } })
        : miss(),
});

const SinceSequence = z.strictObject({
  since: z
    .int()
    .min(0)
    .describe('A sequence of the screen. Defaults to the one when the wait began.')
    .optional(),
});

export const changed = defineMatcher({
  name: 'changed',
  summary: 'The sequence of the screen has advanced since the wait began, or past `since`.',
  value: () => SinceSequence.optional(),
  watches: ['content', 'cursor', 'title', 'bell', 'mode'],
  format: () => 'a change of the screen',
  example: { value: { since: 0 } },
  compile:
    (value) =>
    ({ sequence, startSequence }) =>
      sequence > (value?.since ?? startSequence) ? hit('changed', { facts: { sequence } }) : miss(),
});

export const screenStable = defineMatcher({
  name: 'screen_stable',
  summary:
    'The screen has not changed visibly for this long. A screen that is already stable matches at once. After an input, the time counts from the input, whether or not the program has responded to it.',
  value: () => z.strictObject({ min_ms: z.int().min(0).max(limits.timeoutMs) }),
  watches: ['content', 'cursor', 'mode'],
  format: ({ min_ms }) => `the screen to be stable for ${min_ms} ms`,
  example: { value: { min_ms: 250 } },
  compile:
    ({ min_ms }) =>
    ({ now, lastVisibleChange }) =>
      now - lastVisibleChange >= min_ms
        ? hit('screen_stable', { facts: { min_ms } })
        : miss(lastVisibleChange + min_ms),
});

export const alternateScreen = defineMatcher({
  name: 'alternate_screen',
  summary: 'The program uses the alternate screen (`true`, the default) or the normal screen (`false`).',
  value: () => z.boolean().default(true),
  watches: ['mode'],
  format: (on) => `the ${on ? 'alternate' : 'normal'} screen`,
  example: { value: true },
  compile:
    (expected) =>
    ({ alternateScreen, hasProgressed }) =>
      hasProgressed && alternateScreen === expected
        ? hit('alternate_screen', { facts: { on: expected } })
        : miss(),
});

export const bell = defineMatcher({
  name: 'bell',
  summary: 'The bell has rung since the wait began, or after the sequence `since`.',
  value: () => SinceSequence.optional(),
  watches: ['bell'],
  format: () => 'a bell',
  example: { value: { since: 0 } },
  compile:
    (value) =>
    ({ lastBell, startSequence }) =>
      lastBell > (value?.since ?? startSequence) ? hit('bell', { facts: { sequence: lastBell } }) : miss(),
});
