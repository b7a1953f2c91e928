import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { Screen } from '#terminal/screen.ts';
import { openEmulator } from '#terminal/xterm.ts';
import { aScreen } from './aScreen.ts';

const most = 2147483647;
const finals = [
  'b',
  'L',
  'M',
  'S',
  'T',
  'I',
  'Z',
  '@',
  'P',
  'X',
  ' @',
  ' A',
  "'}",
  "'~",
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'd',
  'e',
  'a',
  '`',
];

function milliseconds(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

describe('a count of two billion', () => {
  it.each(finals)('%s takes effect at once: without a clamp it takes seconds', (final) => {
    const { screen, feed } = aScreen(24, 80, { scrollback: 1000 });
    feed('some text\r\nand more\x1b[5;20Hx');
    expect(milliseconds(() => feed(`\x1b[${most}${final}`))).toBeLessThan(200);
    expect(screen.rows()).toHaveLength(24);
  });

  it.each(finals)('%s has the same effect as without a clamp', (final) => {
    const setting = 'one\r\ntwo\r\nthree\r\nfour\x1b[2;2Hx';
    const { screen, feed } = aScreen(6, 20);
    feed(`${setting}\x1b[${most}${final}`);
    const free = openEmulator({ rows: 6, cols: 20 });
    // A count of 1000 already exceeds the screen, so the emulator without clamps needs no more.
    free.parse(Buffer.from(`${setting}\x1b[1000${final}`));
    const { active } = free.core.buffers;
    const rows = Array.from({ length: 6 }, (_, row) => [...active.lines.get(active.ybase + row)!._data]);
    expect(Array.from({ length: 6 }, (_, row) => [...screen.line(row)._data])).toEqual(rows);
    expect(screen.cursor).toMatchObject({ row: active.y, col: Math.min(active.x, 19) });
  });

  it('repeats a character with many marks no more often than there are cells', () => {
    const { feed } = aScreen(24, 80);
    expect(milliseconds(() => feed(`e${'\u0301'.repeat(100)}\x1b[${most}b`.repeat(18)))).toBeLessThan(500);
  });
});

/** Cheap to send and expensive to process: the worst slices that a program can send. */
const floods: readonly [string, string, string][] = [
  ['resets', '', '\x1bc'],
  ['resets with text between', '', 'a\x1bc'],
  ['scrolls up', '', `\x1b[${most}S`],
  ['scrolls down', '', '\x1b[500T'],
  ['single scrolls', '', '\x1b[S'],
  ['lines inserted', '\x1b[1;1H', '\x1b[500L'],
  ['lines deleted', '\x1b[1;1H', '\x1b[500M'],
  ['repetitions', 'a', `a\x1b[${most}b`],
  ['repetitions of a wide character', '', `中\x1b[${most}b`],
  ['line feeds', '', '\n'],
  ['screens changed', '', '\x1b[?1049h\x1b[?1049l'],
  ['alignment patterns', '', '\x1b#8'],
  ['erasures', '', '\x1b[2J'],
  ['columns inserted', '', "\x1b['}"],
  ['shifts to the left', '', '\x1b[ @'],
  ['hyperlinks', '', '\x1b]8;;h\x07a'],
  ['queries', '', '\x1b[c'],
  ['tabs', '', `\x1b[${most}I\r`],
  ['titles', '', '\x1b]2;t\x07'],
  ['marks', 'e', '\u0301'],
];

const slice = (unit: string) =>
  Buffer.from(unit.repeat(Math.ceil(limits.sliceBytes / Buffer.byteLength(unit)))).subarray(
    0,
    limits.sliceBytes,
  );

// How many slices of plain text a hostile slice may cost: about 50 ms on the first size, 250 ms on the others. An
// unbounded count costs seconds to minutes.
const fastest = (screen: Screen, bytes: Uint8Array, times: number) =>
  Math.min(...Array.from({ length: times }, () => milliseconds(() => screen.feed(bytes))));

const sizes: readonly [rows: number, cols: number, bar: number, floods: typeof floods][] = [
  [24, 80, 2000, floods],
  [60, 200, 8000, floods],
  [200, 500, 8000, floods.filter(([name]) => /scrolls|lines|repetitions|shifts|^resets$/.test(name))],
];

describe.each(sizes)(
  'a slice of output on %i rows of %i columns costs less than %i plain ones',
  (rows, cols, bar, floods) => {
    const open = () => aScreen(rows, cols, { scrollback: 1000 }).screen;
    let plain = 0;
    beforeAll(() => {
      plain = fastest(open(), slice('plain text '), 20);
    });

    it.each(floods)('%s', (_name, before, unit) => {
      const screen = open();
      screen.feed(Buffer.from(before));
      expect(fastest(screen, slice(unit), 2) / plain).toBeLessThan(bar);
    });
  },
);
