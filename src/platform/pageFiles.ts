/** The built files of the browser page, and the fonts that it uses. */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageFolder } from './paths.ts';
import { findFonts } from './picture/fonts.ts';

export interface PageFile {
  readonly type: string;
  /** True when the file name contains a content hash, so that the file may be cached forever. */
  readonly lasts: boolean;
  read(): Promise<Buffer>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** By path, such as `assets/index.js`. The empty path is the page. Undefined when no page was built. */
export function pageFiles(): ReadonlyMap<string, PageFile> | undefined {
  const folder = join(packageFolder(), 'dist', 'page');
  // Tries twice, because a build in between removes the files that the page named before.
  const built = readBuild(folder) ?? readBuild(folder);
  return built && new Map([...built, ...fontEntries()]);
}

/** The page of a trace. Its data replaces `{"version":0}`. */
export const readTracePage = (): string =>
  readFileSync(join(packageFolder(), 'dist', 'trace', 'index.html'), 'utf8');

/** Returns the page and the assets that it names. Other assets belong to earlier builds. */
function readBuild(folder: string): readonly (readonly [string, PageFile])[] | undefined {
  try {
    const page = readPageFile(join(folder, 'index.html'), false);
    const names = readdirSync(join(folder, 'assets')).filter((name) => page.text.includes(`assets/${name}`));
    return [
      ['', page],
      ...names.map((name) => [`assets/${name}`, readPageFile(join(folder, 'assets', name), true)] as const),
    ];
  } catch {
    return undefined;
  }
}

/** Read immediately, because a later build would remove the file. */
function readPageFile(path: string, lasts: boolean): PageFile & { readonly text: string } {
  const bytes = readFileSync(path);
  return {
    type: contentTypeOf(path),
    lasts,
    read: () => Promise.resolve(bytes),
    text: lasts ? '' : String(bytes),
  };
}

const contentTypeOf = (path: string): string => contentTypes[extname(path)] ?? 'application/octet-stream';

function fontEntries(): readonly (readonly [string, PageFile])[] {
  const named = [
    ...(findFonts('text')[0]?.files ?? []).map((path, at) => [textFaceNames[at]!, path] as const),
    ...findFonts('symbols')
      .slice(0, 1)
      .map(({ files }) => ['symbols', files[0]!] as const),
    ...findFonts('emoji').map(({ files }) => ['emoji', files[0]!] as const),
    ...findFonts('smallIdeographs').map(({ family, files }) => [scriptByFamily[family]!, files[0]!] as const),
  ];
  return named.map(([name, path]) => [
    `fonts/${name}`,
    { type: contentTypeOf(path), lasts: false, read: () => readFile(path) },
  ]);
}

/** The script that each small font for ideographs covers. */
const scriptByFamily: Readonly<Record<string, string>> = {
  'M PLUS 1p': 'japanese',
  'Nanum Gothic Coding': 'korean',
  'ZCOOL XiaoWei': 'chinese',
};

/** In the order of the faces of a font. */
const textFaceNames = ['text', 'text-bold', 'text-italic', 'text-bold-italic'];
