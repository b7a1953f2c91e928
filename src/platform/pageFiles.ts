/** The files of the page for browsers, as the build has left them, and the fonts that it shows terminals in. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageFolder } from './packageFolder.ts';
import { fontsOf } from './picture/fonts.ts';

export interface PageFile {
  readonly type: string;
  /** Named for what is in it: what has that name never changes. */
  readonly lasts: boolean;
  read(): Promise<Buffer>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** By path, such as `assets/index.js`; the empty one is the page itself. Undefined when none was built. */
export function pageFiles(): ReadonlyMap<string, PageFile> | undefined {
  const folder = join(packageFolder(), 'dist', 'page');
  // A build that comes in between takes the files away that the page named before.
  const built = builtIn(folder) ?? builtIn(folder);
  return built && new Map([...built, ...fonts()]);
}

/** The page, and those files beside it that it names: others are of builds before. */
function builtIn(folder: string): readonly (readonly [string, PageFile])[] | undefined {
  try {
    const page = kept(join(folder, 'index.html'), false);
    const names = readdirSync(join(folder, 'assets')).filter((name) => page.text.includes(`assets/${name}`));
    return [
      ['', page],
      ...names.map((name) => [`assets/${name}`, kept(join(folder, 'assets', name), true)] as const),
    ];
  } catch {
    return undefined;
  }
}

/** Read at once: a build that comes later would take it away. */
function kept(path: string, lasts: boolean): PageFile & { readonly text: string } {
  const bytes = readFileSync(path);
  return { type: typeOf(path), lasts, read: () => Promise.resolve(bytes), text: lasts ? '' : String(bytes) };
}

const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream';

function fonts(): readonly (readonly [string, PageFile])[] {
  const named = [
    ...(fontsOf('text')[0]?.files ?? []).map((path, at) => [textFaces[at]!, path] as const),
    ...fontsOf('symbols')
      .slice(0, 1)
      .map(({ files }) => ['symbols', files[0]!] as const),
    ...fontsOf('emoji').map(({ files }) => ['emoji', files[0]!] as const),
    ...fontsOf('smallIdeographs').map(({ family, files }) => [scriptOf[family]!, files[0]!] as const),
  ];
  return named.map(([name, path]) => [
    `fonts/${name}`,
    { type: typeOf(path), lasts: false, read: () => readFile(path) },
  ]);
}

/** What each of the small fonts for ideographs is for. */
const scriptOf: Readonly<Record<string, string>> = {
  'M PLUS 1p': 'japanese',
  'Nanum Gothic Coding': 'korean',
  'ZCOOL XiaoWei': 'chinese',
};

/** In the order of the faces of a font. */
const textFaces = ['text', 'text-bold', 'text-italic', 'text-bold-italic'];
