/** Sizes within one cell, all of them whole pixels, so that neighbouring cells meet without a seam. */

export interface Metrics {
  readonly width: number;
  readonly height: number;
  /** Where text stands, from the top. */
  readonly baseline: number;
  /** Such that a character of the font for text is exactly one cell wide. */
  readonly fontSize: number;
  /** The thickness of a thin line. */
  readonly line: number;
}

/** Of DejaVu Sans Mono, in em. */
const font = { advance: 1233 / 2048, ascent: 0.928, descent: 0.236 };

const lineHeight = 1.2;

export function metricsFor(fontSize: number, scale = 1): Metrics {
  const width = Math.max(1, Math.round(font.advance * fontSize));
  const height = Math.max(2, Math.round(lineHeight * fontSize));
  return metricsOf(Math.max(1, Math.round(width * scale)), Math.max(2, Math.round(height * scale)));
}

function metricsOf(width: number, height: number): Metrics {
  const fontSize = Math.round((100 * width) / font.advance) / 100;
  const above = (height - (font.ascent + font.descent) * fontSize) / 2;
  return {
    width,
    height,
    fontSize,
    baseline: Math.round(above + font.ascent * fontSize),
    line: Math.max(1, Math.round(width / 9)),
  };
}
