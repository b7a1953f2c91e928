/** Rebuilds dist/. Prints nothing unless something fails. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rolldown = fileURLToPath(new URL('../bin/cli.mjs', import.meta.resolve('rolldown')));
const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));

rmSync(`${root}dist`, { recursive: true, force: true });
// rolldown prints the list of chunks at any log level; this variable turns that off.
const env = { ...process.env, CONSOLA_LEVEL: '1' };
const run = (args) => spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;

process.exitCode =
  run([rolldown, '-c', 'src/build/rolldown.config.ts', '--log-level', 'warn']) ||
  run([vite, 'build', '-c', 'src/build/vite.config.ts']) ||
  run([vite, 'build', '-c', 'src/build/vite.config.ts', '--mode', 'trace']) ||
  run(['dist/derive.js', '--python']) ||
  run(['src/build/compileCache.js']) ||
  run(['src/build/declarations.js']);
