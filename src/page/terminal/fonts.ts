/** The fonts of terminals: those of our pictures, from our own files. A terminal measures them, so they come first. */

/** What is written with kana or ideographs, and with hangul: without it, the 10 MB of these fonts stay where they are. */
const ideographs =
  'U+2E80-2FDF, U+3000-30FF, U+31C0-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-3FFFF';
const hangul = 'U+1100-11FF, U+3130-318F, U+A960-A97F, U+AC00-D7FF';

const files: readonly (readonly [family: string, file: string, style?: FontFaceDescriptors])[] = [
  ['DejaVu Sans Mono', 'text'],
  ['DejaVu Sans Mono', 'text-bold', { weight: 'bold' }],
  ['DejaVu Sans Mono', 'text-italic', { style: 'italic' }],
  ['DejaVu Sans Mono', 'text-bold-italic', { weight: 'bold', style: 'italic' }],
  ['M PLUS 1p', 'japanese', { unicodeRange: ideographs }],
  ['Nanum Gothic Coding', 'korean', { unicodeRange: hangul }],
  ['ZCOOL XiaoWei', 'chinese', { unicodeRange: ideographs }],
  ['Noto Sans Symbols 2', 'symbols'],
  ['Noto Emoji', 'emoji'],
];

/** In this order each has what those before it lack. */
const families = [...new Set(files.map(([family]) => `'${family}'`))];
export const terminalFont = `${families.join(', ')}, monospace`;

/** Of a character, in em. */
export const fontWidth = 1233 / 2048;

/** Kept when letters have their width. Rarer fonts are loaded when something is written with them. */
export async function loadFonts(): Promise<void> {
  const faces = files.map(
    ([family, file, style]) => new FontFace(family, `url(fonts/${file})`, { ...style, display: 'block' }),
  );
  for (const face of faces) document.fonts.add(face);
  await Promise.allSettled(faces.slice(0, 4).map((face) => face.load()));
}

/** One that is rarer has come: what was measured and drawn without it is not right. */
export function onFont(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}
