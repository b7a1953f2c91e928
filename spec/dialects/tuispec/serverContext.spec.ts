/** The folder against which a shipped client resolves relative folders. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, ptywright } from '../../cli/ptywright.ts';

async function rootOf(
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const input = '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n';
  const { stdout } = await ptywright([...words, '--artifact-dir', 'kept'], { cwd, input, env });
  return JSON.parse(stdout).result.artifactRoot;
}

function project(mark: (folder: string) => void): { root: string; inside: string } {
  const root = realpathSync(freshHome());
  const inside = join(root, 'a', 'b');
  mkdirSync(inside, { recursive: true });
  mark(root);
  return { root, inside };
}

const server = ['tuispec', 'server'];
const listen = (wire: string) => ['serve', '--listen', `tuispec+stdio:?wire=${wire}`];

describe('a relative folder', () => {
  it.each([
    ['.git', (folder: string) => mkdirSync(join(folder, '.git'))],
    ['a cabal file', (folder: string) => writeFileSync(join(folder, 'one.cabal'), '')],
  ])('is in the project that has %s', async (_, mark) => {
    const { root, inside } = project(mark);
    expect(await rootOf(server, inside)).toBe(join(root, 'kept/sessions/session'));
  });

  it('is taken from the environment', async () => {
    const { inside } = project((folder) => mkdirSync(join(folder, '.git')));
    const other = realpathSync(freshHome());
    expect(await rootOf(listen('client'), inside, { TUISPEC_PROJECT_ROOT: other })).toBe(
      join(other, 'kept/sessions/session'),
    );
  });

  it('is the working directory by the document', async () => {
    const { inside } = project((folder) => mkdirSync(join(folder, '.git')));
    expect(await rootOf(listen('document'), inside)).toBe(join(inside, 'kept/sessions/session'));
  });
});
