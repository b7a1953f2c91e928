/** The fonts that are shipped, and the complete fonts of the packages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { shippedFont } from '#build/rolldown.config.ts';
import { bundledFontFiles, TrueType } from '#platform/picture/fonts.ts';

const { resolve } = createRequire(import.meta.url);
const names = bundledFontFiles.map((path) => basename(path));
const complete = new Map(bundledFontFiles.map((path) => [basename(path), readFileSync(resolve(path))]));
const shipped = new Map<string, Buffer>();
const mebibyte = 2 ** 20;

beforeAll(async () => {
  for (const name of names) shipped.set(name, await shippedFont(name, (file) => complete.get(file)!));
});

it('every character is kept, with the same shape', () => {
  const fonts = names.map((name) => new TrueType(shipped.get(name)!));
  const originals = names.map((name) => new TrueType(complete.get(name)!));
  const changed = [];
  for (let char = 0; char < 0x110000; char++) {
    const at = originals.findIndex((font) => font.has(char));
    if (at < 0 || (char >= 0xd800 && char <= 0xdfff)) continue;
    const [font, original] = [fonts[at]!, originals[at]!];
    const same =
      font.has(char) &&
      font.width(char) === original.width(char) &&
      String(font.ink(char)) === String(original.ink(char));
    if (!same) changed.push(`${names[at]} ${char.toString(16)}`);
  }
  expect(changed).toEqual([]);
});

it('a font loses the characters that pictures take from others', () => {
  const fonts = ['ZCOOLXiaoWei_400Regular.ttf', 'MPLUS1p_400Regular.ttf'].map(
    (name) => new TrueType(shipped.get(name)!),
  );
  const has = (char: string) => fonts.map((font) => font.has(char.codePointAt(0)!));
  expect(has('这')).toEqual([true, false]);
  expect(has('漢')).toEqual([false, true]);
});

it('selectable fonts, and a font whose licence reserves its name, stay complete', () => {
  for (const name of ['DejaVuSansMono.ttf', 'NanumGothicCoding_400Regular.ttf', 'NotoEmoji_400Regular.ttf'])
    expect(shipped.get(name)!.equals(complete.get(name)!), name).toBe(true);
});

it('all fonts take less than 9 MiB', () => {
  const sizes = names.map((name) => shipped.get(name)!.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(9 * mebibyte);
});
