/** Sizes within one cell, all of them whole pixels, so that neighbouring cells meet without a seam. */
import { type Face, ownFace } from './face.ts';

export interface Metrics {
  readonly width: number;
  readonly height: number;
  /** Where text stands, from the top. */
  readonly baseline: number;
  /** Such that a character of the font for text is exactly one cell wide. */
  readonly fontSize: number;
  /** The thickness of a thin line. */
  readonly line: number;
  readonly face: Face;
}

const lineHeight = 1.2;

export function metricsFor(fontSize: number, scale = 1, face = ownFace): Metrics {
  const width = Math.max(1, Math.round(face.advance * fontSize));
  const height = Math.max(2, Math.round(lineHeight * fontSize));
  return metricsOf(Math.max(1, Math.round(width * scale)), Math.max(2, Math.round(height * scale)), face);
}

function metricsOf(width: number, height: number, face: Face): Metrics {
  const fontSize = Math.round((100 * width) / face.advance) / 100;
  const above = (height - (face.ascent + face.descent) * fontSize) / 2;
  return {
    width,
    height,
    fontSize,
    baseline: Math.round(above + face.ascent * fontSize),
    line: Math.max(1, Math.round(width / 9)),
    face,
  };
}
