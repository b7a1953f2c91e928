/** Durations and sizes on the page. */
import { expect, it } from 'vitest';
import { formatBytes, formatClockTime, formatDuration } from '#page/format.ts';

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min 0 s'],
  [3_599_000, '59 min 59 s'],
  [7_500_000, '2 h 5 min'],
])('%i ms lasted %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [-1, '0:00'],
  [67_900, '1:07'],
  [3_600_000, '1:00:00'],
  [3_729_000, '1:02:09'],
])('%i ms in a recording is at %s', (ms, text) => {
  expect(formatClockTime(ms)).toBe(text);
});

it.each([
  [999, '999 bytes'],
  [1000, '1 KB'],
  [12_400, '12 KB'],
  [2_500_000, '2.5 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
