import { describe, expect, it } from 'vitest';
import { createColorResolver, formatHexColor, mixColors, Theme } from '#rendering/theme.ts';
import { specialColors, TerminalPalette } from '#terminal/palette.ts';

const { foreground, background, cursor } = specialColors;
const colorsOf = (theme: unknown, palette = new TerminalPalette()) => {
  const resolve = createColorResolver(Theme.parse(theme), palette);
  return (index: number) => formatHexColor(resolve(index));
};

describe('a theme', () => {
  it('dark has the colours of the terminal', () => {
    const color = colorsOf('dark');
    expect([color(1), color(foreground), color(background)]).toEqual(['#cd0000', '#e5e5e5', '#000000']);
  });

  it('light has its own, except for the cube and the greys', () => {
    const color = colorsOf('light');
    expect([color(1), color(foreground), color(background), color(cursor)]).toEqual([
      '#c4232b',
      '#1f2328',
      '#ffffff',
      '#1f2328',
    ]);
    expect(color(21)).toBe('#0000ff');
  });

  it('takes single colours, and gives the cursor the colour of text', () => {
    const color = colorsOf({ base: 'light', foreground: '#111111', colors: ['#222222'] });
    expect([color(0), color(1), color(foreground), color(cursor)]).toEqual([
      '#222222',
      '#c4232b',
      '#111111',
      '#111111',
    ]);
    expect(colorsOf({ foreground: '#111111', cursor: '#333333' })(cursor)).toBe('#333333');
  });

  it('is overridden by the current colours of the program', () => {
    const palette = new TerminalPalette();
    palette.set(1, [1, 2, 3]);
    const color = colorsOf({ colors: ['#000000', '#444444'] }, palette);
    palette.set(1, [4, 5, 6]);
    expect(color(1)).toBe('#010203');
  });

  it('refuses a colour that is not #rrggbb', () => {
    expect(Theme.safeParse({ foreground: 'red' }).success).toBe(false);
  });
});

it('faint text is mixed in equal parts', () => {
  expect(formatHexColor(mixColors(0xff8000, 0x000000))).toBe('#7f4000');
  expect(formatHexColor(mixColors(0xffffff, 0xffffff))).toBe('#fefefe');
});
