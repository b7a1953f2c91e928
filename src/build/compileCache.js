/**
 * Saves the V8 code cache of the startup modules: those of a server with the first requests of a client, and those of a
 * worker that loads a plugin and classifies a screen. Each thread saves what it has run at its exit.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, MessageChannel, Worker } from 'node:worker_threads';

const itself = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

async function runServer() {
  const { commandLine } = await import('../../dist/start.cjs');
  process.on('exit', () => commandLine.save());
  await commandLine.open().main(['serve', '--stdio']);
}

async function runWorker() {
  const {
    default: { pluginWorker },
  } = await import('../../dist/pluginWorker.cjs');
  process.on('exit', () => pluginWorker.save());
}

function saveServer() {
  const home = mkdtempSync(join(tmpdir(), 'ptywright-build-'));
  const env = { ...process.env, PTYWRIGHT_HOME: home };
  const input = '{"jsonrpc":"2.0","id":1,"method":"server.capabilities"}\n';
  const stdio = ['pipe', 'ignore', 'inherit'];
  const { status } = spawnSync(process.execPath, [itself, 'run'], { input, env, stdio });
  rmSync(home, { recursive: true });
  process.exitCode = status ?? 1;
}

/** Loads a plugin as text and then compiled, as `src/adapters/pluginInstance.ts` does for its first two adapters. */
async function saveWorker() {
  const { port1: port, port2: workerData } = new MessageChannel();
  const worker = new Worker(itself, { workerData, transferList: [workerData] });
  const answer = async (message) => {
    if (message) port.postMessage(message);
    const [{ kind, ...rest }] = await once(port, 'message');
    if (kind === 'failed') throw new Error(rest.message);
    return rest;
  };
  await answer();
  const { compiled } = await answer(loadMessage({}));
  await answer(loadMessage(compiled));
  await answer({
    kind: 'call',
    id: 1,
    call: { function: 'classify', args: 'context', screenContext: blankScreen, facts: {} },
  });
  port.close();
  await once(worker, 'exit');
}

function loadMessage(compiled) {
  return {
    kind: 'load',
    sources: { name: 'shell', modules: { ...luaFiles('plugins/shell'), ...luaFiles('plugins/lib', 'lib/') } },
    compiled,
    permissions: ['screen.read', 'transcript.read', 'input.write', 'matcher.wait'],
    version: '0.0.0',
    vocabulary: { actions: [{ name: 'key', needs: 'input.write' }], matchers: ['bell'] },
    lastSeen: new SharedArrayBuffer(8),
  };
}

function luaFiles(folder, prefix = '') {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.lua'));
  const module = (file) => [
    `${prefix}${file.slice(0, -'.lua'.length)}`,
    readFileSync(join(root, folder, file), 'utf8'),
  ];
  return Object.fromEntries(files.map(module));
}

const blankRows = Array(24).fill('');
const blankScreen = {
  rows: blankRows,
  runs: `[${blankRows.map(() => '[]').join(',\n')}]`,
  uncertain: [],
  wrapped: [],
  widths: 'codepoint',
  size: { rows: 24, cols: 80 },
  cursor: { row: 0, col: 0, visible: true },
  sequence: 1,
  title: null,
  bells: 0,
  alternateScreen: false,
  modes: {},
  stableMs: 0,
  exit: null,
  transcript: '',
  transcriptStart: 0,
  transcriptCursor: 0,
  markers: {},
  events: [],
  scrolled: { rows: [], lost: 0 },
};

if (!isMainThread) await runWorker();
else if (process.argv[2] === 'run') await runServer();
else {
  saveServer();
  await saveWorker();
}
