import { expect, it } from 'vitest';
import { aScreen, sized } from './aScreen.ts';

it.each([
  ['nothing', 'text\x1b[1K\x1b[K\x1b[0;1H', []],
  ['the screen', '\x1b[2J', ['clear_screen']],
  ['the screen, protected cells aside', '\x1b[?2J', ['clear_screen']],
  ['all from the first cell on', 'text\x1b[H\x1b[J', ['clear_screen']],
  ['all from another cell on', 'text\x1b[J', []],
  ['what scrolled off', '\x1b[3J', ['clear_scrollback']],
  ['all that clear does', '\x1b[H\x1b[2J\x1b[3J', ['clear_screen', 'clear_scrollback']],
  ['everything', '\x1bc', ['hard_reset']],
  ['there and back', '\x1b[?1049h\x1b[?1049l', ['alternate_screen_enter', 'alternate_screen_exit']],
])('a program resets %s', (_, text, kinds) => {
  const { screen, feed } = aScreen();
  const before = screen.resets.counts();
  feed(text);
  expect(screen.resets.since(before)).toEqual(kinds);
  expect(screen.resets.total).toBe(kinds.length);
});

it('a changed size is a reset, an equal size is not', () => {
  const { screen } = aScreen(6, 20);
  const before = screen.resets.counts();
  screen.resize(sized(6, 20));
  expect(screen.resets.since(before)).toEqual([]);
  screen.resize(sized(6, 30));
  expect(screen.resets.since(before)).toEqual(['resize']);
});
