/** Files of other packages that dist/ ships beside their code: the fonts of pictures, and the licences of all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundledFontFiles } from '../platform/picture/fonts.ts';

const { resolve } = createRequire(import.meta.url);
const packageFolderPattern = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Folders of packages. The emulator of the browser page is bundled by another tool. */
const folders = new Set([dirname(resolve('@xterm/xterm/package.json'))]);

/** Remembers the packages whose modules a build includes. */
export const notePackages: Plugin = {
  name: 'note-packages',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle))
      for (const id of made.type === 'chunk' ? made.moduleIds : []) notePackage(id);
  },
};

function notePackage(file: string): void {
  const folder = packageFolderPattern.exec(file.replaceAll('\\', '/'))?.[0];
  if (folder !== undefined) folders.add(folder.replace(/^\0/, ''));
}

/** Belongs to the last build, when all packages are known. */
export const shipFiles: Plugin = {
  name: 'ship-files',
  generateBundle() {
    for (const name of bundledFontFiles) {
      const file = resolve(name);
      notePackage(file);
      this.emitFile({ type: 'asset', fileName: `fonts/${basename(file)}`, source: readFileSync(file) });
    }
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licenceTexts() });
  },
};

function licenceTexts(): string {
  const packages = [...folders].map(licenceOf).sort();
  return ['dist/ contains code and fonts of these packages.', ...packages].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n');
}
