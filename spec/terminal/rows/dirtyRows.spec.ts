import { describe, expect, it } from 'vitest';
import { aScreen, sized } from '../aScreen.ts';

const lookAt = (
  screen: ReturnType<typeof aScreen>['screen'],
  fresh: { wrote(row: number, from?: number, to?: number): boolean },
) => screen.rows().map(({ text }, row) => (fresh.wrote(row, 0, text.length || 1) ? text : '-'));

describe('changes since a position', () => {
  it('exclude older text', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('$ old\r\n');
    const fresh = screen.trackWrites();
    expect(lookAt(screen, fresh)).toEqual(['-', '-', '-']);
    feed('$ new');
    expect(lookAt(screen, fresh)).toEqual(['-', '$ new', '-']);
    expect([fresh.wrote(1, 0, 1), fresh.wrote(1, 5, 10)]).toEqual([true, false]);
  });

  it('include equal text that was written again', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('ready');
    const fresh = screen.trackWrites();
    const { sequence } = screen;
    feed('\rready');
    expect(lookAt(screen, fresh)).toEqual(['ready', '-', '-']);
    expect(screen.sequence).toBe(sequence);
  });

  it('exclude text that only moved: by scrolling, or inserted lines or characters', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('one\r\ntwo\r\nthree');
    const fresh = screen.trackWrites();
    feed('\r\nfour');
    expect(lookAt(screen, fresh)).toEqual(['-', '-', 'four']);
    feed('\x1b[1;1H\x1b[L');
    expect(lookAt(screen, fresh)).toEqual(['', '-', '-']);
    feed('\x1b[2;1H\x1b[2@');
    expect([fresh.wrote(1, 0, 2), fresh.wrote(1, 2, 10)]).toEqual([true, false]);
  });

  it('exclude text that a switch of screens uncovers', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('$ vi\x1b[?1049h\x1b[Htext');
    const fresh = screen.trackWrites();
    feed('\x1b[?1049l');
    expect(lookAt(screen, fresh)).toEqual(['-', '-', '-']);
    feed('\r\n$ ');
    expect(lookAt(screen, fresh)).toEqual(['-', '$', '-']);
  });

  it('are detected in a row that was reused after it scrolled out of memory', () => {
    const { screen, feed } = aScreen(2, 10, { scrollback: 1 });
    feed('prompt');
    const fresh = screen.trackWrites();
    feed('\r\nprompt'.repeat(7));
    expect(lookAt(screen, fresh)).toEqual(['prompt', 'prompt']);
  });

  it('survive a resize', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('abcdefgh\r\n');
    const fresh = screen.trackWrites();
    screen.resize(sized(4, 5));
    feed('new');
    expect(lookAt(screen, fresh)).toEqual(['-', '-', 'new', '-']);
  });

  it('are separate for two trackers that began at different times', () => {
    const { screen, feed } = aScreen(4, 10);
    feed('a\r\n');
    const first = screen.trackWrites();
    feed('b\r\n');
    const second = screen.trackWrites();
    feed('c\r\n');
    expect(lookAt(screen, first)).toEqual(['-', 'b', 'c', '-']);
    expect(lookAt(screen, second)).toEqual(['-', '-', 'c', '-']);
    feed('d\r\n');
    expect(lookAt(screen, first)).toEqual(['b', 'c', 'd', '']);
    first.dispose();
    const third = screen.trackWrites();
    expect(lookAt(screen, second)).toEqual(['-', 'c', 'd', '']);
    expect(lookAt(screen, third)).toEqual(['-', '-', '-', '-']);
  });

  it('have no visible effect', () => {
    const { screen, feed } = aScreen(3, 10);
    feed('\x1b[1;31;44mred\x1b[m');
    const before = [screen.sequence, screen.contentVersion, screen.text()];
    screen.trackWrites();
    feed('\x1b[m');
    expect([screen.sequence, screen.contentVersion, screen.text()]).toEqual(before);
  });
});
