/** `npm run dev`: builds when a source changes, and then starts the server again. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rolldown = fileURLToPath(new URL('../bin/cli.mjs', import.meta.resolve('rolldown')));
const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });

let server;

function restart() {
  const start = () => {
    server = run('bin/ptywright.js', 'serve', ...process.argv.slice(2));
  };
  if (!server || server.exitCode !== null) return start();
  server.removeAllListeners('exit').once('exit', start);
  server.kill();
}

// The bundler writes the command line last.
watch(`${root}dist`, (_, name) => name === 'cli.cjs' && restart());
const build = run(rolldown, '-c', 'src/build/rolldown.config.ts', '--watch', '--log-level', 'warn');
build.on('exit', () => server?.kill());
