import { afterAll, describe, expect, it } from 'vitest';
import { chromium } from '../page/chromium.ts';
import { closePainter, type Pixels, pixelsOf } from './aPage.ts';
import { onTerminal } from './browser.ts';

afterAll(closePainter);

const cell = { width: 9, height: 18 };

const lines = (...all: string[]) => all.join('\r\n');
const cells = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** Thirty-two characters in a row, with blanks between them. */
function chart(first: number, last: number): string {
  const all = cells(first, last);
  const rows = Array.from({ length: Math.ceil(all.length / 32) }, (_, row) =>
    all.slice(32 * row, 32 * row + 32),
  );
  return lines(...rows.map((row) => row.join(' ')));
}

const palette = Array.from({ length: 256 }, (_, color) => `\x1b[48;5;${color}m  \x1b[0;38;5;${color}m#`).join(
  '',
);

const pages: readonly (readonly [name: string, output: string])[] = [
  [
    'attributes',
    lines(
      'plain \x1b[1mbold\x1b[m \x1b[2mdim\x1b[m \x1b[3mitalic\x1b[m \x1b[1;3mboth\x1b[m \x1b[7mreverse\x1b[m \x1b[8mhidden\x1b[m \x1b[9mstruck\x1b[m',
      '\x1b[4msingle\x1b[m \x1b[4:2mdouble\x1b[m \x1b[4:3mcurly\x1b[m \x1b[4:4mdotted\x1b[m \x1b[4:5mdashed\x1b[m',
      '\x1b[31mred \x1b[42mon green \x1b[7mreversed\x1b[m \x1b[38;2;255;128;0;48;2;20;20;80mtrue colours \x1b[2mdim\x1b[m',
      'The quick brown fox jumps over the lazy dog 0123456789 (){}[]<>|/\\!?#@%&*+-=_~^',
    ),
  ],
  ['the palette', palette],
  ['lines, blocks and dots', lines(chart(0x2500, 0x259f), chart(0x2800, 0x28ff))],
  [
    'scripts, ideographs and signs',
    lines(
      chart(0xae, 0x17f),
      'Ωμέγα Привет עברית é ñ e\u0301',
      '漢字かな交じり カタカナ ｆｕｌｌ width',
      '⏵ ⏸ ⏺ ✻ ✽ ✳ ✢ · ❯ ● ○ ◯ ☐ ☑ ☒ ✔ ✘ ↓ ↑ ⏎ … ⚠ ◐ ◉',
    ),
  ],
];
const rows = 16;
const cols = 80;

/**
 * Allowed differences between two renderers of the same font. A letter that is a quarter of a pixel off puts a sixth of
 * a stroke into the next cell. A stroke one pixel wide and as high as its cell is a ninth of the whole, and with its
 * antialiasing an eighth.
 */
const most = { mean: 255 / 8, angle: 0.95, strayPixels: 2 };
/** From this difference on, a pixel is ink and not the antialiasing of an edge. */
const inked = 64;
/** A cell that is half filled has two colours, and either may count as its background. */
const clearGround = 0.6;

describe.skipIf(!chromium)('next to xterm.js in Chromium (needs chromium)', () => {
  it.each(pages)('are identical, cell by cell: %s', async (_, output) => {
    expect(await compare(output, output)).toEqual([]);
  });

  it('would differ with a missing part, or in a different colour', async () => {
    const reply = await compare(
      lines('a b ─  ─   ▄ █', '\x1b[31mabc', '\x1b[41m   '),
      lines('a   ─      ▄ ▄', '\x1b[31mab\x1b[32mc', '\x1b[41m  \x1b[42m '),
    );
    const places = new Set(reply.map((line) => /row \d+, column \d+/.exec(line)![0]));
    expect([...places]).toEqual([
      'row 0, column 2',
      'row 0, column 7',
      'row 0, column 13',
      'row 1, column 2',
      'row 2, column 2',
    ]);
  });
});

/** Compares our picture of one output with the terminal's picture of another. */
async function compare(here: string, there: string): Promise<string[]> {
  const [ours, theirs] = await Promise.all([
    pixelsOf(here, { rows, cols }),
    onTerminal(there, { rows, cols, cell }),
  ]);
  expect([theirs.width, theirs.height]).toEqual([ours.width, ours.height]);
  const [mine, other] = [cellsOf(ours), cellsOf(theirs)];
  return mine.flatMap((_, at) =>
    differences(mine, other, at).map((what) => `row ${Math.floor(at / cols)}, column ${at % cols}: ${what}`),
  );
}

type Rgb = readonly number[];

interface Seen {
  readonly ground: Rgb;
  readonly clear: boolean;
  /** Pixels that differ from the background. */
  readonly ink: number;
  /** The same without the outermost columns, which neighbours may reach into. */
  readonly inner: number;
  readonly mean: Rgb;
  /** From the background to the ink. */
  readonly direction: Rgb;
}

const cellsOf = (pixels: Pixels): Seen[] =>
  Array.from({ length: rows * cols }, (_, at) => seen(pixels, Math.floor(at / cols), at % cols));

function seen(pixels: Pixels, row: number, col: number): Seen {
  const counts = pixels.cell(row, col, cell.width, cell.height);
  const area = cell.width * cell.height;
  const [commonest, covers] = counts[0]!;
  const ground = parts(commonest);
  const sum = (of: (color: Rgb) => Rgb) =>
    counts.reduce<Rgb>(
      (total, [color, count]) => total.map((value, at) => value + of(parts(color))[at]! * count),
      [0, 0, 0],
    );
  return {
    ground,
    clear: covers > clearGround * area,
    ink: inkOf(pixels, row, col, ground, 0),
    inner: inkOf(pixels, row, col, ground, 1),
    mean: sum((color) => color).map((value) => value / area),
    direction: sum((color) => color.map((value, at) => value - ground[at]!)).map((value) => value / area),
  };
}

function inkOf(pixels: Pixels, row: number, col: number, ground: Rgb, margin: number): number {
  let ink = 0;
  for (let y = row * cell.height; y < (row + 1) * cell.height; y++)
    for (let x = col * cell.width + margin; x < (col + 1) * cell.width - margin; x++)
      if (apart(parts(pixels.at(x, y)), ground) > inked) ink++;
  return ink;
}

function differences(here: readonly Seen[], there: readonly Seen[], at: number): string[] {
  const [ours, theirs] = [here[at]!, there[at]!];
  const found: string[] = [];
  const clear = ours.clear && theirs.clear;
  if (clear && apart(ours.ground, theirs.ground) > 0)
    found.push(`on ${ours.ground}, there on ${theirs.ground}`);
  if (lacks(here, there, at)) found.push(`nothing, there ${theirs.inner} pixels`);
  if (lacks(there, here, at)) found.push(`${ours.inner} pixels, there nothing`);
  if (apart(ours.mean, theirs.mean) > most.mean) found.push(`${ours.mean} in the mean, there ${theirs.mean}`);
  if (clear && ours.ink > 0 && theirs.ink > 0 && angle(ours.direction, theirs.direction) < most.angle)
    found.push(`in ${ours.direction}, there in ${theirs.direction}`);
  return found;
}

/** True if only `other` has ink in the cell, and no ink of a neighbour could have moved there. */
const lacks = (one: readonly Seen[], other: readonly Seen[], at: number): boolean =>
  apart(one[at]!.ground, other[at]!.ground) === 0 &&
  other[at]!.inner > most.strayPixels &&
  [at - 1, at, at + 1].every((near) => (one[near]?.ink ?? 0) === 0);

const parts = (color: number): Rgb => [color >> 16, (color >> 8) & 0xff, color & 0xff];
const apart = (a: Rgb, b: Rgb): number => Math.max(...a.map((value, at) => Math.abs(value - b[at]!)));
const angle = (a: Rgb, b: Rgb): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0) / Math.hypot(...a) / Math.hypot(...b);
