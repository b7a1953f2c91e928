/**
 * The bundled fonts for pictures, and a TrueType reader that knows which characters a font has and how wide they are.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { packageFolder } from '../paths.ts';

/** Reads character coverage and metrics of a TrueType font. */
export class TrueType {
  readonly #file: DataView;
  readonly #tables = new Map<string, number>();
  readonly #unitsPerEm: number;
  readonly #widths: number;
  /** Ranges of code points, sorted, with their glyph lookup. */
  readonly #ranges: readonly GlyphRange[];

  constructor(bytes: Uint8Array) {
    this.#file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // A collection contains several fonts that share their characters. The first one is used.
    const start = readTag(bytes, 0) === 'ttcf' ? this.#file.getUint32(12) : 0;
    const first = start + 12;
    const count = this.#file.getUint16(start + 4);
    for (let at = first; at < first + 16 * count; at += 16)
      this.#tables.set(readTag(bytes, at), this.#file.getUint32(at + 8));
    this.#unitsPerEm = this.#file.getUint16(this.#table('head') + 18);
    this.#widths = this.#file.getUint16(this.#table('hhea') + 34);
    this.#ranges = this.#readRanges();
  }

  has(codePoint: number): boolean {
    return this.#glyph(codePoint) !== 0;
  }

  /** Advance width of a character, in em. */
  width(codePoint: number): number {
    const index = Math.min(this.#glyph(codePoint), this.#widths - 1);
    return this.#file.getUint16(this.#table('hmtx') + 4 * index) / this.#unitsPerEm;
  }

  /** Ascent and descent of a line from the baseline, in em. */
  get line(): { readonly ascent: number; readonly descent: number } {
    const at = this.#table('hhea');
    const [over, under] = [this.#file.getInt16(at + 4), this.#file.getInt16(at + 6)];
    return { ascent: over / this.#unitsPerEm, descent: -under / this.#unitsPerEm };
  }

  /**
   * Horizontal extent of the outline from the origin, in em. The whole advance width if the font has no `glyf` table.
   */
  ink(codePoint: number): readonly [from: number, to: number] {
    const glyph = this.#glyph(codePoint);
    const glyphs = this.#tables.get('glyf');
    if (glyphs === undefined) return [0, this.width(codePoint)];
    const [start, end] = [this.#offset(glyph), this.#offset(glyph + 1)];
    if (start === end) return [0, 0];
    const outline = glyphs + start;
    const [from, to] = [this.#file.getInt16(outline + 2), this.#file.getInt16(outline + 6)];
    return [from / this.#unitsPerEm, to / this.#unitsPerEm];
  }

  /** Offset of an outline in the `glyf` table. */
  #offset(glyph: number): number {
    const isLong = this.#file.getInt16(this.#table('head') + 50) === 1;
    const at = this.#table('loca');
    return isLong ? this.#file.getUint32(at + 4 * glyph) : 2 * this.#file.getUint16(at + 2 * glyph);
  }

  #table(name: string): number {
    const at = this.#tables.get(name);
    if (at === undefined) throw new Error(`the font has no table ${name}`);
    return at;
  }

  #glyph(codePoint: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.last < codePoint) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low];
    return range !== undefined && range.first <= codePoint ? range.glyph(codePoint) : 0;
  }

  /** Reads the best supported cmap subtable: format 12 covers all of Unicode, format 4 the first 65536 characters. */
  #readRanges(): readonly GlyphRange[] {
    const cmap = this.#table('cmap');
    const places = Array.from(
      { length: this.#file.getUint16(cmap + 2) },
      (_, index) => cmap + this.#file.getUint32(cmap + 8 + 8 * index),
    );
    const whole = places.find((at) => this.#file.getUint16(at) === 12);
    if (whole !== undefined) return this.#readGroups(whole);
    const basic = places.find((at) => this.#file.getUint16(at) === 4);
    return basic === undefined ? [] : this.#readSegments(basic);
  }

  #readGroups(at: number): GlyphRange[] {
    const file = this.#file;
    return Array.from({ length: file.getUint32(at + 12) }, (_, index) => {
      const group = at + 16 + 12 * index;
      const first = file.getUint32(group);
      const glyph = file.getUint32(group + 8);
      return { first, last: file.getUint32(group + 4), glyph: (codePoint) => glyph + codePoint - first };
    });
  }

  #readSegments(at: number): GlyphRange[] {
    const file = this.#file;
    const doubled = file.getUint16(at + 6);
    return Array.from({ length: doubled / 2 }, (_, index) => {
      const last = at + 14 + 2 * index;
      const first = file.getUint16(last + 2 + doubled);
      const delta = file.getUint16(last + 2 + 2 * doubled);
      const offsetAt = last + 2 + 3 * doubled;
      const offset = file.getUint16(offsetAt);
      return { first, last: file.getUint16(last), glyph };

      function glyph(codePoint: number): number {
        if (offset === 0) return (codePoint + delta) & 0xffff;
        const found = file.getUint16(offsetAt + offset + 2 * (codePoint - first));
        return found === 0 ? 0 : (found + delta) & 0xffff;
      }
    });
  }
}

const readTag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

interface GlyphRange {
  readonly first: number;
  readonly last: number;
  glyph(codePoint: number): number;
}

/**
 * A font for pictures. The files are read when the first picture needs them. dist/fonts has those that are shipped, 9
 * MiB with small fonts for Chinese, Japanese and Korean. Fonts with full Chinese coverage take 92 MiB. They are used if
 * they are installed as packages or on the system.
 */
export interface Font extends Pick<TrueType, 'has' | 'width' | 'ink'> {
  readonly family: string;
  readonly files: readonly string[];
}

const googleFonts = '@expo-google-fonts';

const fontSources = {
  text: [
    [
      'DejaVu Sans Mono',
      'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
      'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
      'dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf',
      'dejavu-fonts-ttf/ttf/DejaVuSansMono-BoldOblique.ttf',
    ],
  ],
  symbols: [
    ['Noto Sans Symbols 2', `${googleFonts}/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf`],
    ['DejaVu Sans', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'],
  ],
  emoji: [['Noto Emoji', `${googleFonts}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`]],
  ideographs: [
    ['Noto Sans SC', `${googleFonts}/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf`],
    ['Noto Sans JP', `${googleFonts}/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`],
    ['Noto Sans KR', `${googleFonts}/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf`],
  ],
  // Common locations of system fonts.
  system: [
    ['Noto Sans CJK SC', '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    ['Noto Sans CJK SC', '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc'],
    ['Noto Sans CJK SC', '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc'],
    ['WenQuanYi Micro Hei', '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc'],
    ['WenQuanYi Zen Hei', '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc'],
    ['PingFang SC', '/System/Library/Fonts/PingFang.ttc'],
    ['Hiragino Sans GB', '/System/Library/Fonts/Hiragino Sans GB.ttc'],
    ['Apple SD Gothic Neo', '/System/Library/Fonts/AppleSDGothicNeo.ttc'],
  ],
  smallIdeographs: [
    ['M PLUS 1p', `${googleFonts}/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf`],
    ['Nanum Gothic Coding', `${googleFonts}/nanum-gothic-coding/400Regular/NanumGothicCoding_400Regular.ttf`],
    ['ZCOOL XiaoWei', `${googleFonts}/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf`],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [family: string, ...files: string[]])[]>>;

export type FontGroup = keyof typeof fontSources;

const shippedGroups = ['text', 'symbols', 'emoji', 'smallIdeographs'] as const satisfies readonly FontGroup[];

/** The files whose shipped part is in dist/fonts: PACKAGE/PATH. */
export const bundledFontFiles: readonly string[] = shippedGroups.flatMap((group) =>
  fontSources[group].flatMap(([, ...files]) => files),
);

const fontCache = new Map<FontGroup, readonly Font[]>();

/** Returns the installed fonts of a group, the preferred one first. */
export function findFonts(group: FontGroup): readonly Font[] {
  let fonts = fontCache.get(group);
  if (!fonts) {
    fonts = fontSources[group].flatMap(([family, ...files]) => loadFont(family, files) ?? []);
    fontCache.set(group, fonts);
  }
  return fonts;
}

/** Returns the files of all fonts, for the rasterizer, which opens them on demand. */
export const allFontFiles = (): readonly string[] =>
  (Object.keys(fontSources) as FontGroup[]).flatMap((group) =>
    findFonts(group).flatMap(({ files }) => files),
  );

const { resolve } = createRequire(import.meta.url);

/** Throws if neither dist/fonts nor an installed package has the file. */
function findFile(name: string): string {
  const shipped = join(packageFolder(), 'dist', 'fonts', basename(name));
  return existsSync(shipped) ? shipped : resolve(name);
}

function loadFont(family: string, names: readonly string[]): Font | undefined {
  try {
    const files = names.map(findFile);
    let read: TrueType | undefined;
    const font = (): TrueType => {
      read ??= new TrueType(readFileSync(files[0]!));
      return read;
    };
    return {
      family,
      files,
      has: (codePoint) => font().has(codePoint),
      width: (codePoint) => font().width(codePoint),
      ink: (codePoint) => font().ink(codePoint),
    };
  } catch {
    return undefined;
  }
}
