/** The pictures and recordings of a plugin. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { limits } from '../../core/limits.ts';
import { Failure } from '../usage.ts';

export interface ScreenFile {
  /** As people are told of it, and as they can open it. */
  readonly path: string;
  /** Below the folder `screens`. */
  readonly name: string;
}

export const screensFolder = 'screens';
const kinds = ['.txt', '.cast'];

export const isScreenFile = (path: string): boolean => kinds.some((kind) => path.endsWith(kind));

/** In the order of their names. */
export function screensOf(folder: string): readonly ScreenFile[] {
  const screens = join(folder, screensFolder);
  if (!statSync(screens, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter(isScreenFile)
    .sort()
    .map((name) => ({ path: join(screens, name), name }));
}

/** Those with one of the words in their names; a path also stands for its file. */
export function chosen(all: readonly ScreenFile[], words: readonly string[]): readonly ScreenFile[] {
  if (words.length === 0) return all;
  for (const word of words) {
    if (all.some((file) => isMeant(file, word))) continue;
    throw new Failure(`${word}: no picture has that in its name`);
  }
  return all.filter((file) => words.some((word) => isMeant(file, word)));
}

const isMeant = ({ path, name }: ScreenFile, word: string) =>
  name.includes(word) || path === word || name === basename(word);

/** Raises Failure. */
export function readScreen(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > limits.pictureBytes) throw new Failure(`${path}: more than ${limits.pictureBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (problem instanceof Failure) throw problem;
    throw new Failure(`${path}: ${(problem as NodeJS.ErrnoException).code ?? problem}`);
  }
}
