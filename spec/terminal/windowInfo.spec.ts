import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aScreen } from './aScreen.ts';

function windowAfter(...output: string[]) {
  const { screen, feed } = aScreen();
  feed(...output);
  return screen;
}

describe('the title', () => {
  it.each([
    ['OSC 2', '\x1b]2;one\x07', 'one', null],
    ['OSC 0, with the icon name', '\x1b]0;both\x1b\\', 'both', 'both'],
    ['OSC 1, only the icon name', '\x1b]1;icon\x07', null, 'icon'],
    ['an empty title', '\x1b]2;one\x07\x1b]2;\x07', null, null],
    ['a title that is popped', '\x1b]0;a\x07\x1b[22t\x1b]0;b\x07\x1b[23t', 'a', 'a'],
    ['only the icon name is popped', '\x1b]0;a\x07\x1b[22;1t\x1b]0;b\x07\x1b[23;1t', 'b', 'a'],
  ])('%s', (_, output, title, iconName) => {
    const screen = windowAfter(output);
    expect([screen.title, screen.iconName]).toEqual([title, iconName]);
  });

  it('is cut at its limit', () => {
    expect(windowAfter(`\x1b]2;${'x'.repeat(limits.titleChars + 10)}\x07`).title).toHaveLength(
      limits.titleChars,
    );
  });
});

describe('the working directory', () => {
  it.each([
    ['a path', '\x1b]7;file://host/home/ada\x07', '/home/ada'],
    ['an encoded path', '\x1b]7;file:///a%20b/%C3%A9\x07', '/a b/é'],
    ['the form of kitty', '\x1b]7;kitty-shell-cwd://host/a\x07', '/a'],
    ['another protocol', '\x1b]7;https://host/a\x07', null],
    ['no URL', '\x1b]7;/home/ada\x07', null],
    ['an encoded slash, which no file name has', '\x1b]7;file:///a%2Fb\x07', null],
  ])('of %s', (_, output, cwd) => expect(windowAfter(output).cwd).toBe(cwd));
});
