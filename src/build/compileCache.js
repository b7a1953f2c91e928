/**
 * Saves the V8 code cache of the startup modules: runs a server with the first requests of a client, and saves the
 * cache at its exit.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv[2] === 'run') await run();
else keep();

async function run() {
  const { commandLine, compiledFile } = await import('../../dist/start.js');
  process.on('exit', () => writeFileSync(compiledFile, commandLine.compiled()));
  await commandLine.open().main(['serve', '--stdio']);
}

function keep() {
  const home = mkdtempSync(join(tmpdir(), 'ptywright-build-'));
  const env = { ...process.env, PTYWRIGHT_HOME: home };
  const input = '{"jsonrpc":"2.0","id":1,"method":"server.capabilities"}\n';
  const stdio = ['pipe', 'ignore', 'inherit'];
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'run'], {
    input,
    env,
    stdio,
  });
  rmSync(home, { recursive: true });
  process.exitCode = status ?? 1;
}
