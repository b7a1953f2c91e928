/** Pictures in another font than ours: one comes along for Korean, and has letters of one width as well. */
import { afterAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../../src/core/render/screenshot.ts';
import { aScreen } from '../screen/aScreen.ts';
import { defaults, painter, pictureOf, pixelsOf, svgOf } from './aPage.ts';

afterAll(() => painter.close());

const font = 'NanumGothicCoding';
/** Half as wide as it is high, rounded. */
const cell = [8, 18] as const;

describe('a picture in a font that was asked for', () => {
  it('has its letters and the size of its cells', async () => {
    const { width, height } = await pictureOf('m', { font });
    expect([width, height]).toEqual([80, 36]);
    const [theirs, ours] = [await pixelsOf('m', { font }), await pixelsOf('m', { scale: 8 / 9 })];
    expect(theirs.width).toBe(ours.width);
    expect(theirs.cell(0, 0, ...cell).length).toBeGreaterThan(2);
    expect(theirs.cell(0, 0, ...cell)).not.toEqual(ours.cell(0, 0, 8, 16));
  });

  it('names it first, and ours for who has it not', async () => {
    const families = `font-family="${font}, DejaVu Sans Mono, Menlo, Consolas, monospace"`;
    expect(await svgOf('x', { font: font.toUpperCase() })).toContain(`${families} font-size="16"`);
  });

  it('takes from it whatever it has, and from ours what it lacks', async () => {
    const svg = await svgOf('한 Ж ა 😀', { font });
    expect(svg).toMatch(new RegExp(`font-family="${font}, sans-serif"[^>]*>한<`));
    expect(svg).toMatch(/font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"[^>]*>ა</);
    expect(svg).toMatch(/font-family="Noto Emoji, sans-serif"[^>]*>😀</);
    for (const char of ['─', '漢', 'é', '⏵'])
      expect((await pixelsOf(char, { font })).cell(0, 0, ...cell).length, char).toBeGreaterThan(1);
  });

  it('is as without one where it is ours', async () => {
    expect(await svgOf('x', { font: 'DejaVu Sans Mono' })).toBe(await svgOf('x'));
  });

  it('is refused, and told what there is, where no such font is', async () => {
    await expect(pictureOf('x', { font: 'Comic' })).rejects.toMatchObject({
      name: 'Invalid',
      data: { path: 'font', got: 'Comic', expected: expect.stringContaining(`${font}`) },
    });
    expect(await svgOf('x', { font: 'Comic', anyFont: true })).toBe(await svgOf('x'));
  });

  it('shows the screen as it was when it was asked for', async () => {
    const { screen, feed } = aScreen(1, 10);
    feed('before');
    const asked = takeScreenshot(screen, { ...defaults, font }, painter);
    feed('\r\x1b[Kafter');
    expect((await asked).data).toContain('>before<');
    screen.dispose();
  });
});

describe('a picture of another size than the screen', () => {
  it('is blank where the screen has nothing, and cut off where it has more', async () => {
    const larger = await pixelsOf('ab\r\n\x1b[41mcd', { cols: 2, canvas: { rows: 3, cols: 4 } });
    expect([larger.width, larger.height]).toEqual([36, 54]);
    expect(larger.cell(1, 1).map(([color]) => color)).toContain(0xcd0000);
    for (const at of [2, 3]) expect(larger.cell(1, at)).toEqual([[0, 162]]);
    expect(larger.cell(2, 0)).toEqual([[0, 162]]);
    const smaller = await svgOf('ab\r\ncd', { cols: 2, canvas: { rows: 1, cols: 1 } });
    expect(smaller).toBe(await svgOf('a', { rows: 1, cols: 1, cursor: false }));
  });

  it('lets half of a wide character reach into no other row', async () => {
    const half = await pixelsOf('\x1b[41m漢', { canvas: { rows: 2, cols: 1 } });
    expect(half.cell(1, 0)).toEqual([[0, 162]]);
  });
});
