/** Reads TrueType fonts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findFonts, TrueType } from '#platform/picture/fonts.ts';

const { resolve } = createRequire(import.meta.url);
const bytes = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'));
const mono = new TrueType(bytes);

describe('a TrueType font', () => {
  it('lists its characters', () => {
    for (const char of 'aé─●❯Ж') expect(mono.has(char.codePointAt(0)!), char).toBe(true);
    for (const char of '漢⏵\u{1f680}\u{10ffff}') expect(mono.has(char.codePointAt(0)!), char).toBe(false);
    expect(mono.has(0x1d670)).toBe(true);
  });

  it('reports their widths, also those that share the last width', () => {
    for (const char of 'im●') expect(mono.width(char.codePointAt(0)!)).toBeCloseTo(1233 / 2048);
  });

  it('is read alike out of a collection', () => {
    const header = Buffer.alloc(16);
    header.write('ttcf');
    header.writeUInt32BE(0x00010000, 4);
    header.writeUInt32BE(1, 8);
    header.writeUInt32BE(16, 12);
    const moved = Buffer.from(bytes);
    for (let at = 12; at < 12 + 16 * moved.readUInt16BE(4); at += 16)
      moved.writeUInt32BE(moved.readUInt32BE(at + 8) + 16, at + 8);
    const collection = new TrueType(Buffer.concat([header, moved]));
    expect(collection.has(0x61)).toBe(true);
    expect(collection.has(0x6f22)).toBe(false);
    expect(collection.width(0x61)).toBeCloseTo(1233 / 2048);
  });

  it('is refused when a table is missing', () => {
    expect(() => new TrueType(Buffer.alloc(64))).toThrow('head');
  });
});

describe('the fonts that come with ptywright', () => {
  it.each([
    ['text', 'DejaVu Sans Mono', 4],
    ['symbols', 'Noto Sans Symbols 2', 1],
    ['emoji', 'Noto Emoji', 1],
  ] as const)('are there: %s', (group, family, files) => {
    const [font] = findFonts(group);
    expect(font).toMatchObject({ family });
    expect(font!.files).toHaveLength(files);
  });

  it.each([
    '⏵',
    '⏸',
    '⏺',
    '✻',
    '✽',
    '✳',
    '✢',
    '·',
    '❯',
    '●',
    '○',
    '◯',
    '☐',
    '☑',
    '☒',
    '✔',
    '✘',
    '⚒',
    '↓',
    '↑',
    '⏎',
    '⌘',
    '…',
    '⚠',
    '◐',
    '◉',
    '⬢',
    '⟳',
  ])('have the characters that agents write: %s', (char) => {
    const found = [...findFonts('text'), ...findFonts('symbols')].filter((font) =>
      font.has(char.codePointAt(0)!),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});
