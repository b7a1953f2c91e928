/**
 * `pack` removes from package.json what only a clone needs, before npm packs it: scripts such as `prepare`, and the
 * development dependencies. `restore` puts the file back.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = `${root}node_modules/.cache/ptywright/package.json`;
const manifest = `${root}package.json`;

if (process.argv[2] === 'restore') renameSync(kept, manifest);
else {
  mkdirSync(`${root}node_modules/.cache/ptywright`, { recursive: true });
  copyFileSync(manifest, kept);
  const { scripts, devDependencies, allowScripts, ...packed } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`);
}
