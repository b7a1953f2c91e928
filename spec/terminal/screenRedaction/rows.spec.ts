import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { replaceSpans } from '#redaction/redaction.ts';
import type { ScreenRowText } from '#terminal/rows.ts';
import { findRowSpans, mergeRowSpans } from '#terminal/screenRedaction.ts';
import { leaked, privateKey, secretSamples } from '../../redaction/samples.ts';
import { times } from '../../soak/scale.ts';
import { aScreen } from '../aScreen.ts';

const redaction = createRedaction(defaultPolicy);

const hidden = (rows: readonly ScreenRowText[]) => {
  const spans = findRowSpans(redaction, rows);
  return rows.map(({ text }, row) => replaceSpans(text, spans[row]!, '*'));
};

const screenOf = (cols: number, bytes: string): readonly ScreenRowText[] => {
  const { screen, feed } = aScreen(24, cols);
  feed(bytes);
  const rows = screen.rows();
  screen.dispose();
  return rows;
};

const row = (text: string, { wrapped = false, full = false } = {}): ScreenRowText => ({
  text,
  wrapped,
  full,
});

/** What a reader could assemble from the rows: frames and indents are left out. */
const readable = (rows: readonly string[]) =>
  rows.map((text) => text.replaceAll(/^[\s│]+|[\s│]+$/g, '')).join('');

const cut = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

interface Prefix {
  readonly text: string;
  readonly width: number;
}
const prefixes: readonly Prefix[] = [
  { text: '', width: 0 },
  { text: '● 鍵は ', width: 7 },
  { text: '😀 key: ', width: 8 },
];

type Placement = (secret: string, cols: number, prefix: Prefix) => string;

const inRows = (secret: string, cols: number, { width }: Prefix) => [
  secret.slice(0, cols - width),
  ...cut(secret.slice(cols - width), cols),
];

const placements: Record<string, Placement> = {
  'wrapped by the terminal': (secret, _cols, { text }) => `${text}${secret} end`,
  'placed row by row': (secret, cols, prefix) =>
    inRows(secret, cols, prefix)
      .map((part, at) => `\x1b[${at + 1};1H${at === 0 ? prefix.text : ''}${part}`)
      .join(''),
  'wrapped by hand under an indent': (secret, cols, prefix) =>
    [
      secret.slice(0, cols - prefix.width),
      ...cut(secret.slice(cols - prefix.width), cols - 2).map((part) => `  ${part}`),
    ]
      .map((part, at) => `\x1b[${at + 1};1H${at === 0 ? prefix.text : ''}${part}`)
      .join(''),
  'wrapped by hand in a frame': (secret, cols) =>
    cut(secret, cols - 4)
      .map((part, at) => `\x1b[${at + 1};1H│ ${part.padEnd(cols - 4)} │`)
      .join(''),
  'in a frame narrower than the screen': (secret, cols) =>
    cut(secret, cols - 8)
      .map((part, at) => `\x1b[${at + 1};3H│${part.padEnd(cols - 8)}│`)
      .join(''),
  'typed over with backspaces': (secret, _cols, { text }) =>
    `${text}${secret.slice(0, 9)}xy\b\b${secret.slice(9)}`,
  'redrawn after CR': (secret, _cols, { text }) => `${'#'.repeat(19)}\r${text}${secret}`,
  'put together by jumps': (secret, cols, prefix) =>
    inRows(secret, cols, prefix)
      .map((part, at) => [at, part] as const)
      .reverse()
      .map(([at, part]) => `\x1b[${at + 1};1H${at === 0 ? prefix.text : ''}${part}`)
      .join(''),
  'scrolled half away from its beginning': (secret, _cols, { text }) =>
    `${'line\r\n'.repeat(30)}${text}${secret}\r\n$ `,
};

describe('no secret leaks from a screen', () => {
  const seeds = times(1, 3);
  for (const [name, place] of Object.entries(placements))
    it(`${name}: ${secretSamples.length} kinds, 4 widths, 3 prefixes, ${seeds} seeds`, () => {
      const leaks: string[] = [];
      for (const { kind, make } of secretSamples)
        for (const cols of [20, 40, 80, 132])
          for (const prefix of prefixes)
            for (let seed = 1; seed <= seeds; seed += 1) {
              const secret = make(seed);
              const visible = hidden(screenOf(cols, place(secret, cols, prefix)));
              if (leaked(secret, readable(visible)) || !visible.join('').includes('*'))
                leaks.push(`${kind} ${cols} ${prefix.text}${seed}`);
            }
      expect(leaks).toEqual([]);
    });
});

describe('rows', () => {
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(4);

  it('give spans by row, in units of the row', () => {
    const [first, second] = [`鍵 ${secret.slice(0, 18)}`, secret.slice(18)];
    expect(
      findRowSpans(redaction, [row(first, { full: true }), row(`${second} x`, { wrapped: true })]),
    ).toEqual([
      [{ start: 2, end: 20, continued: false }],
      [{ start: 0, end: second.length, continued: true }],
    ]);
  });

  it('leave frames, indents and the rest of the screen alone', () => {
    const rows = ['╭────────╮', `│ ${secret.slice(0, 20)} │`, `│ ${secret.slice(20)} ok │`, '╰────────╯'].map(
      (text) => row(text),
    );
    expect(hidden(rows)).toEqual(['╭────────╮', '│ * │', '│ * ok │', '╰────────╯']);
  });

  it('are not joined without a sign that they continue', () => {
    expect(hidden([row('token=abc'), row('next')])).toEqual(['token=*', 'next']);
    expect(hidden([row('see x', { full: true }), row(secret)])).toEqual(['see x', '*']);
    expect(hidden([row('see x', { full: true }), row(secret, { wrapped: true })])).toEqual(['see x', '*']);
  });

  it('keep the blank that a wrapped row ended in', () => {
    expect(hidden([row('Authorization: Bearer'), row('abcdefgh1', { wrapped: true })])).toEqual([
      'Authorization: Bearer',
      '*',
    ]);
    expect(hidden([row('Authorization: Bearer', { full: true }), row('  abcdefgh1')])).toEqual([
      'Authorization: *',
      '  *',
    ]);
  });

  it('hide a private key block, also without its beginning or its end', () => {
    const lines = privateKey(3);
    for (const part of [lines, lines.slice(2), lines.slice(0, -1)]) {
      const visible = hidden([row('before it: a line'), ...part.map((text) => row(text)), row('after it')]);
      expect(visible[0]).toBe('before it: a line');
      expect(visible.at(-1)).toBe('after it');
      for (const line of lines.slice(1, -1)) expect(leaked(line, visible.join(''))).toBeUndefined();
    }
  });

  it('come back empty for an empty screen', () => {
    expect(findRowSpans(redaction, [])).toEqual([]);
    expect(findRowSpans(redaction, [row(''), row('')])).toEqual([[], []]);
  });
});

describe('panes', () => {
  const secret = secretSamples.find(({ kind }) => kind === 'anthropic_key')!.make(3);
  const parts = cut(secret, 29);
  const redrawn = (line: string) =>
    ['to the left', 'no more', ...parts, 'end'].map((part, at) =>
      row(`${`${at} of it`.padEnd(30)}${line}${part.padEnd(30)}${line} x`),
    );

  it.each(['│', '┃', '║', '|'])('reads the text between %s separately', (line) => {
    const visible = hidden(redrawn(line));
    expect(leaked(secret, visible.map((text) => text.slice(31)).join('\n'))).toBe(undefined);
    expect(visible[0]).toBe(redrawn(line)[0]!.text);
    expect(visible.join('\n')).toContain('1 of it');
  });

  it.each([
    ['left', (part: string, other: string) => `${part.padEnd(22)}│${other}`],
    ['right', (part: string, other: string) => `${other.padEnd(17)}│${part}`],
  ] as const)('hides a token that continues in the %s of two panes', (_side, beside) => {
    const token = secretSamples.find(({ kind }) => kind === 'github_token')!.make(5);
    const rows = ['$ cat token', ...cut(token, 22), '$ '].map((part, at) => beside(part, `${at} of it`));
    const visible = hidden(screenOf(40, rows.join('\r\n')));
    expect(leaked(token, visible.join('\n').replaceAll(/[\s│]|\d of it/g, ''))).toBe(undefined);
    expect(visible.join('\n')).toContain('2 of it');
    expect(visible[0]).toBe(rows[0]);
  });

  it('reads the last row between lines too', () => {
    const rows = redrawn('│').slice(0, -1);
    const visible = hidden(rows);
    expect(leaked(secret, visible.map((text) => text.slice(31)).join('\n'))).toBe(undefined);
    expect(visible.at(-1)).toContain(`${rows.length - 1} of it`);
  });

  it('leaves a table unchanged', () => {
    const table = ['| name | of it    |', '| five | sha256   |', '| six  | 40 chars |'].map((text) =>
      row(text),
    );
    expect(hidden(table)).toEqual(table.map(({ text }) => text));
  });
});

describe('the secrets that several readings of a row found', () => {
  it('of equal ranges, keep the reading that fits the row', () => {
    const readings = [
      { start: 2, end: 5, continued: false },
      { start: 2, end: 5, continued: true },
    ];
    expect(mergeRowSpans(readings, true)).toEqual([{ start: 2, end: 5, continued: true }]);
    expect(mergeRowSpans(readings, false)).toEqual([{ start: 2, end: 5, continued: false }]);
  });

  it('take `continued` from the first and longest', () => {
    const readings = [
      { start: 4, end: 9, continued: false },
      { start: 0, end: 5, continued: true },
    ];
    expect(mergeRowSpans(readings, false)).toEqual([{ start: 0, end: 9, continued: true }]);
  });
});
