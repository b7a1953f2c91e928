/** Follows docs/adding-an-adapter.md from its first block to its last, in an empty folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin } from '../harness/server.ts';
import { Running } from '../platform/pty/running.ts';
import { type Block, blocksOf } from './blocks.ts';

const page = 'docs/adding-an-adapter.md';
const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
const home = join(folder, 'home');
const env = { ...process.env, PTYWRIGHT_HOME: home, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' };
const alias = `ptywright() { '${process.execPath}' '${bin}' "$@"; }\n`;

let server: ChildProcess | undefined;
let printed = '';

beforeAll(() => mkdirSync(home, { mode: 0o700 }));
afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

describe(`the steps of ${page}`, () => {
  blocksOf(page).forEach((block, at) => {
    it(`${at + 1}: ${block.language}: ${firstLine(block.code)}`, () => follow(block));
  });
});

async function follow({ language, code }: Block): Promise<void> {
  if (language === 'text') {
    for (const line of code.trim().split('\n')) expect(printed).toContain(line);
  } else if (language !== 'sh') {
    const [, path] = /^(?:#|--) (\S+)\n/.exec(code)!;
    mkdirSync(dirname(join(folder, path!)), { recursive: true });
    writeFileSync(join(folder, path!), code);
  } else if (code.startsWith('ptywright serve')) await serve(code);
  else if (code.startsWith('ptywright adapter record')) printed = await driven(code);
  else printed = shell(code);
}

function shell(code: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', alias + code], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

async function serve(code: string): Promise<void> {
  const words = code.trim().split(' ').slice(1);
  server = spawn(process.execPath, [bin, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said] = (await once(server.stderr!, 'data')) as [Buffer];
  expect(String(said)).toContain('listening on');
}

const picture = '\x1ds';

/** Operated by hand, as the page says: pictures of the menu, the question, the brewing, and the menu again. */
async function driven(code: string): Promise<string> {
  const terminal = new Running('bash', ['-ec', alias + code], { cwd: folder, env: stringsOf(env) });
  await terminal.says('choice> ');
  terminal.send(picture);
  terminal.send('1\r');
  await terminal.says('cups (1-9)> ');
  terminal.send(picture);
  terminal.send('2\r');
  await terminal.says('brewing 2 ');
  terminal.send(picture);
  await terminal.says('enjoy 2 cups\r\n\r\n1) brew  2) quit\r\nchoice> ');
  terminal.send(`${picture}2\r`);
  expect(await terminal.exited).toEqual({ exitCode: 0, signal: null });
  return terminal.text;
}

const stringsOf = (all: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

function firstLine(code: string): string {
  return code.split('\n', 1)[0]!;
}
