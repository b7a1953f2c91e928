import { describe, expect, it } from 'vitest';
import { aScreen, sized } from './aScreen.ts';

describe('text', () => {
  it('trims rows at the right and drops blank rows at the end', () => {
    const { screen, feed } = aScreen();
    feed('one  \r\n\r\n  three\x1b[44m   \x1b[0m');
    expect(screen.text()).toBe('one\n\n  three');
    expect(screen.rows().map(({ text }) => text)).toEqual(['one', '', '  three', '', '', '']);
  });

  it('marks rows that were wrapped and rows that are full', () => {
    const { screen, feed } = aScreen(4, 5);
    feed('abcdefg\r\n1234中');
    expect(screen.rows()).toMatchObject([
      { text: 'abcde', wrapped: false, full: true },
      { text: 'fg', wrapped: true, full: false },
      { text: '1234', wrapped: false, full: false },
      { text: '中', wrapped: true, full: false },
    ]);
    feed('\x1b[1;4H中');
    expect(screen.row(0)).toMatchObject({ text: 'abc中', full: true });
  });

  it('maps each unit of a row to its column', () => {
    const { screen, feed } = aScreen();
    feed('a中😀e\u0301x');
    expect(screen.columns(0)).toEqual([0, 1, 3, 3, 5, 5, 6, 7]);
  });

  it('reads a row again only when it changed', () => {
    const { screen, feed } = aScreen();
    feed('one\r\ntwo');
    const [first, second] = screen.rows();
    feed('!');
    expect(screen.row(0)).toBe(first);
    expect(screen.row(1)).not.toBe(second);
    expect(screen.rowVersion(1)).toBe(screen.contentVersion);
    expect(screen.rowVersion(0)).toBeLessThan(screen.contentVersion);
  });

  it('shows invalid UTF-8 as replacement characters', () => {
    const { screen } = aScreen();
    screen.feed(Uint8Array.of(0x61, 0xff, 0x62));
    expect(screen.text()).toBe('a\ufffdb');
  });
});

type Step = readonly [what: string, before: string, output: string];

const changes: readonly Step[] = [
  ['a character', '', 'a'],
  ['a colour of a character', 'a', '\r\x1b[31ma'],
  ['an underline style', '\x1b[4ma', '\r\x1b[4:3ma'],
  ['a mark on a letter', 'e', '\u0301'],
  ['a second mark', 'e\u0301', '\u0302'],
  ['a hyperlink', 'a', '\r\x1b]8;;http://x\x07a'],
  ['the cursor', '', '\x1b[2;2H'],
  ['the cursor hidden', '', '\x1b[?25l'],
  ['a row scrolled off', '\x1b[6;1H', '\n'],
  ['the other screen', '', '\x1b[?1049h'],
  ['an insertion', 'ab', '\x1b[1;1H\x1b[@'],
  ['an erasure', 'ab', '\x1b[2K'],
  ['a reset', 'ab', '\x1bc'],
  ['two lines swapped', 'a\r\nb', '\x1b[1;1H\x1b[M'],
];

const steps: readonly Step[] = [
  ['a title', '', '\x1b]2;t\x07'],
  ['the bell', '', '\x07'],
  ['application cursor keys', '', '\x1b[?1h'],
  ['application keypad', '', '\x1b='],
];

const nothing: readonly Step[] = [
  ['a colour for later', '', '\x1b[31m'],
  ['the same character again', 'a', '\x1b[Da'],
  ['the cursor there and back', '', '\x1b[5;5H\x1b[1;1H'],
  [
    'a redraw of the same',
    'a\x1b[4mb\x1b[4:3mc\x1b[me\u0301',
    '\x1b[H\x1b[2Ja\x1b[4mb\x1b[4:3mc\x1b[me\u0301',
  ],
  ['the same title', '\x1b]2;t\x07', '\x1b]2;t\x07'],
  ['a mode that no snapshot shows', '', '\x1b[?2004h'],
  ['half a character', '', '\xe2'],
  ['a query', '', '\x1b[c'],
  ['a reset of what is reset', '\x1bc', '\x1bc'],
  ['nothing', '', ''],
];

describe('sequence', () => {
  const take = ([, before, output]: Step) => {
    const { screen, clock, feed } = aScreen();
    if (before) feed(before);
    clock.ms = 500;
    const was = { sequence: screen.sequence, content: screen.contentVersion };
    screen.feed(Buffer.from(output, output === '\xe2' ? 'latin1' : 'utf8'));
    return { by: screen.sequence - was.sequence, at: screen.lastVisibleChange, screen, was };
  };

  it.each(changes)('%s advances it, visibly', (...step) => {
    expect(take(step)).toMatchObject({ by: 1, at: 500 });
  });

  it.each(steps)('%s advances it, without a visible change', (...step) => {
    expect(take(step)).toMatchObject({ by: 1, at: 0 });
  });

  it.each(nothing)('%s does not', (...step) => {
    const { by, at, screen, was } = take(step);
    expect({ by, at }).toEqual({ by: 0, at: 0 });
    expect(screen.contentVersion).toBe(was.content);
  });

  it('advances once for one piece of output, however long', () => {
    const { screen, feed } = aScreen();
    feed(`${'line\r\n'.repeat(5000)}\x07`);
    expect(screen.sequence).toBe(1);
  });

  it('misses no change, for any pieces in which a program redraws', () => {
    const { screen, feed } = aScreen(5, 12);
    let seed = 3;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    const moves = [
      '\n',
      '\x1b[L',
      '\x1b[M',
      '\x1bM',
      '\x1b[2S',
      '\x1b[T',
      '\x1b[2;4r',
      '\x1b[r',
      '\x1b[3P',
      '\x1b[J',
      '\x1b[?1049h',
      '\x1b[?1049l',
      'abcdefghijkl',
    ];
    const look = () => JSON.stringify([screen.rows(), screen.cursor, screen.alternateScreen]);
    for (let round = 0; round < 4000; round++) {
      const [text, sequence, version] = [look(), screen.sequence, screen.contentVersion];
      const rows = screen.rows();
      feed(
        `\x1b[${1 + random(5)};${1 + random(12)}H`.repeat(random(2)) +
          (random(2) ? moves[random(moves.length)]! : 'xy'.slice(random(2))),
      );
      if (look() !== text) expect(screen.sequence).toBe(sequence + 1);
      if (screen.contentVersion === version) expect(screen.rows()).toEqual(rows);
    }
  });
});

describe('size', () => {
  it('changes rows, text and sequence', () => {
    const { screen, clock, feed } = aScreen(6, 20);
    feed('hello wide world');
    clock.ms = 7;
    const { sequence } = screen;
    screen.resize(sized(4, 8));
    expect(screen.size).toEqual(sized(4, 8));
    expect(screen.rows()).toHaveLength(4);
    expect(screen.sequence).toBe(sequence + 1);
    expect(screen.lastVisibleChange).toBe(7);
    feed('\x1b[2J\x1b[Hnew');
    expect(screen.text()).toBe('new');
  });

  it('an equal size changes nothing; a pixel size alone does', () => {
    const { screen } = aScreen(6, 20);
    screen.resize(sized(6, 20));
    expect(screen.sequence).toBe(0);
    screen.resize({ ...sized(6, 20), pixelWidth: 200 });
    expect(screen.sequence).toBe(1);
  });
});

describe('cursor', () => {
  it('stays on the screen after the last column was written', () => {
    const { screen, feed } = aScreen(2, 5);
    feed('12345');
    expect(screen.cursor).toEqual({ row: 0, col: 4, visible: true });
  });
});

describe('metadata of a program', () => {
  it('includes a title until it is cleared; a pushed title is restored', () => {
    const { screen, feed } = aScreen();
    expect(screen.title).toBeNull();
    feed('\x1b]0;shell\x1b\\\x1b[22;0t\x1b]2;editor\x07');
    expect(screen.title).toBe('editor');
    feed('\x1b[23;0t');
    expect(screen.title).toBe('shell');
    feed('\x1b]2;\x07');
    expect(screen.title).toBeNull();
  });

  it('includes a working directory', () => {
    const { screen, feed } = aScreen();
    expect(screen.cwd).toBeNull();
    feed('\x1b]7;file://host/tmp/two%20words\x1b\\');
    expect(screen.cwd).toBe('/tmp/two words');
    feed('\x1b]7;http://host/tmp\x1b\\', '\x1b]7;file:///%zz\x1b\\', '\x1b]7;\x1b\\');
    expect(screen.cwd).toBe('/tmp/two words');
  });

  it('includes the bell, but not the one that ends a title', () => {
    const { screen, feed } = aScreen();
    feed('\x07\x1b]2;t\x07\x07');
    expect(screen.bellCount).toBe(2);
  });
});
