/**
 * Bundles the declarations of each entry of `entries.json`, such as `dist/client.d.ts` from `src/client/index.ts`.
 * What several entries share goes into one more file. `--to DIR` writes elsewhere than to dist/.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const [, , option, folder = join(root, 'dist')] = process.argv;
if (option !== undefined && option !== '--to') throw new Error(`${option}: expected --to DIR`);

const jsonOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const single = mkdtempSync(join(tmpdir(), 'ptywright-types-'));
try {
  const args = ['-p', 'src/build/tsconfig.json', '--outDir', single, '--singleThreaded'];
  const { status } = spawnSync(tsc, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) await bundle();
  else process.exitCode = status ?? 1;
} finally {
  rmSync(single, { recursive: true });
}

async function bundle() {
  const { peerDependencies } = jsonOf('package.json');
  const input = Object.entries(jsonOf('src/build/entries.json')).map(([name, source]) => [
    name,
    join(single, `${source}.d.ts`),
  ]);
  const ownImports = {
    name: 'own-imports',
    resolveId: (id) => (id.startsWith('#') ? join(single, id.slice(1).replace(/\.ts$/, '.d.ts')) : null),
  };
  // Only the types of Node and of the test runners are there for sure, so importing those of other packages is an error.
  const noPackages = {
    name: 'no-packages',
    generateBundle(_, files) {
      for (const { fileName, imports = [] } of Object.values(files)) {
        const foreign = imports.filter(
          (name) => !(name.startsWith('node:') || name in files || name in peerDependencies),
        );
        if (foreign.length > 0)
          this.error(`${fileName} needs the types of ${foreign.join(', ')}: mark what uses them @internal`);
      }
    },
  };
  const build = await rolldown({
    input: Object.fromEntries(input),
    external: /^[^./#]/,
    plugins: [ownImports, dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false }), noPackages],
  });
  await build.write({ dir: folder, format: 'es', chunkFileNames: 'shared.js' });
}
