/** Runs what the README and the guides tell a user to type. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf } from './guides/blocks.ts';
import { onTerminal } from './guides/onTerminal.ts';
import { bin, type Running, runInProcess } from './harness/server.ts';
import { filesIn, readRoot, root } from './house/source.ts';
import { guideTests, testingGuide } from './testing/guide.ts';

interface Typed {
  readonly page: string;
  /** Text by which the block is found. */
  readonly with: string;
  /** Minimum output. */
  readonly prints: readonly (string | RegExp)[];
  /** Text of the block that starts the server for this block. The server runs until it is stopped. */
  readonly beside?: string;
}

const started = 'docs/guides/getting-started.md';
const adapters = 'docs/guides/adapters.md';
const acp = 'docs/guides/acp.md';
const recordings = 'docs/guides/recordings.md';
const layers = 'docs/guides/layers.md';
const events = 'docs/guides/events.md';
const python = 'docs/guides/python.md';
const mcp = 'docs/guides/mcp.md';
const fromTermwright = 'docs/guides/from-termwright.md';
const fromWrightty = 'docs/guides/from-wrightty.md';
const fromWsh = 'docs/guides/from-wsh.md';
const fromTuispec = 'docs/guides/from-tuispec.md';
const typed: readonly Typed[] = [
  {
    page: 'README.md',
    with: 'One shot',
    prints: ['echo $((6*7))\n42', /^s\d+$/m, /^bash.*\$\(\(6\*7\)\)\n42\nbash/m],
  },
  { page: 'README.md', with: 'connectStdio', prints: ['echo $((6*7))\n42'] },
  { page: 'README.md', with: 'greeting.yaml', prints: ['a greeting', 'ok 3 expect visible, exit'] },
  { page: started, with: 'ptywright doctor', prints: ['node-pty'] },
  { page: started, with: 'exec --wait', prints: ['echo $((6*7))\n42'] },
  {
    page: started,
    with: 'call session.create',
    prints: ['"matched": true', '"plain_text": ', '"closed": true'],
  },
  { page: started, with: 'socat', prints: ['{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}'] },
  { page: started, with: 'mkfifo', prints: ['"id":1,"result":{"session":"s1"}', '"plain_text":"ready"'] },
  { page: started, with: 'connectStdio', prints: ['echo $((6*7))', '\n42', /gave up after \d+ ms/] },
  {
    page: started,
    with: 'runsOf',
    prints: ['[[0,3,1]] [{},{"fg":1,"bold":true}]', 'bold red\nplain  and not'],
  },
  // Once by the notification, once by the block itself.
  { page: started, with: 'connectInProcess', prints: [/^s1 ready\r\n/m, /^s1 ready$/m] },
  {
    page: adapters,
    with: 'adapter.turn',
    prints: ['"adapter": "e1"', '"output": "42\\n"', '"exit_code": 1', '"closed": true'],
  },
  {
    page: adapters,
    with: 'state_changed',
    prints: ['is running', 'is ready', '"output":"one\\ntwo\\n","exit_code":7'],
  },
  {
    page: 'docs/guides/editor-client.md',
    with: 'vscode-jsonrpc',
    prints: ['ptywright ', 'ready', 'cancelled: -32005', 's1 ended with 0'],
  },
  {
    page: 'docs/guides/steps.md',
    with: 'greeting.yaml',
    prints: ['a greeting', 'ok 3 expect visible, exit'],
  },
  {
    page: 'docs/guides/watch.md',
    with: 'ptywright watch',
    prints: [/^http:\/\/127\.0\.0\.1:\d+\/watch\/#(?:as=[^&]+&)?key=[\w-]{32}$/m],
  },
  { page: acp, with: 'initialize', prints: ['"agentInfo":{"name":"ptywright"'] },
  { page: recordings, with: 'ptywright record', prints: [/hello\r?\nagain/] },
  {
    page: layers,
    with: 'overlay.create',
    prints: [/97 {28}look here/, 'checked: 97 of 100', '"closed": true'],
  },
  {
    page: events,
    with: 'command_finished',
    prints: ['"command": "cd /tmp; false"', '"exit_code": 1', '"kind": "cwd"', '"closed": true'],
  },
  {
    page: fromTermwright,
    with: 'socat',
    beside: 'termwright+unix',
    prints: ['"id":2,"result":null', 'echo $((6*7))\\n42', '"id":4,"result":null'],
  },
  {
    page: fromWrightty,
    with: 'curl',
    beside: 'wrightty+ws://127.0.0.1',
    // Input before the shell's prompt is echoed in a separate row.
    prints: ['"sessionId":"s1"', '"found":true', /"text":"42","row":[12],"col":0,"length":2/],
  },
  {
    page: fromWsh,
    with: 'curl',
    beside: 'wsh+http://127.0.0.1',
    prints: ['"name":"dev"', 'echo $((6*7))', '"42"'],
  },
  {
    page: fromTuispec,
    with: 'currentView',
    prints: ['"sessionName":"demo"', '"id":4,"result":{"ok":true}', 'echo $((6*7))', '"shuttingDown":true'],
  },
];

/** Requests, sent to a server in this order. If a reply follows a request on the page, the server must return it. */
const requested: readonly (readonly [page: string, words: string])[] = [
  ['docs/guides/selectors.md', 'session.find'],
  ['docs/guides/attach.md', 'session.capture_input'],
  [recordings, 'recording.start'],
  [recordings, 'recording.film'],
  [events, 'set_notifications'],
  ['docs/guides/redaction.md', 'extra_literals'],
];

/** Blocks that are not run, and the reasons. */
const unrun: readonly (readonly [page: string, words: string, reason: string])[] = [
  ['README.md', 'npm ci', 'fetches packages from another machine'],
  ['README.md', 'npm install', 'fetches packages from another machine'],
  ['README.md', "plugin: 'claude-code'", 'is run in spec/agents/agents.spec.ts'],
  [python, 'pip install', 'fetches the tools of pip from another machine'],
  [python, 'from ptywright', 'is run in spec/guides/python.spec.ts'],
  ['docs/guides/codegen.md', 'vim --clean', 'is recorded and run in spec/cli/codegen/codegen.spec.ts'],
  [started, "client.on('session.output'", 'is a part, which is run within the block after it'],
  [mcp, '"mcpServers"', 'is used in spec/mcp/guide.spec.ts'],
  [mcp, '"servers"', 'is used in spec/mcp/guide.spec.ts'],
  [mcp, '"name":', 'is called in spec/mcp/guide.spec.ts'],
  [mcp, 'mcp+http', 'is run in spec/mcp/guide.spec.ts'],
  [mcp, 'StdioClientTransport', 'is run in spec/guides/ownClients.spec.ts'],
  [acp, 'agent_servers', 'is a file of an editor'],
  [acp, 'codecompanion', 'is a file of an editor'],
  [acp, '"node"', 'needs a clone'],
  ['docs/guides/steps.md', 'wait: Ready', 'is a part of a file, for no program in particular'],
  ['docs/guides/steps.md', 'login.yaml:9', 'is what is printed'],
  [testingGuide, 'TerminalError:', 'is what is printed'],
  ['docs/guides/command-line.md', '# config.toml', 'is a file that shows the defaults'],
  [fromWrightty, 'WRIGHTTY_PASSWORD', 'listens to other machines'],
  [fromWsh, 'WSH_TOKEN=$(head', 'listens to other machines'],
];

const home = mkdtempSync(join(tmpdir(), 'ptywright-'));
const scripts = `${root}dist/guides`;
const env = { ...process.env, PTYWRIGHT_HOME: home, HOME: home };
let server: ChildProcess;

beforeAll(async () => {
  mkdirSync(scripts, { recursive: true });
  server = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await once(server.stderr!, 'data');
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true });
  rmSync(scripts, { recursive: true });
});

describe('commands in the guides', () => {
  for (const one of typed) {
    it(`${one.page}: ${one.with}`, async () => {
      const block = find(one.page, one.with);
      const printed = one.beside ? await runBeside(find(one.page, one.beside), block) : await run(block);
      for (const words of one.prints) expect(printed).toMatch(words);
    });
  }
});

describe('requests in the guides', () => {
  let server: Running;
  beforeAll(async () => {
    server = runInProcess();
    const { session } = await server.client.calls.session.create({
      name: 'agent',
      program: 'sh',
      args: ['-c', "printf '\\n  [ OK ]'; exec cat"],
    });
    await server.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'OK' } });
  });
  afterAll(() => server.close());

  it.each(requested)('%s: %s', async (page, words) => {
    const { code } = find(page, words);
    const messages = code.startsWith('{"jsonrpc"') ? code.trim().split('\n') : [code];
    let result: unknown;
    for (const message of messages) {
      const { method, params, ...reply } = JSON.parse(message.replaceAll('/tmp/', `${home}/`));
      if (method !== undefined) result = await server.client.send(method, params);
      else expect(result).toMatchObject({ found: reply.result.found });
    }
    expect(result).toBeTypeOf('object');
  });
});

it('every block of the guides is executed, or is listed with a reason', () => {
  const words = typed.flatMap(({ page, with: with_, beside = with_ }) => [
    [page, with_] as const,
    [page, beside] as const,
  ]);
  const tested = guideTests.map(([words]) => [testingGuide, words] as const);
  const known = [...words, ...requested, ...onTerminal, ...tested, ...unrun];
  const pages = ['README.md', ...filesIn('docs/guides')];
  const unknown = pages
    .flatMap(blocksOf)
    .filter(({ page, code }) => !known.some(([where, words]) => where === page && code.includes(words)));
  if (unknown.length > 0)
    expect.fail(
      unknown.map(({ page, code }) => `${page} has a block that no spec runs:\n${code}`).join('\n'),
    );
});

it('every link of the pages leads to a file, and to a heading in it', () => {
  const pages = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter(
        ({ path, anchor }) => !exists(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor)),
      )
      .map(({ path, anchor }) => `${page} links to ${path}${anchor ? `#${anchor}` : ''}, which is not there`),
  );
  if (broken.length > 0) expect.fail(broken.join('\n'));
});

const linksOf = (page: string) =>
  [...readRoot(page).matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)].map(([, to, anchor]) => ({
    path: to ? join(page, '..', to) : page,
    anchor,
  }));

/** Anchors as renderers derive them from headings. */
const anchorsOf = (page: string) =>
  [...readRoot(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

function exists(path: string): boolean {
  try {
    return readRoot(path).length > 0;
  } catch {
    return false;
  }
}

function find(page: string, words: string): Block {
  const block = blocksOf(page).find(({ code }) => code.includes(words));
  return block ?? expect.fail(`${page} has no block with: ${words}`);
}

const run = ({ language, code }: Block) => (language === 'sh' ? shell(code) : script(code));

/** The port of the guide may be in use, so it is replaced. */
async function runBeside(starting: Block, block: Block): Promise<string> {
  const port = String(await freePort());
  const own = ({ code, ...rest }: Block) => ({ ...rest, code: code.replaceAll(/9420|8080/g, port) });
  const server = spawn('bash', ['-ec', withPtywright(own(starting).code)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(server, 'exit');
  try {
    await once(server.stderr, 'data');
    return await run(own(block));
  } finally {
    // A termwright listener ends after a `close` request, and the server ends with it.
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM');
    await ended;
  }
}

/** Below the ephemeral port range, because another spec could get such a port before it is used. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** An alias works only in interactive shells. In a script, it becomes a function. */
const shell = (code: string) => output('bash', ['-ec', withPtywright(code)]);

const withPtywright = (code: string) =>
  `ptywright() { '${process.execPath}' '${bin}' "$@"; }\n${code.replace(/^alias .*$/gm, '')}`;

/** Replaces `npx ptywright` by the built program. */
function script(code: string): Promise<string> {
  const file = join(scripts, `${code.length}.mjs`);
  const direct = code.replace("'npx', ['ptywright', ", `'${process.execPath}', ['${bin}', `);
  writeFileSync(file, code.includes('connectInProcess') ? withNotifications(direct) : direct);
  return output(process.execPath, [file]);
}

/** The block on notifications needs a client and an event, so it is inserted before a session is created. */
const withNotifications = (code: string) => {
  const requested = find(started, "client.on('session.output'").code;
  const created = code.indexOf('const { session }');
  return `${code.slice(0, created)}${requested}${code.slice(created)}`;
};

async function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  expect(status, said).toBe(0);
  return said;
}
