/** Type-checks the scripts of docs/claude-code.md and of the README, and compiles them for Node. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { blocksOf } from '../guides/blocks.ts';
import { bin } from '../harness/server.ts';
import { root } from '../house/source.ts';

const pages = ['docs/claude-code.md', 'README.md'];
/** Inside the package, so that it can import itself by name. */
const folder = join(root, 'dist', 'claude-code-guide');

const clientName = 'ptywright/client';

/** Returns the paths of the scripts, in the order of the pages. */
export async function guideScripts(): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const sources = pages
    .flatMap(blocksOf)
    .filter(({ language }) => language === 'ts')
    .map(({ code }, at) => writeInFolder(`${at + 1}.ts`, code));
  return await Promise.all(sources.map(compile));
}

/** Returns the compiler errors of the scripts. */
export function typeErrors(): string {
  const compilerOptions = { paths: { [clientName]: [`${root}src/client/index.ts`] } };
  const include = ['*.ts', `${root}src/**/*.d.ts`];
  const config = { extends: `${root}tsconfig.json`, compilerOptions, include, exclude: [] };
  writeInFolder('tsconfig.json', JSON.stringify(config));
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], {
    encoding: 'utf8',
    cwd: root,
  });
  return stdout;
}

function writeInFolder(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Compiles a script, with the built program instead of `npx ptywright` and `ptywright`. */
async function compile(path: string): Promise<string> {
  const bundle = await rolldown({ input: path, external: [clientName], logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const direct = output[0].code.replace(
    /["'](?:npx["'], \[\s*["']ptywright["'],|ptywright["'], \[)/,
    () => `${JSON.stringify(process.execPath)}, [${JSON.stringify(bin)},`,
  );
  writeFileSync(`${path}.mjs`, direct);
  return `${path}.mjs`;
}
