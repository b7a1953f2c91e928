/** A cast that begins in the middle of a session plays back to the same screen. */
import { describe, expect, it } from 'vitest';
import type { Screen } from '#terminal/screen.ts';
import { captureTerminalState } from '#terminal/terminalState.ts';
import { playCast, recordCast, smallSize } from '../recording/casts.ts';
import { runsOn } from './screens.ts';

/** The emulator keeps a saved cursor of an alternate screen that was left. No client can know it. */
const state = (screen: Screen) => {
  const { tabs, ...all } = captureTerminalState(screen, () => undefined);
  // A tab never goes beyond the last column, so stops there make no difference.
  const stops = (tabs ?? [0, 8, 16]).filter((col) => col < smallSize.cols - 1);
  return { ...all, stops, saved: undefined };
};

function same(screen: Screen, text: string): void {
  const visible = playCast(text);
  expect(runsOn(visible)).toEqual(runsOn(screen));
  expect(state(visible)).toEqual(state(screen));
  expect(visible.cursor).toEqual(screen.cursor);
  expect(visible.alternateScreen).toBe(screen.alternateScreen);
}

const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a pen', '\x1b[31;1mA', 'B red?'],
  ['a pen that has not drawn yet', '\x1b[31m', 'red'],
  ['a scroll region', '\x1b[2;3r\x1b[3;1Hx', '\r\n1\r\n2\r\n3\r\n4'],
  ['a character set', '\x1b(0q', 'qqq'],
  ['columns that do not wrap', '\x1b[?7l\x1b[1;15H', 'abcdefghij'],
  ['text that is inserted', '\x1b[4hXYZ\x1b[1;1H', 'ab'],
  ['rows that count from a margin', '\x1b[2;4r\x1b[?6h', '\x1b[1;1Hhome'],
  ['a last column that was written', '\x1b[1;20HZ', 'next'],
  ['a wide character in the last columns', '\x1b[1;19H漢', 'next'],
  ['a saved cursor', '\x1b[3;3H\x1b[32m\x1b7\x1b[m\x1b[1;1H', '\x1b8saved'],
  ['a screen behind the alternate one', '\x1b[33mmain\x1b[?1049halt', '\x1b[?1049lback'],
  ['margins of the screen behind', '\x1b[2;3r\x1b[?1049halt', '\x1b[?1049l\x1b[3;1Ha\r\nb\r\nc\r\nd'],
  ['tab stops', '\x1b[3g', '\tx'],
  ['a sequence that was cut', 'one \x1b[3', '1mtwo'],
  ['a title that was cut', 'one \x1b]2;ti', 'tle\x07two'],
  ['a first sequence that was cut', '\x1b', '[31mred'],
];

describe('a cast that begins in the middle', () => {
  it.each(cases)('%s', (_, before, after) => {
    const { screen, text } = recordCast(before, after);
    same(screen, text);
  });

  it.each(cases)('%s after a previous cast', (_, before, after) => {
    const { screen, text } = recordCast(before, after, {
      earlierOutput: '\x1b[?1049h\x1b[7m\x1b[2;3r\x1b(0other\x1b[?25l\x1b[4h',
    });
    same(screen, text);
  });

  it('an hour of output is serialized as one screen', () => {
    const { text } = recordCast('a line\r\n'.repeat(10_000), 'end');
    expect(text.length).toBeLessThan(2000);
  });

  it('an empty screen is serialized as nothing', () => {
    const { text } = recordCast('', 'first');
    expect(text.split('\n').slice(1, -2)).toEqual(['[0,"o","first"]']);
  });
});
