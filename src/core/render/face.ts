/** The font for text of a picture: ours, or one that the machine has. */
import { type Typeface, Typefaces } from '../../platform/picture/typefaces.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';

/** Sizes are in em. */
export interface Face {
  readonly family: string;
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
  /** Besides those of every picture. */
  readonly files: readonly string[];
  /** What is not one of ours. */
  readonly font: Typeface | undefined;
}

export const ownFamily = 'DejaVu Sans Mono';

export const ownFace: Face = {
  family: ownFamily,
  advance: 1233 / 2048,
  ascent: 0.928,
  descent: 0.236,
  files: [],
  font: undefined,
};

const typefaces = new Typefaces();

/** Of a font that the machine has. Raises Invalid where it has none of that name, unless ours will do. */
export async function faceOf(family: string | undefined, oursWillDo: boolean): Promise<Face> {
  if (family === undefined || family === ownFamily) return ownFace;
  const font = await typefaces.named(family);
  if (!font) return oursWillDo ? ownFace : refuse(family, await typefaces.names());
  const { advance, ascent, descent, files } = font;
  return { family: font.family, advance, ascent, descent, files, font };
}

function refuse(family: string, names: readonly string[]): never {
  const told = names.slice(0, limits.toldFonts).join(', ');
  const reason = 'no font of one width that is on the machine is called that';
  const sentence = `font: ${reason}; there are ${told}`;
  return raise(fault.Invalid({ path: 'font', reason, expected: `one of ${told}`, got: family }, sentence));
}
