/** The text font of a picture and the metrics of a cell. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Typeface, TypefaceRegistry } from '#platform/picture/systemFonts.ts';

/** A font for text. Sizes are in em. */
export interface TextFont {
  readonly family: string;
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
  /** Font files in addition to those of every picture. */
  readonly files: readonly string[];
  /** Undefined for the default font. */
  readonly font: Typeface | undefined;
}

export const defaultFontFamily = 'DejaVu Sans Mono';

const defaultFont: TextFont = {
  family: defaultFontFamily,
  advance: 1233 / 2048,
  ascent: 0.928,
  descent: 0.236,
  files: [],
  font: undefined,
};

const installedTypefaces = new TypefaceRegistry();

/** Finds an installed font. Raises Invalid if there is no such font and `oursWillDo` is false. */
export async function findFont(family: string | undefined, oursWillDo: boolean): Promise<TextFont> {
  if (family === undefined || family === defaultFontFamily) return defaultFont;
  const font = await installedTypefaces.find(family);
  if (!font) return oursWillDo ? defaultFont : refuseFont(family, await installedTypefaces.list());
  const { advance, ascent, descent, files } = font;
  return { family: font.family, advance, ascent, descent, files, font };
}

function refuseFont(family: string, names: readonly string[]): never {
  const listed = names.slice(0, limits.listedFonts).join(', ');
  const reason = 'no monospace font of that name is installed';
  const sentence = `font: ${reason}; available fonts: ${listed}`;
  return raise(fault.Invalid({ path: 'font', reason, expected: `one of ${listed}`, got: family }, sentence));
}

/** Sizes within one cell, in whole pixels, so that neighbouring cells join without a seam. */
export interface CellMetrics {
  readonly width: number;
  readonly height: number;
  /** The text baseline, from the top of the cell. */
  readonly baseline: number;
  /** Chosen so that a character of the text font is exactly one cell wide. */
  readonly fontSize: number;
  /** The thickness of a thin line. */
  readonly line: number;
  readonly face: TextFont;
}

const lineHeight = 1.2;

export function createCellMetrics(fontSize: number, scale = 1, face = defaultFont): CellMetrics {
  const width = Math.max(1, Math.round(face.advance * fontSize));
  const height = Math.max(2, Math.round(lineHeight * fontSize));
  return metricsOfCell(Math.max(1, Math.round(width * scale)), Math.max(2, Math.round(height * scale)), face);
}

function metricsOfCell(width: number, height: number, face: TextFont): CellMetrics {
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
