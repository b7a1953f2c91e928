/** Uses an installed ptywright in each way that a user would. Prints a line of JSON, or fails. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** npx puts the command on the PATH, and installs it where no project can import it. */
function findPackage() {
  try {
    return dirname(createRequire(import.meta.url).resolve('ptywright/package.json'));
  } catch (problem) {
    for (const folder of process.env.PATH.split(delimiter))
      try {
        return dirname(dirname(realpathSync(join(folder, 'ptywright'))));
      } catch {}
    throw problem;
  }
}

const home = mkdtempSync(join(tmpdir(), 'smoke-'));
process.env.PTYWRIGHT_HOME = home;
const folder = findPackage();
const { connectSocket, connectStdio } = await import(
  pathToFileURL(createRequire(join(folder, 'package.json')).resolve('ptywright/client'))
);
const bin = join(folder, 'bin/ptywright.js');
const ptywright = async (...args) =>
  (await promisify(execFile)(process.execPath, [bin, ...args], { maxBuffer: 1 << 26 })).stdout;

/** Types into a shell, waits for a pattern, and looks at the screen. */
async function useSession({ calls }) {
  const { session } = await calls.session.create({ program: 'sh', env: { PS1: '% ' } });
  const { plain_text } = await calls.session.act({
    session,
    actions: [
      { type: 'text', value: 'echo answer $((6*7))' },
      { type: 'key', value: 'enter' },
    ],
    matcher: { type: 'screen_regex', value: 'answer (?P<number>\\d+)' },
    evidence: 'text',
  });
  assert.match(plain_text, /answer 42/);
  const snapshot = await calls.session.snapshot({ session });
  assert.match(snapshot.plain_text, /answer 42/);
  const { data } = await calls.session.screenshot({ session, format: 'png' });
  assert.match(Buffer.from(data, 'base64').toString('latin1'), /^\x89PNG/);
  await calls.session.close({ session });
}

async function useShellPlugin({ calls }) {
  // Startup files of the user can take any time.
  const { adapter } = await calls.adapter.start({ plugin: 'shell', env: { HOME: home } });
  const reply = await calls.adapter.turn({
    adapter,
    send: { intent: 'run', params: { command: 'echo plugin $((6*8))' } },
  });
  assert.match(JSON.stringify(reply), /plugin 48/);
}

const { client } = connectStdio(process.execPath, [bin, 'serve', '--stdio']);
const { regex_engine: engine } = await client.calls.server.capabilities();
await useSession(client);
await useShellPlugin(client);
await client.close();

const server = spawn(process.execPath, [bin, 'serve'], { stdio: ['ignore', 'ignore', 'pipe'] });
const [line] = await once(createInterface({ input: server.stderr }), 'line');
const overSocket = await connectSocket(line.replace(/^.*listening on /, ''));
await useSession(overSocket);
await overSocket.close();
server.kill();
await once(server, 'close');

assert.match(
  await ptywright('exec', '--wait-regex', 'exec \\d+', '--', 'sh', '-c', 'echo exec 42; read x'),
  /exec 42/,
);
const { ok, checks } = JSON.parse(await ptywright('doctor', '--json'));
assert.ok(ok, JSON.stringify(checks));
assert.equal(checks.find(({ check }) => check === 're2').found === 'native' ? 're2' : 're2js', engine);

rmSync(home, { recursive: true });
process.stdout.write(`${JSON.stringify({ node: process.versions.node, engine })}\n`);
