import { describe, expect, it } from 'vitest';
import { runsOf } from '#client/styledRuns.ts';
import { noRedaction } from '#redaction/policy.ts';
import { Region } from '#terminal/screenReader.ts';
import { redactScreen, redactScreenSlice } from '#terminal/screenRedaction.ts';
import { aScreen, hides } from './aScreen.ts';
import { chars, runs, snap } from './snapshots.ts';

describe('a snapshot', () => {
  it('has the keys of the document, and no other', () => {
    const { screen, feed } = aScreen(24, 80);
    feed('ready');
    expect(JSON.parse(JSON.stringify(snap(screen)))).toEqual({
      size: { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 },
      cursor: { row: 0, col: 5, visible: true },
      sequence: 1,
      plain_text: 'ready',
      cells: [],
      alternate_screen: false,
      application_cursor: false,
      application_keypad: false,
      title: null,
    });
  });

  it('contains modes, title and the cursor', () => {
    const { screen, feed } = aScreen();
    feed('\x1b[?1049h\x1b[?1h\x1b=\x1b]2;vi\x07\x1b[3;4H\x1b[?25l');
    expect(snap(screen)).toMatchObject({
      cursor: { row: 2, col: 3, visible: false },
      alternate_screen: true,
      application_cursor: true,
      application_keypad: true,
      title: 'vi',
    });
  });
});

describe('a region', () => {
  const region = (row: number, col: number, rows: number, cols: number) => ({ row, col, rows, cols });

  it('narrows text and cells; the cursor stays that of the screen', () => {
    const { screen, feed } = aScreen(4, 10);
    feed('0123456789\r\nabc\x1b[1md\x1b[mefghij\r\nx');
    const part = snap(screen, 'runs', noRedaction, region(0, 2, 2, 3));
    expect(part.plain_text).toBe('234\ncde');
    expect(part.cells).toEqual([[], [[3, 1, 1]]]);
    expect(runsOf(part, 2)).toEqual([
      [{ col: 2, width: 3, text: '234', style: {} }],
      [
        { col: 2, width: 1, text: 'c', style: {} },
        { col: 3, width: 1, text: 'd', style: { bold: true } },
        { col: 4, width: 1, text: 'e', style: {} },
      ],
    ]);
    expect(part.cursor).toEqual({ row: 2, col: 1, visible: true });
    expect(chars(screen, noRedaction, region(1, 8, 1, 9))).toEqual(['ij']);
  });

  it('that extends past the screen ends at its edge, and is empty outside', () => {
    const { screen, feed } = aScreen(3, 5);
    feed('a\r\nb\r\nc');
    expect(snap(screen, 'none', noRedaction, region(2, 0, 9, 9)).plain_text).toBe('c');
    expect(snap(screen, 'full', noRedaction, region(7, 7, 9, 9))).toMatchObject({
      plain_text: '',
      cells: [],
    });
  });

  it.each([{ row: -1 }, { rows: 0 }, { col: 0.5 }, { cols: 5000 }, { extra: 1 }])('refuses %j', (wrong) => {
    expect(Region.safeParse({ ...region(0, 0, 1, 1), ...wrong }).success).toBe(false);
  });
});

describe('a secret', () => {
  const secret = hides(/key-[a-z0-9中]+/);

  it('is replaced in text, and the text after it keeps its column', () => {
    const { screen, feed } = aScreen(2, 40);
    feed('use key-abcdefghij now');
    expect(snap(screen, 'none', secret).plain_text).toBe('use [secret]       now');
    expect(redactScreen(screen, secret).text).toBe('use [secret]       now');
  });

  it('that is shorter than its replacement makes the text longer, and the cells not', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('use key-a now');
    expect(snap(screen, 'none', secret).plain_text).toBe('use [secret] now');
    expect(chars(screen, secret)[0]).toBe('use [secr now       ');
  });

  it('is removed from runs with its links, and keeps its colours', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('\x1b]8;;http://host/key-zz\x07\x1b[31mkey-abcdefghi\x1b[m!\x1b]8;;\x07');
    expect(runs(screen, secret)[0]).toEqual([
      { col: 0, width: 13, text: '[secret]     ', fg: 1 },
      { col: 13, width: 1, text: '!', link: 'http://host/[secret]' },
    ]);
    expect(JSON.stringify(snap(screen, 'full', secret))).not.toContain('key-');
  });

  it('of wide characters is removed with their second columns', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('key-中中中 x');
    expect(snap(screen, 'full', secret).plain_text).toBe('[secret]   x');
    expect(chars(screen, secret)[0]).toBe('[secret]   x        ');
    expect(chars(screen, hides(/key-[中]+/, '秘密'))[0]).toBe('秘·密·       x        ');
  });

  it('is removed from the title', () => {
    const { screen, feed } = aScreen();
    feed('\x1b]2;at key-abc\x07');
    expect(snap(screen, 'none', secret).title).toBe('at [secret]');
  });

  it('over wrapped rows is replaced where it begins', () => {
    const { screen, feed } = aScreen(4, 8);
    feed('ab key-0123456789 z');
    const snapshot = snap(screen, 'runs', secret);
    expect(snapshot.plain_text).toBe('ab [secret]\n\n  z');
    expect(chars(screen, secret)).toEqual(['ab [secr', '        ', '  z     '.slice(0, 8), '        ']);
  });

  it('also over rows that a program filled without wrapping', () => {
    const { screen, feed } = aScreen(4, 8);
    feed('\x1b[1;1Hkey-0123\x1b[2;1H4567 ok');
    expect(snap(screen, 'none', secret).plain_text).toBe('[secret]\n     ok');
  });

  it('that begins above the screen is hidden in the part that is left', () => {
    const { screen, feed } = aScreen(3, 8);
    feed('key-0123456789 z\r\n\r\n\r\n');
    expect(screen.text()).toBe('');
    const { screen: two, feed: more } = aScreen(3, 8);
    more('key-0123456789 z\r\n\r\n');
    expect(two.text()).toBe('456789 z');
    expect(snap(two, 'runs', secret).plain_text).toBe('[secret] z');
    expect(JSON.stringify(snap(two, 'full', secret))).not.toContain('4');
  });

  it('is a private key of which only the middle is left', () => {
    const { screen, feed } = aScreen(6, 70);
    const body = Array.from({ length: 40 }, (_, at) => `${at}`.padStart(2, '0').repeat(32)).join('\r\n');
    feed(`-----BEGIN RSA PRIVATE KEY-----\r\n${body}\r\n-----END RSA PRIVATE KEY-----\r\n$ `);
    expect(screen.text()).toContain('3939');
    expect(snap(screen, 'full', secret).plain_text).not.toMatch(/3939/);
  });

  it('is hidden in a region at any cut', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('use key-abcdef now');
    for (let col = 0; col < 18; col++) {
      const { plain_text } = snap(screen, 'none', secret, { row: 0, col, rows: 1, cols: 20 });
      expect(plain_text).toBe(
        'use [secret]   now'
          .slice(0, 18)
          .slice(col)
          .replace(/^( *)$/, ''),
      );
    }
  });

  it('is replaced whole in a stretch of the text that touches it', () => {
    const { screen, feed } = aScreen(4, 8);
    feed('ab key-0123456789 z');
    const text = screen.text();
    expect(text).toBe('ab key-0\n12345678\n9 z');
    const slice = (start: number, end: number) => redactScreenSlice(screen, secret, start, end);
    expect(slice(0, 2)).toBe('ab');
    expect(slice(0, 5)).toBe('ab [secret]');
    expect(slice(5, 7)).toBe('[secret]');
    expect(slice(10, 14)).toBe('[secret]');
    expect(slice(0, text.length)).toBe('ab [secret]\n\n z');
    expect(slice(text.length - 2, text.length)).toBe(' z');
    expect(redactScreenSlice(screen, noRedaction, 3, 12)).toBe(text.slice(3, 12));
  });

  it('is looked for again when the screen or the redaction changes', () => {
    const { screen, feed } = aScreen();
    feed('key-a');
    expect(redactScreen(screen, noRedaction).text).toBe('key-a');
    expect(redactScreen(screen, secret).text).toBe('[secret]');
    feed('\x1b[2J\x1b[Hother key-b');
    expect(redactScreen(screen, secret).text).toBe('other [secret]');
    expect(redactScreen(screen, hides(/other/, '-')).text).toBe('-     key-b');
  });
});
