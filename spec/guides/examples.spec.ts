/** Runs each example of docs/examples, and compares what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin } from '../harness/server.ts';
import { withProgram } from '../harness/withProgram.ts';
import { filesIn, root } from '../house/source.ts';

interface Example {
  readonly needs: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly prints: string | RegExp;
}

const examples: Readonly<Record<string, Example>> = {
  'vim.mjs': {
    needs: 'vim',
    command: [process.execPath, 'docs/examples/vim.mjs'],
    prints: 'hello from ptywright\n',
  },
  'fzf.sh': { needs: 'fzf', command: ['bash', 'docs/examples/fzf.sh'], prints: /^banana$/m },
  'login.yaml': {
    needs: 'sh',
    command: [process.execPath, bin, 'steps', 'docs/examples/login.yaml'],
    prints: /^ok 5 expect visible, exit/m,
  },
  'python_repl.py': {
    needs: 'python3',
    command: ['python3', 'docs/examples/python_repl.py'],
    prints: '>>> sum(range(101))\n5050\n>>>\n',
  },
};

const home = mkdtempSync(join(tmpdir(), 'ptywright-examples-'));
const env = { ...process.env, PTYWRIGHT_HOME: home, EXAMPLE_PASSWORD: 'abcdefgh' };
let stopServer: () => Promise<void>;

beforeAll(async () => {
  const server = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await once(server.stderr, 'data');
  stopServer = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
});

afterAll(async () => {
  await stopServer();
  rmSync(home, { recursive: true });
});

describe('docs/examples', () => {
  for (const [name, { needs, command, prints }] of Object.entries(examples)) {
    withProgram(needs, name, async () => {
      const [program, ...args] = command;
      const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const [status] = await once(child, 'close');
      expect(status).toBe(0);
      expect(printed).toMatch(prints);
    });
  }

  it('are all listed here', () => {
    const files = filesIn('docs/examples').map((path) => path.slice('docs/examples/'.length));
    expect(files.filter((name) => name !== 'README.md').sort()).toEqual(Object.keys(examples).sort());
  });
});
