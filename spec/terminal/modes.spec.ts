import { describe, expect, it } from 'vitest';
import type { Modes } from '#terminal/modes.ts';
import { aScreen } from './aScreen.ts';

const switches: readonly [keyof Modes, string, unknown, string, unknown][] = [
  ['applicationCursor', '\x1b[?1h', true, '\x1b[?1l', false],
  ['applicationKeypad', '\x1b=', true, '\x1b>', false],
  ['bracketedPaste', '\x1b[?2004h', true, '\x1b[?2004l', false],
  ['focusEvents', '\x1b[?1004h', true, '\x1b[?1004l', false],
  ['mouseTracking', '\x1b[?9h', 'x10', '\x1b[?9l', 'none'],
  ['mouseTracking', '\x1b[?1000h', 'vt200', '\x1b[?1000l', 'none'],
  ['mouseTracking', '\x1b[?1002h', 'drag', '\x1b[?1002l', 'none'],
  ['mouseTracking', '\x1b[?1003h', 'any', '\x1b[?1003l', 'none'],
  ['mouseEncoding', '\x1b[?1005h', 'utf8', '\x1b[?1005l', 'default'],
  ['mouseEncoding', '\x1b[?1000;1006h', 'sgr', '\x1b[?1006l', 'default'],
  ['mouseEncoding', '\x1b[?1015h', 'urxvt', '\x1b[?1015l', 'default'],
  ['mouseEncoding', '\x1b[?1016h', 'sgr_pixels', '\x1b[?1016l', 'default'],
  ['alternateScreen', '\x1b[?1049h', true, '\x1b[?1049l', false],
  ['alternateScreen', '\x1b[?47h', true, '\x1b[?47l', false],
  ['synchronizedOutput', '\x1b[?2026h', true, '\x1b[?2026l', false],
  ['insert', '\x1b[4h', true, '\x1b[4l', false],
  ['origin', '\x1b[?6h', true, '\x1b[?6l', false],
  ['wraparound', '\x1b[?7l', false, '\x1b[?7h', true],
  ['reverseScreen', '\x1b[?5h', true, '\x1b[?5l', false],
  ['modifyOtherKeys', '\x1b[>4;2m', 2, '\x1b[>4m', 0],
  ['modifyOtherKeys', '\x1b[>4;1m', 1, '\x1b[>4n', 0],
  ['kittyKeyboard', '\x1b[>5u', 5, '\x1b[<u', 0],
  ['kittyKeyboard', '\x1b[=3u', 3, '\x1b[=0u', 0],
];

describe('modes', () => {
  it.each(switches)('%s by %j', (mode, on, isOn, off, isOff) => {
    const { screen, feed } = aScreen();
    expect(screen.modes[mode]).toBe(isOff);
    feed(on);
    expect(screen.modes[mode]).toBe(isOn);
    feed(off);
    expect(screen.modes[mode]).toBe(isOff);
  });

  it('all go back on a reset', () => {
    const { screen, feed } = aScreen();
    const fresh = screen.modes;
    for (const [, on] of switches) feed(on);
    expect(screen.modes).not.toEqual(fresh);
    feed('\x1bc');
    expect(screen.modes).toEqual(fresh);
  });

  it('a cursor that was hidden is shown after a reset', () => {
    const { screen, feed } = aScreen();
    feed('\x1b[?25l');
    expect(screen.cursor.visible).toBe(false);
    feed('\x1bc');
    expect(screen.cursor.visible).toBe(true);
  });
});

describe('the kitty keyboard protocol', () => {
  it('pushes, pops, sets, adds and takes away flags', () => {
    const { screen, feed } = aScreen();
    const after = (output: string) => {
      feed(output);
      return screen.modes.kittyKeyboard;
    };
    expect(
      ['\x1b[>1u', '\x1b[>9u', '\x1b[=6;2u', '\x1b[=8;3u', '\x1b[<u', '\x1b[<9u', '\x1b[>255u'].map(after),
    ).toEqual([1, 9, 15, 7, 1, 0, 31]);
  });

  it('has a stack for each screen', () => {
    const { screen, feed } = aScreen();
    feed('\x1b[>1u\x1b[?1049h');
    expect(screen.modes.kittyKeyboard).toBe(0);
    feed('\x1b[>8u\x1b[?1049l');
    expect(screen.modes.kittyKeyboard).toBe(1);
    feed('\x1b[?1049h');
    expect(screen.modes.kittyKeyboard).toBe(8);
  });

  it('has a stack with a bottom and a top', () => {
    const { screen, feed } = aScreen();
    for (let flags = 0; flags < 1000; flags++) feed(`\x1b[>${flags % 32}u`);
    expect(screen.modes.kittyKeyboard).toBe(999 % 32);
    feed('\x1b[<15u');
    expect(screen.modes.kittyKeyboard).toBe(984 % 32);
    feed('\x1b[<u');
    expect(screen.modes.kittyKeyboard).toBe(0);
  });
});
