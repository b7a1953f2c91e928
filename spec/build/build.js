/** Makes dist/ anew, and says nothing unless something is wrong with it. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rolldown = fileURLToPath(new URL('../bin/cli.mjs', import.meta.resolve('rolldown')));
const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));

rmSync(`${root}dist`, { recursive: true, force: true });
// The list of chunks is printed whatever the log level is, unless the printer is told.
const env = { ...process.env, CONSOLA_LEVEL: '1' };
const run = (args) => spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;

process.exitCode =
  run([rolldown, '-c', 'spec/build/rolldown.config.ts', '--log-level', 'warn']) ||
  run([vite, 'build', '-c', 'spec/build/vite.config.ts']) ||
  run(['spec/build/keepCompiled.js']);
