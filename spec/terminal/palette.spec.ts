import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import {
  colorName,
  customColorNames,
  defaultColor,
  formatHex,
  parseHex,
  setClientColors,
  specialColors,
  TerminalPalette,
} from '#terminal/palette.ts';

describe('the colours of xterm', () => {
  it.each([
    [1, '#cd0000'],
    [15, '#ffffff'],
    [16, '#000000'],
    [21, '#0000ff'],
    [67, '#5f87af'],
    [231, '#ffffff'],
    [232, '#080808'],
    [255, '#eeeeee'],
    [specialColors.foreground, '#e5e5e5'],
    [specialColors.background, '#000000'],
  ])('%i is %s', (index, hex) => {
    expect(formatHex(defaultColor(index))).toBe(hex);
  });

  it('of a highlight are reversed', () => {
    const index = (name: string) =>
      Array.from({ length: 20 }, (_, at) => 256 + at).find((at) => colorName(at) === name)!;
    expect(defaultColor(index('highlight_background'))).toEqual(defaultColor(specialColors.foreground));
    expect(defaultColor(index('highlight_foreground'))).toEqual(defaultColor(specialColors.background));
  });
});

it('hexadecimal colours are read exactly', () => {
  expect(parseHex('#0a80ff')).toEqual([10, 128, 255]);
  expect(formatHex(parseHex('#0a80ff'))).toBe('#0a80ff');
});

describe('a palette', () => {
  it('prefers the colour of the program to that of a client, and restores it', () => {
    const palette = new TerminalPalette();
    setClientColors(palette, { 1: '#010101', background: '#020202' });
    palette.set(1, [9, 9, 9]);
    expect(palette.color(1)).toEqual([9, 9, 9]);
    expect(palette.color(specialColors.background)).toEqual([2, 2, 2]);
    palette.restoreRange(0, 2);
    expect(palette.color(1)).toEqual([1, 1, 1]);
    expect(customColorNames(palette)).toEqual(['1', 'background']);
    setClientColors(palette, { 1: null, background: null });
    expect(palette.isCustomized).toBe(false);
  });

  it('writes the sequences that set it again', () => {
    const palette = new TerminalPalette();
    palette.set(3, [255, 0, 1]);
    palette.set(specialColors.cursor, [0, 0, 0]);
    palette.setClientColor(4, [1, 1, 1]);
    expect(palette.sequences()).toBe('\x1b]4;3;#ff0001\x1b\\\x1b]12;#000000\x1b\\');
    expect(palette.sequences(true)).toContain('\x1b]4;4;#010101\x1b\\');
  });

  it('ignores an index that is no colour', () => {
    const palette = new TerminalPalette();
    palette.set(-1, [1, 1, 1]);
    palette.set(10_000, [1, 1, 1]);
    expect(palette.isSetByProgram).toBe(false);
  });

  it('reports a change of the scheme by a client only when it changes', () => {
    const palette = new TerminalPalette();
    const schemes: boolean[] = [];
    palette.onSchemeChange(() => schemes.push(palette.isDark));
    setClientColors(palette, { background: '#fafafa' });
    setClientColors(palette, { background: '#ffffff' });
    palette.set(specialColors.background, [0, 0, 0]);
    setClientColors(palette, { background: null });
    expect(schemes).toEqual([false, true]);
  });
});

describe('the stack of palettes', () => {
  it('restores a saved palette, by slot or from the top', () => {
    const palette = new TerminalPalette();
    palette.set(1, [1, 1, 1]);
    expect(palette.stack.push(0)).toBe(true);
    palette.set(1, [2, 2, 2]);
    expect(palette.stack.push(0)).toBe(true);
    palette.set(1, [3, 3, 3]);
    expect(palette.stack.pop(0)).toBe(true);
    expect(palette.color(1)).toEqual([2, 2, 2]);
    expect(palette.stack.pop(1)).toBe(true);
    expect(palette.color(1)).toEqual([1, 1, 1]);
    expect(palette.stack).toMatchObject({ depth: 0, maxDepth: 2 });
  });

  it('refuses to pop from an empty slot, and to push to one too many', () => {
    const { stack } = new TerminalPalette();
    expect(stack.pop(0)).toBe(false);
    for (let slot = 1; slot <= limits.paletteStack; slot++) expect(stack.push(0)).toBe(true);
    expect(stack.push(0)).toBe(false);
    expect(stack.push(limits.paletteStack + 1)).toBe(false);
  });
});
