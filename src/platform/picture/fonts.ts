/**
 * The fonts of pictures: which one has a character, and how wide it is there. They are files of packages, read when
 * the first picture needs them. For Chinese, Japanese and Korean a small one each comes along, 21 MiB in all; what has
 * all of Chinese takes 92 MiB, and is used where it is installed, or the system has it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TrueType } from './trueType.ts';

export interface Font {
  readonly family: string;
  readonly files: readonly string[];
  has(codePoint: number): boolean;
  /** Of a character, in em. */
  width(codePoint: number): number;
  /** From where it stands. */
  ink(codePoint: number): readonly [from: number, to: number];
}

const google = '@expo-google-fonts';

const packages = {
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
    ['Noto Sans Symbols 2', `${google}/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf`],
    ['DejaVu Sans', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'],
  ],
  emoji: [['Noto Emoji', `${google}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`]],
  ideographs: [
    ['Noto Sans SC', `${google}/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf`],
    ['Noto Sans JP', `${google}/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`],
    ['Noto Sans KR', `${google}/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf`],
  ],
  // Where systems keep theirs.
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
    ['M PLUS 1p', `${google}/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf`],
    ['Nanum Gothic Coding', `${google}/nanum-gothic-coding/400Regular/NanumGothicCoding_400Regular.ttf`],
    ['ZCOOL XiaoWei', `${google}/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf`],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [family: string, ...files: string[]])[]>>;

export type FontGroup = keyof typeof packages;

const located = new Map<FontGroup, readonly Font[]>();

/** The installed fonts of a group, the one that is preferred first. */
export function fontsOf(group: FontGroup): readonly Font[] {
  let fonts = located.get(group);
  if (!fonts) {
    fonts = packages[group].flatMap(([family, ...files]) => locate(family, files) ?? []);
    located.set(group, fonts);
  }
  return fonts;
}

/** Every file of every font, for the rasterizer, which opens them as it needs them. */
export const fontFiles = (): readonly string[] =>
  (Object.keys(packages) as FontGroup[]).flatMap((group) => fontsOf(group).flatMap(({ files }) => files));

const { resolve } = createRequire(import.meta.url);

function locate(family: string, names: readonly string[]): Font | undefined {
  try {
    const files = names.map((name) => resolve(name));
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
