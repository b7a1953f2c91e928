import { afterAll, describe, expect, it } from 'vitest';
import { createRedaction, noRedaction } from '#redaction/policy.ts';
import { closePainter, logged, pictureOf, pixelsOf } from '../../rendering/aPage.ts';

afterAll(async () => {
  await closePainter();
  expect(logged).toEqual([]);
});

const text = 0xe5e5e5;
const black = 0x000000;

describe('a screen as PNG', () => {
  it('has the size of its cells, times the scale', async () => {
    const { width, height } = await pixelsOf('x', { rows: 3, cols: 7 });
    expect([width, height]).toEqual([63, 54]);
    const twice = await pictureOf('x', { rows: 3, cols: 7, format: 'png', scale: 2, font_size: 20 });
    expect([twice.width, twice.height]).toEqual([7 * 24, 3 * 48]);
  });

  it('fills cells with their backgrounds and blocks with their colour, to the last pixel', async () => {
    const pixels = await pixelsOf('\x1b[41m \x1b[32m█\x1b[m█▌');
    expect(pixels.cell(0, 0)).toEqual([[0xcd0000, 162]]);
    expect(pixels.cell(0, 1)).toEqual([[0x00cd00, 162]]);
    expect(pixels.cell(0, 2)).toEqual([[text, 162]]);
    expect(pixels.cell(0, 3)).toEqual([
      [text, 90],
      [black, 72],
    ]);
    expect(pixels.cell(1, 9)).toEqual([[black, 162]]);
  });

  it('puts the same letter everywhere in the colours of its cell', async () => {
    const pixels = await pixelsOf('m\x1b[31mm\x1b[7mm');
    const [white, red, reversed] = [0, 1, 2].map((col) => new Map(pixels.cell(0, col)));
    expect(white!.get(black)).toBeGreaterThan(40);
    expect(white!.get(black)).toBe(red!.get(black));
    expect(white!.get(text)).toBe(red!.get(0xcd0000));
    expect(reversed!.get(0xcd0000)).toBe(red!.get(black));
    expect(reversed!.get(black)).toBe(red!.get(0xcd0000));
  });

  it('clips no wide character, and keeps a narrow one inside its cell', async () => {
    const pixels = await pixelsOf('漢x⏵ ');
    for (const col of [0, 1, 2, 3]) expect(pixels.cell(0, col).length, `${col}`).toBeGreaterThan(1);
    expect(pixels.cell(0, 4)).toEqual([[black, 162]]);
  });

  it('joins boxes over the edges of cells and rows', async () => {
    const pixels = await pixelsOf('┌──\r\n│');
    for (let x = 4; x < 27; x++) expect(pixels.at(x, 8), `${x}`).toBe(text);
    for (let y = 8; y < 36; y++) expect(pixels.at(4, y), `${y}`).toBe(text);
    expect(pixels.at(3, 8)).toBe(black);
  });

  it('draws underlines in their own colour, under the text', async () => {
    const pixels = await pixelsOf('\x1b[4;58;2;255;0;0mx ');
    for (let x = 0; x < 18; x++) expect(pixels.at(x, 16)).toBe(0xff0000);
  });

  it('draws a cursor', async () => {
    const pixels = await pixelsOf('x\x1b[6 q', { cursor: true });
    expect(pixels.cell(0, 1)).toEqual([
      [black, 126],
      [text, 36],
    ]);
    expect((await pixelsOf('x', { cursor: true })).cell(0, 1)).toEqual([[text, 162]]);
  });

  it.each([
    ['emoji', '😀'],
    ['what a joiner joins', '👨‍👩‍👧'],
    ['ideographs', '漢'],
    ['symbols that agents use', '⏵'],
    ['symbols that agents use', '✻'],
    ['symbols that agents use', '⏺'],
    ['what no font has', '\u{10ffff}'],
  ])('has a glyph for %s: %s', async (_, char) => {
    expect((await pixelsOf(char)).cell(0, 0).length).toBeGreaterThan(1);
  });

  it.each(['漢', 'か', '测', '试', '们', '한', '국'])('has a font for %s', async (char) => {
    // A letter has antialiased edges, unlike the frame for a missing glyph.
    expect((await pixelsOf(char)).cell(0, 0).length).toBeGreaterThan(2);
  });

  it('frames characters that no font has', async () => {
    const pixels = await pixelsOf('\u{10ffff}');
    expect(pixels.cell(0, 0)).toEqual([
      [black, 132],
      [text, 30],
    ]);
  });

  it.each(['1\ufe0f\u20e3x', '#\ufe0f\u20e3x', '9\u20e3x'])('draws a key whole: %s', async (key) => {
    const pixels = await pixelsOf(key, { scale: 4 });
    const ink = (x: number) => [...Array(72).keys()].filter((y) => pixels.at(x, y) !== black).length;
    const sides = [...Array(36).keys()].map(ink);
    expect(Math.max(...sides.slice(0, 8)), 'left').toBeGreaterThan(20);
    expect(Math.max(...sides.slice(-8)), 'right').toBeGreaterThan(20);
  });

  it('is the same for the same screen', async () => {
    const one = await pictureOf('\x1b[1;35mone 漢 ─', { format: 'png' });
    expect(await pictureOf('\x1b[1;35mone 漢 ─', { format: 'png' })).toEqual(one);
  });

  it('shows all secrets alike', async () => {
    const redaction = createRedaction({
      enabled: true,
      replacement: '[secret]',
      extraLiterals: ['hunter22-hunter', 'swordfish-sword'],
      extraRegexes: [],
    });
    const how = { format: 'png', cols: 20, redaction } as const;
    const one = await pictureOf('is hunter22-hunter', how);
    expect((await pictureOf('is swordfish-sword', how)).data).toBe(one.data);
    const raw = await pictureOf('is hunter22-hunter', { ...how, redaction: noRedaction });
    expect(raw.data).not.toBe(one.data);
  });
});
