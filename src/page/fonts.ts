/** The fonts of terminals: those of our pictures, from this server. Load them before a terminal measures them. */
import type { Disposable } from '#platform/lifetimes.ts';

/** The scripts of the large fonts. These fonts (6 MB) are loaded only for text in their scripts. */
const ideographRange =
  'U+2E80-2FDF, U+3000-30FF, U+31C0-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-3FFFF';
const hangulRange = 'U+1100-11FF, U+3130-318F, U+A960-A97F, U+AC00-D7FF';

const fontFiles: readonly (readonly [family: string, file: string, style?: FontFaceDescriptors])[] = [
  ['DejaVu Sans Mono', 'text'],
  ['DejaVu Sans Mono', 'text-bold', { weight: 'bold' }],
  ['DejaVu Sans Mono', 'text-italic', { style: 'italic' }],
  ['DejaVu Sans Mono', 'text-bold-italic', { weight: 'bold', style: 'italic' }],
  ['M PLUS 1p', 'japanese', { unicodeRange: ideographRange }],
  ['Nanum Gothic Coding', 'korean', { unicodeRange: hangulRange }],
  ['ZCOOL XiaoWei', 'chinese', { unicodeRange: ideographRange }],
  ['Noto Sans Symbols 2', 'symbols'],
  ['Noto Emoji', 'emoji'],
];

/** Each font has characters that the fonts before it lack. */
const fontFamilies = [...new Set(fontFiles.map(([family]) => `'${family}'`))];
export const terminalFontFamily = `${fontFamilies.join(', ')}, monospace`;

/** The width of a character, in em. */
export const cellWidthEm = 1233 / 2048;

/** Above and below the baseline, in em: the text font, and the vertical lines of frames in it. */
const rowEm = { above: 1901 / 2048, below: 483 / 2048 };
const lineEm = { above: 1921 / 2048, below: 512 / 2048 };
/** In pixels: a fainter gap is not visible. */
const visibleGap = 0.15;

/** Browsers round each part of a row to whole pixels. Returns whether the rows are then further apart than lines reach. */
export const hasLineGaps = (fontSize: number): boolean =>
  (['above', 'below'] as const).some(
    (part) => Math.round(rowEm[part] * fontSize) - lineEm[part] * fontSize > visibleGap,
  );

/** Resolves when the text font is loaded. Other fonts are loaded when text needs them. */
export async function loadFonts(): Promise<void> {
  const faces = fontFiles.map(
    ([family, file, style]) => new FontFace(family, `url(fonts/${file})`, { ...style, display: 'block' }),
  );
  for (const face of faces) document.fonts.add(face);
  await Promise.allSettled(faces.slice(0, 4).map((face) => face.load()));
}

/** Calls the listener when another font is loaded: measurements and drawings are then outdated. */
export function onFontLoaded(listener: () => void): Disposable {
  document.fonts.addEventListener('loadingdone', listener);
  return { dispose: () => document.fonts.removeEventListener('loadingdone', listener) };
}
