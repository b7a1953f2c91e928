/** Runs the blocks of the guide of the Python client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withProgram } from '../harness/withProgram.ts';
import { root } from '../house/source.ts';
import { blocksOf } from './blocks.ts';

interface Run {
  /** The program that it needs besides `python3`. */
  readonly needs: string;
  readonly prints: readonly string[];
}

/** Each block by a text in it. */
const runs: Readonly<Record<string, Run>> = {
  test_picks_a_line: { needs: 'fzf', prints: [] },
  'terminal.run': { needs: 'python3', prints: ['hello world\n 1', '24 80'] },
  whiptail: { needs: 'whiptail', prints: [] },
  'faults.Timeout': { needs: 'python3', prints: ['ready', 'gave up after 100 ms'] },
  asyncio: { needs: 'python3', prints: ['hello one', 'hello two'] },
};

const blocks = blocksOf('docs/guides/python.md').filter(({ language }) => language === 'python');
const folder = mkdtempSync(join(tmpdir(), 'ptywright-python-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

// The command `ptywright` of `bin/ptywright.js` is built, and is started by the client.
const env = {
  ...process.env,
  PYTHONPATH: `${root}dist/python`,
  PYTHONPYCACHEPREFIX: join(folder, 'pycache'),
};

describe('docs/guides/python.md', () => {
  for (const [words, { needs, prints }] of Object.entries(runs)) {
    withProgram(needs, words, async () => {
      const { code } = blocks.find((block) => block.code.includes(words))!;
      const file = join(folder, 'block.py');
      writeFileSync(file, code);
      const child = spawn('python3', [file], { env, cwd: folder });
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const [status] = await once(child, 'close');
      expect(status, printed).toBe(0);
      for (const text of prints) expect(printed).toContain(text);
    });
  }

  it('has no other block', () => {
    expect(
      blocks.map(({ code }) => Object.keys(runs).filter((words) => code.includes(words)).length),
    ).toEqual(blocks.map(() => 1));
  });
});
