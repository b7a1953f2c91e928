/**
 * Finds fixed-width fonts: the bundled ones and those of the system. Reads only the metadata of each file, not the
 * outlines, so that a thousand files are scanned quickly.
 */

import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#limits.ts';
import { type Font, findFonts, TrueType } from './fonts.ts';

interface FontFile {
  readonly file: string;
  readonly family: string;
  /** 400 is regular, 700 bold. */
  readonly weight: number;
  readonly italic: boolean;
  /** Neither condensed nor expanded. */
  readonly normal: boolean;
  /** Whether all characters have the same width. */
  readonly fixed: boolean;
}

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Undefined if the file is not a font or has no usable family name. */
async function readFontFile(file: string): Promise<FontFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, O_RDONLY | O_NONBLOCK);
    return (await handle.stat()).size > limits.fontBytes ? undefined : await readFacts(file, handle);
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** Limits for a valid font. */
const maxima = { tables: 64, nameBytes: 64 * 1024 };

async function readFacts(file: string, handle: FileHandle): Promise<FontFile | undefined> {
  const part = async (at: number, bytes: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer.subarray(0, bytesRead);
  };
  const first = await part(0, 16);
  // A collection contains several fonts. The first one represents it.
  const start = first.toString('latin1', 0, 4) === 'ttcf' ? first.readUInt32BE(12) : 0;
  const count = (await part(start + 4, 2)).readUInt16BE(0);
  if (count > maxima.tables) return undefined;
  const directory = await part(start + 12, 16 * count);
  const tables = new Map(
    Array.from({ length: count }, (_, index) => [
      directory.toString('latin1', 16 * index, 16 * index + 4),
      { at: directory.readUInt32BE(16 * index + 8), bytes: directory.readUInt32BE(16 * index + 12) },
    ]),
  );
  const table = (name: string, bytes = maxima.nameBytes): Promise<Buffer> => {
    const { at, bytes: all } = tables.get(name)!;
    return part(at, Math.min(all, bytes));
  };
  const [style, post, names] = [await table('OS/2', 64), await table('post', 16), await table('name')];
  const family = readFamilyName(names);
  const italic = (style.readUInt16BE(62) & 1) === 1;
  // Some fonts with extra wide symbols are not marked as fixed, but their PANOSE proportion is monospaced.
  const fixed = post.readUInt32BE(12) !== 0 || style[35] === monospaced;
  const [weight, width] = [style.readUInt16BE(4), style.readUInt16BE(6)];
  return family === undefined ? undefined : { file, family, weight, italic, normal: width === 5, fixed };
}

const monospaced = 9;

/** Other names would need escaping wherever a picture names its font. */
const plainNamePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,126}$/u;

/** Prefers the typographic family (name 16) to the legacy family (name 1), and English names. */
function readFamilyName(names: Buffer): string | undefined {
  const strings = names.readUInt16BE(4);
  const all = Array.from({ length: names.readUInt16BE(2) }, (_, index) => {
    const [platform, , language, id, bytes, at] = [0, 2, 4, 6, 8, 10].map((field) =>
      names.readUInt16BE(6 + 12 * index + field),
    ) as [number, number, number, number, number, number];
    return {
      platform,
      language,
      id,
      text: decodeName(platform, names.subarray(strings + at, strings + at + bytes)),
    };
  });
  const known = all.filter(({ id, text }) => (id === 16 || id === 1) && plainNamePattern.test(text));
  const rank = ({ id, platform, language }: (typeof all)[number]): number =>
    (id === 16 ? 0 : 2) + (platform === 1 || language === english ? 0 : 1);
  return known.sort((a, b) => rank(a) - rank(b))[0]?.text;
}

const english = 0x409;
const utf16 = new TextDecoder('utf-16be');

const decodeName = (platform: number, bytes: Buffer): string =>
  platform === 1 ? bytes.toString('latin1') : utf16.decode(bytes);

/** Folders of the user come first. */
function fontFolders(): readonly string[] {
  const home = homedir();
  const own = process.env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  return [
    join(own, 'fonts'),
    join(home, '.fonts'),
    join(home, 'Library', 'Fonts'),
    '/usr/local/share/fonts',
    '/usr/share/fonts',
    '/Library/Fonts',
    '/System/Library/Fonts',
  ];
}

const fontExtensions = /\.(?:ttf|otf|ttc|otc)$/i;
/** Font packages nest their files up to three levels deep. */
const maxFolderDepth = 5;

/** Returns at most `limits.fontFiles` files, in an order that does not depend on the file system. */
async function findFontFiles(folders: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of folders) await collectFiles(folder, maxFolderDepth, files);
  return files.slice(0, limits.fontFiles);
}

/** Does not follow links to folders, because they may be circular. */
async function collectFiles(folder: string, depth: number, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (files.length >= limits.fontFiles) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await (depth > 0 && collectFiles(path, depth - 1, files));
    else if (fontExtensions.test(entry.name)) files.push(path);
  }
}

/** A fixed-width font family for text. */
export interface Typeface extends Font {
  /** In em: the width of each character, and the ascent and descent from the baseline. */
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
}

export class TypefaceRegistry {
  readonly #folders: () => readonly string[];
  #families: Promise<ReadonlyMap<string, readonly FontFile[]>> | undefined;
  readonly #read = new Map<string, Promise<Typeface | undefined>>();

  /** The folders are scanned once, on first use. */
  constructor(folders: () => readonly string[] = fontFolders) {
    this.#folders = folders;
  }

  /** Family names are case-insensitive. Undefined if no such fixed-width font is installed. */
  async find(family: string): Promise<Typeface | undefined> {
    const key = familyKey(family);
    const files = (await this.#loadFamilies()).get(key);
    if (!files) return undefined;
    const read = this.#read.get(key) ?? loadTypeface(files);
    if (this.#read.size >= limits.fontsRead) this.#read.clear();
    this.#read.set(key, read);
    return read;
  }

  async list(): Promise<readonly string[]> {
    return [...(await this.#loadFamilies()).values()].map(([first]) => first!.family).sort();
  }

  #loadFamilies(): Promise<ReadonlyMap<string, readonly FontFile[]>> {
    this.#families ??= readFamilies(this.#folders());
    return this.#families;
  }
}

const familyKey = (family: string): string => family.trim().toLowerCase();

async function readFamilies(folders: readonly string[]): Promise<ReadonlyMap<string, readonly FontFile[]>> {
  const ours = [...findFonts('text'), ...findFonts('smallIdeographs')].flatMap(({ files }) => files);
  const families = new Map<string, FontFile[]>();
  for (const file of [...ours, ...(await findFontFiles(folders))]) {
    const font = await readFontFile(file);
    if (!font?.fixed) continue;
    const key = familyKey(font.family);
    families.set(key, [...(families.get(key) ?? []), font]);
  }
  return families;
}

/** Selects a face for each of the four styles of a terminal. Other faces are not used. */
async function loadTypeface(files: readonly FontFile[]): Promise<Typeface | undefined> {
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
      advance: font.width(zeroCodePoint),
      ...font.line,
    };
  } catch {
    return undefined;
  }
}

const zeroCodePoint = 0x30;
