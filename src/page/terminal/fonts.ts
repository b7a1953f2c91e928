/** The fonts of terminals: those of our pictures, from our own files. A terminal measures them, so they come first. */

const files: readonly (readonly [family: string, file: string, style?: FontFaceDescriptors])[] = [
  ['DejaVu Sans Mono', 'text'],
  ['DejaVu Sans Mono', 'text-bold', { weight: 'bold' }],
  ['DejaVu Sans Mono', 'text-italic', { style: 'italic' }],
  ['DejaVu Sans Mono', 'text-bold-italic', { weight: 'bold', style: 'italic' }],
  ['Noto Sans Symbols 2', 'symbols'],
  ['Noto Emoji', 'emoji'],
];

export const terminalFont = "'DejaVu Sans Mono', 'Noto Sans Symbols 2', 'Noto Emoji', monospace";

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
