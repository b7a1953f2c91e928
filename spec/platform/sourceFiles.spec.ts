/** Source files are read only from their folder, never through links. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceFile, readSourceFileWithin, resolveFolder, SourceError } from '#platform/sourceFiles.ts';
import { folderWith } from '../adapters/files.ts';

const reasonOf = (operation: () => unknown): string => {
  try {
    return String(operation());
  } catch (problem) {
    if (problem instanceof SourceError) return problem.reason;
    throw problem;
  }
};

describe('a file that is named itself', () => {
  it('is read without a change of its content', () => {
    expect(readSourceFile(join(folderWith({ a: 'text\n' }), 'a'), 5)).toBe('text\n');
  });

  it('is not read through a link, not even to its neighbour', () => {
    const folder = folderWith({ a: 'text' });
    symlinkSync('a', join(folder, 'b'));
    expect(reasonOf(() => readSourceFile(join(folder, 'b'), 5))).toBe('symlink');
  });

  it.each([
    ['', 'ENOENT'],
    ['a\0b', 'EINVAL'],
    ['x'.repeat(5000), 'ENAMETOOLONG'],
  ])('is refused when its name is %j', (path, reason) => {
    expect(reasonOf(() => readSourceFile(path, 5))).toBe(reason);
  });

  it.skipIf(!existsSync('/proc/self/status'))('is refused when it is longer than its declared size', () => {
    expect(reasonOf(() => readSourceFile('/proc/self/status', 100_000))).toBe('changed');
  });
});

// Other systems cannot report the path of an open file.
const listsDescriptors = existsSync('/proc/self/fd');

describe('a file that must be inside a folder', () => {
  it.skipIf(!listsDescriptors)('is never outside, even if links are created during the read', async () => {
    const root = resolveFolder(folderWith({ 'sub/main.lua': 'inside' }));
    const elsewhere = folderWith({ 'main.lua': 'secret' });
    symlinkSync(elsewhere, join(root, 'link'));
    const swapping = spawn(process.execPath, [
      fileURLToPath(new URL('../programs/swaps-folders.mjs', import.meta.url)),
      ...['sub', 'link', 'spare'].map((name) => join(root, name)),
    ]);
    await once(swapping.stdout, 'data');
    const seen = new Map<string, number>();
    for (let at = 0; at < 30_000; at++) {
      const what = reasonOf(() => readSourceFileWithin(root, join(root, 'sub/main.lua'), 100));
      seen.set(what, (seen.get(what) ?? 0) + 1);
    }
    swapping.kill('SIGKILL');
    await once(swapping, 'exit');
    expect(seen.get('inside')).toBeGreaterThan(0);
    expect(seen.get('outside')).toBeGreaterThan(0);
    expect(seen.has('secret'), JSON.stringify([...seen])).toBe(false);
  });
});
