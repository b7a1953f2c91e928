/** Fonts for text, all characters of which are equally wide: those that come along, and those that the machine has. */
import { readFile } from 'node:fs/promises';
import { limits } from '../../core/limits.ts';
import { type FontFile, readFontFile } from './fontFile.ts';
import { fontFilesIn, fontFolders } from './fontFolders.ts';
import { type Font, fontsOf } from './fonts.ts';
import { TrueType } from './trueType.ts';

export interface Typeface extends Font {
  /** All in em: the width of every character, and how far a line reaches over and under where it stands. */
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
}

export class Typefaces {
  readonly #folders: () => readonly string[];
  #families: Promise<ReadonlyMap<string, readonly FontFile[]>> | undefined;
  readonly #read = new Map<string, Promise<Typeface | undefined>>();

  /** The folders are looked through when the first one is asked for, and not again. */
  constructor(folders: () => readonly string[] = fontFolders) {
    this.#folders = folders;
  }

  /** Whatever the size of its letters; undefined where no such font is there. */
  async named(family: string): Promise<Typeface | undefined> {
    const key = keyOf(family);
    const files = (await this.#known()).get(key);
    if (!files) return undefined;
    const read = this.#read.get(key) ?? typefaceIn(files);
    if (this.#read.size >= limits.fontsRead) this.#read.clear();
    this.#read.set(key, read);
    return read;
  }

  async names(): Promise<readonly string[]> {
    return [...(await this.#known()).values()].map(([first]) => first!.family).sort();
  }

  #known(): Promise<ReadonlyMap<string, readonly FontFile[]>> {
    this.#families ??= familiesIn(this.#folders());
    return this.#families;
  }
}

const keyOf = (family: string): string => family.trim().toLowerCase();

async function familiesIn(folders: readonly string[]): Promise<ReadonlyMap<string, readonly FontFile[]>> {
  const ours = [...fontsOf('text'), ...fontsOf('smallIdeographs')].flatMap(({ files }) => files);
  const families = new Map<string, FontFile[]>();
  for (const file of [...ours, ...(await fontFilesIn(folders))]) {
    const told = await readFontFile(file);
    if (!told?.fixed) continue;
    const key = keyOf(told.family);
    families.set(key, [...(families.get(key) ?? []), told]);
  }
  return families;
}

/** A face for each of the four styles that a terminal knows; what a family has besides is never drawn. */
async function typefaceIn(files: readonly FontFile[]): Promise<Typeface | undefined> {
  const style = (weight: number, italic: boolean): FontFile => {
    const far = (one: FontFile): number =>
      Math.abs(one.weight - weight) + (one.italic === italic ? 0 : 2000) + (one.normal ? 0 : 4000);
    return files.reduce((best, one) => (far(one) < far(best) ? one : best));
  };
  const faces = [style(400, false), style(700, false), style(400, true), style(700, true)];
  try {
    const font = new TrueType(await readFile(faces[0]!.file));
    return {
      family: faces[0]!.family,
      files: [...new Set(faces.map(({ file }) => file))],
      has: (codePoint) => font.has(codePoint),
      width: (codePoint) => font.width(codePoint),
      ink: (codePoint) => font.ink(codePoint),
      advance: font.width(zero),
      ...font.line,
    };
  } catch {
    return undefined;
  }
}

const zero = 0x30;
