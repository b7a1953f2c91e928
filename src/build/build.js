/** Rebuilds dist/. Prints nothing unless something fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rolldown = fileURLToPath(new URL('../bin/cli.mjs', import.meta.resolve('rolldown')));
const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));

rmSync(`${root}dist`, { recursive: true, force: true });
// rolldown prints the list of chunks at any log level; this variable turns that off.
const env = { ...process.env, CONSOLA_LEVEL: '1' };
/** Resolves with the status of the program. */
const run = async (...args) => {
  const [status] = await once(spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }), 'exit');
  return status ?? 1;
};

const bundle = async () =>
  (await run(rolldown, '-c', 'src/build/rolldown.config.ts', '--log-level', 'warn')) ||
  (await run('dist/derive.js', '--python')) ||
  (await run('src/build/compileCache.js'));

const statuses = await Promise.all([
  bundle(),
  run('src/build/declarations.js'),
  run(vite, 'build', '-c', 'src/build/vite.config.ts'),
  run(vite, 'build', '-c', 'src/build/vite.config.ts', '--mode', 'trace'),
]);
process.exitCode = Math.max(...statuses);
