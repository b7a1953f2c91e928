import { describe, expect, it } from 'vitest';
import { runsOf } from '#client/styledRuns.ts';
import { noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type CellFormat, Region, Snapshot, screenRuns, takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreenSlice } from '#terminal/screenRedaction.ts';
import { aScreen, hides } from './aScreen.ts';

type Screen = ReturnType<typeof aScreen>['screen'];

function snap(
  screen: Screen,
  cells: CellFormat = 'none',
  redaction: Redaction = noRedaction,
  region?: Region,
): Snapshot {
  const snapshot = takeSnapshot(screen, { redaction, cells, region });
  expect(Snapshot.parse(snapshot)).toEqual(snapshot);
  return snapshot;
}

/** The runs that a client decodes, after a check that they equal the server's. */
function runs(screen: Screen, redaction: Redaction = noRedaction): object[][] {
  const drawn = runsOf(snap(screen, 'runs', redaction)).map((row) =>
    row.map(({ style, ...run }) => ({ ...run, ...style })),
  );
  expect(drawn).toEqual(screenRuns(screen, redaction));
  return drawn;
}
const chars = (screen: Screen, redaction?: Redaction, region?: Region) =>
  (snap(screen, 'full', redaction, region).cells as { char: string }[][]).map((row) =>
    row.map(({ char }) => char || '·').join(''),
  );

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

  it('tells modes, title and the cursor', () => {
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

const looks: readonly [sgr: string, style: object][] = [
  ['1', { bold: true }],
  ['2', { faint: true }],
  ['3', { italic: true }],
  ['4', { underline: 'single' }],
  ['4:2', { underline: 'double' }],
  ['4:3', { underline: 'curly' }],
  ['4:4', { underline: 'dotted' }],
  ['4:5', { underline: 'dashed' }],
  ['4;58:5:9', { underline: 'single', underline_color: 9 }],
  ['4;58:2::1:2:3', { underline: 'single', underline_color: '#010203' }],
  ['5', { blink: true }],
  ['7', { inverse: true }],
  ['8', { invisible: true }],
  ['9', { strikethrough: true }],
  ['53', { overline: true }],
  ['31', { fg: 1 }],
  ['90', { fg: 8 }],
  ['38;5;200', { fg: 200 }],
  ['38;2;255;0;16', { fg: '#ff0010' }],
  ['38;2;0;0;0', { fg: '#000000' }],
  ['44', { bg: 4 }],
  ['48:5:17', { bg: 17 }],
  ['48:2::1:2:3', { bg: '#010203' }],
];

describe('cells', () => {
  it.each(looks)('SGR %s', (sgr, style) => {
    const { screen, feed } = aScreen();
    feed(`\x1b[${sgr}mx`);
    expect(runs(screen)[0]).toEqual([{ col: 0, width: 1, text: 'x', ...style }]);
    expect(snap(screen, 'full').cells[0]![0]).toMatchObject({ char: 'x', width: 1, ...style });
    expect(snap(screen, 'full').cells[0]![1]).toEqual({
      char: ' ',
      width: 1,
      fg: null,
      bg: null,
      bold: false,
      faint: false,
      italic: false,
      inverse: false,
      underline: null,
    });
  });

  it('as runs: neighbours that look alike, without the blanks at the end', () => {
    const { screen, feed } = aScreen(4, 20);
    feed('plain \x1b[31mred \x1b[1mbold\x1b[m  \r\n\r\n\x1b[44m  \x1b[m x');
    expect(runs(screen)).toEqual([
      [
        { col: 0, width: 6, text: 'plain ' },
        { col: 6, width: 4, text: 'red ', fg: 1 },
        { col: 10, width: 4, text: 'bold', fg: 1, bold: true },
      ],
      [],
      [
        { col: 0, width: 2, text: '  ', bg: 4 },
        { col: 2, width: 2, text: ' x' },
      ],
      [],
    ]);
  });

  it('as runs say how they look, by a table of styles; what they hold is in the text', () => {
    const { screen, feed } = aScreen(5, 20);
    feed(
      'an \x1b[31mred \x1b[1mbold\x1b[m, \x1b[31mred\x1b[m.\r\nplain\r\n\x1b[44m  \x1b[m\r\n\x1b[31m中\x1b[mx',
    );
    expect(snap(screen, 'runs')).toMatchObject({
      plain_text: 'an red bold, red.\nplain\n\n中x',
      cells: [
        [
          [3, 4, 1],
          [7, 4, 2],
          [13, 3, 1],
        ],
        [],
        [[0, 2, 3]],
        [
          [0, 2, 1, '中'],
          [2, 1, 0, 'x'],
        ],
        [],
      ],
      styles: [{}, { fg: 1 }, { fg: 1, bold: true }, { bg: 4 }],
    });
  });

  it('in full: an object for each, wide characters in two', () => {
    const { screen, feed } = aScreen(1, 6);
    feed('a中e\u0301');
    expect(snap(screen, 'full').cells[0]).toMatchObject([
      { char: 'a', width: 1 },
      { char: '中', width: 2 },
      { char: '', width: 0 },
      { char: 'e\u0301', width: 1 },
      { char: ' ', width: 1 },
      { char: ' ', width: 1 },
    ]);
    expect(runs(screen)).toEqual([[{ col: 0, width: 4, text: 'a中e\u0301' }]]);
  });

  it('a wide character that was half overwritten leaves a blank', () => {
    const { screen, feed } = aScreen(1, 6);
    feed('中b\x1b[1;1Hx');
    expect([screen.text(), chars(screen)]).toEqual(['x b', ['x b   ']]);
    feed('\x1b[1;1H中b\x1b[1;2Hx');
    expect([screen.text(), chars(screen)]).toEqual([' xb', [' xb   ']]);
  });

  it('runs are a fraction of the full grid', () => {
    const { screen, feed } = aScreen(24, 80);
    feed(
      Array.from({ length: 24 }, (_, row) => `\x1b[3${row % 8}m${'words and '.repeat(4)}\x1b[m more`).join(
        '\r\n',
      ),
    );
    const bytes = (cells: CellFormat) => JSON.stringify(snap(screen, cells).cells).length;
    expect(bytes('full') / bytes('runs')).toBeGreaterThan(500);
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

  it('that reaches past the screen ends at its edge, and outside there is nothing', () => {
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

  it('is replaced in text, and what follows keeps its column', () => {
    const { screen, feed } = aScreen(2, 40);
    feed('use key-abcdefghij now');
    expect(snap(screen, 'none', secret).plain_text).toBe('use [secret]       now');
    expect(screen.redactedText(secret)).toBe('use [secret]       now');
  });

  it('that is shorter than its replacement makes the text longer, and the cells not', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('use key-a now');
    expect(snap(screen, 'none', secret).plain_text).toBe('use [secret] now');
    expect(chars(screen, secret)[0]).toBe('use [secr now       ');
  });

  it('is gone from runs with its links, and keeps its colours', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('\x1b]8;;http://host/key-zz\x07\x1b[31mkey-abcdefghi\x1b[m!\x1b]8;;\x07');
    expect(runs(screen, secret)[0]).toEqual([
      { col: 0, width: 13, text: '[secret]     ', fg: 1 },
      { col: 13, width: 1, text: '!', link: 'http://host/[secret]' },
    ]);
    expect(JSON.stringify(snap(screen, 'full', secret))).not.toContain('key-');
  });

  it('of wide characters is gone with their second columns', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('key-中中中 x');
    expect(snap(screen, 'full', secret).plain_text).toBe('[secret]   x');
    expect(chars(screen, secret)[0]).toBe('[secret]   x        ');
    expect(chars(screen, hides(/key-[中]+/, '秘密'))[0]).toBe('秘·密·       x        ');
  });

  it('is gone from the title', () => {
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

  it('over rows that a program filled by hand, too', () => {
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

  it('is hidden in a region whatever is cut', () => {
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
    const told = (start: number, end: number) => redactScreenSlice(screen, secret, start, end);
    expect(told(0, 2)).toBe('ab');
    expect(told(0, 5)).toBe('ab [secret]');
    expect(told(5, 7)).toBe('[secret]');
    expect(told(10, 14)).toBe('[secret]');
    expect(told(0, text.length)).toBe('ab [secret]\n\n z');
    expect(told(text.length - 2, text.length)).toBe(' z');
    expect(redactScreenSlice(screen, noRedaction, 3, 12)).toBe(text.slice(3, 12));
  });

  it('is looked for again when the screen or the redaction changes', () => {
    const { screen, feed } = aScreen();
    feed('key-a');
    expect(screen.redactedText(noRedaction)).toBe('key-a');
    expect(screen.redactedText(secret)).toBe('[secret]');
    feed('\x1b[2J\x1b[Hother key-b');
    expect(screen.redactedText(secret)).toBe('other [secret]');
    expect(screen.redactedText(hides(/other/, '-'))).toBe('-     key-b');
  });
});
