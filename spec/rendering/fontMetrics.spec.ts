/** Pictures in another font. The bundled Korean font also has Latin letters of one width. */
import { afterAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from '#rendering/screenshot.ts';
import { aScreen } from '../terminal/aScreen.ts';
import { closePainter, defaults, painter, pictureOf, pixelsOf, svgOf } from './aPage.ts';

afterAll(closePainter);

const font = 'NanumGothicCoding';
/** A column is half an em wide, rounded. */
const cell = [8, 18] as const;

describe('a picture in a requested font', () => {
  it('has the glyphs and the cell size of the font', async () => {
    const { width, height } = await pictureOf('m', { font });
    expect([width, height]).toEqual([80, 36]);
    const [theirs, ours] = [await pixelsOf('m', { font }), await pixelsOf('m', { scale: 8 / 9 })];
    expect(theirs.width).toBe(ours.width);
    expect(theirs.cell(0, 0, ...cell).length).toBeGreaterThan(2);
    expect(theirs.cell(0, 0, ...cell)).not.toEqual(ours.cell(0, 0, 8, 16));
  });

  it('lists the font first and the default font as a fallback', async () => {
    const families = `font-family="${font}, DejaVu Sans Mono, Menlo, Consolas, monospace"`;
    expect(await svgOf('x', { font: font.toUpperCase() })).toContain(`${families} font-size="16"`);
  });

  it('uses the default font for missing glyphs', async () => {
    const svg = await svgOf('한 Ж ა 😀', { font });
    expect(svg).toMatch(new RegExp(`font-family="${font}, sans-serif"[^>]*>한<`));
    expect(svg).toMatch(/font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"[^>]*>ა</);
    expect(svg).toMatch(/font-family="Noto Emoji, sans-serif"[^>]*>😀</);
    for (const char of ['─', '漢', 'é', '⏵'])
      expect((await pixelsOf(char, { font })).cell(0, 0, ...cell).length, char).toBeGreaterThan(1);
  });

  it('is unchanged for the default font', async () => {
    expect(await svgOf('x', { font: 'DejaVu Sans Mono' })).toBe(await svgOf('x'));
  });

  it('fails for an unknown font and lists the available ones', async () => {
    await expect(pictureOf('x', { font: 'Comic' })).rejects.toMatchObject({
      name: 'Invalid',
      data: { path: 'font', got: 'Comic', expected: expect.stringContaining(`${font}`) },
    });
    expect(await svgOf('x', { font: 'Comic', anyFont: true })).toBe(await svgOf('x'));
  });

  it('shows the screen at the time of the request', async () => {
    const { screen, feed } = aScreen(1, 10);
    feed('before');
    const question = takeScreenshot(screen, { ...defaults, font }, painter);
    feed('\r\x1b[Kafter');
    expect((await question).data).toContain('>before<');
    screen.dispose();
  });
});

describe('a picture with another size than the screen', () => {
  it('is padded with blanks or cut off', async () => {
    const larger = await pixelsOf('ab\r\n\x1b[41mcd', { cols: 2, canvas: { rows: 3, cols: 4 } });
    expect([larger.width, larger.height]).toEqual([36, 54]);
    expect(larger.cell(1, 1).map(([color]) => color)).toContain(0xcd0000);
    for (const at of [2, 3]) expect(larger.cell(1, at)).toEqual([[0, 162]]);
    expect(larger.cell(2, 0)).toEqual([[0, 162]]);
    const smaller = await svgOf('ab\r\ncd', { cols: 2, canvas: { rows: 1, cols: 1 } });
    expect(smaller).toBe(await svgOf('a', { rows: 1, cols: 1, cursor: false }));
  });

  it('keeps half of a wide character in its row', async () => {
    const half = await pixelsOf('\x1b[41m漢', { canvas: { rows: 2, cols: 1 } });
    expect(half.cell(1, 0)).toEqual([[0, 162]]);
  });
});
