import { describe, expect, it } from 'vitest';
import { aScreen, sized } from './aScreen.ts';

describe('crashes of the emulator', () => {
  it.each(['\x1b[1J', '\x1b[?1J'])('%j in the last column of the last row', (erase) => {
    const { screen, feed } = aScreen(3, 5);
    feed(`11111\r\n22222\r\n33333${erase}after`);
    expect(screen.emulator.parseErrors).toBe(0);
    expect(screen.text()).not.toMatch(/[123]/);
  });

  it('the alternate screen made higher after it was made lower', () => {
    const { screen, feed } = aScreen(26, 34, { scrollback: 18 });
    for (let rows = 26; rows > 1; rows -= 5) {
      feed('\x1b[?1049h', '\n'.repeat(40));
      for (const next of [rows, 4, 35, 2, 31]) {
        screen.resize(sized(next, 20 + next));
        feed('\x1b[99;1H\n\x1b[2J\x1b[?1049l\x1b[?1049h');
        expect(screen.rows()).toHaveLength(next);
      }
    }
    expect(screen.emulator.parseErrors).toBe(0);
  });

  it('a narrowed alternate screen, whose text and cells lose the columns to the right', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('\x1b[?1049h\x1b[H0123456789');
    screen.resize(sized(3, 4));
    expect(screen.row(0)).toMatchObject({ text: '0123', full: true });
    expect(screen.line(0).length).toBe(4);
  });
});
