/** Files that are written atomically, in folders that may contain hostile entries. */
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readArtifact, writeArtifact } from '#platform/artifactFiles.ts';

const fresh = () => realpathSync(mkdtempSync(join(tmpdir(), 'artifacts-')));

it('replace existing files, readable by their owner only', () => {
  const dir = fresh();
  const path = join(dir, 'a');
  writeFileSync(path, 'before', { mode: 0o644 });
  chmodSync(path, 0o644);
  const before = statSync(path).ino;
  writeArtifact(path, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(path).ino).not.toBe(before);
  expect(readdirSync(dir)).toEqual(['a']);
});

it.each([
  ['symlink', (path: string, other: string) => symlinkSync(other, path)],
  ['hard_link', (path: string, other: string) => linkSync(other, path)],
  ['not_a_file', (path: string) => mkdirSync(path)],
] as const)('refuse a path that is in use: %s', (code, take) => {
  const dir = fresh();
  const [path, other] = [join(dir, 'a'), join(dir, 'other')];
  writeFileSync(other, 'precious');
  take(path, other);
  expect(() => writeArtifact(path, 'x')).toThrow(expect.objectContaining({ code }));
  expect(readFileSync(other, 'utf8')).toBe('precious');
  expect(readdirSync(dir)).toEqual(['a', 'other']);
});

it('leave no file behind when they cannot be moved into place', () => {
  const dir = fresh();
  const path = join(dir, 'nowhere', 'a');
  expect(() => writeArtifact(path, 'x')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  expect(readdirSync(dir)).toEqual([]);
});

it.skipIf(process.getuid?.() !== 0)(
  'are neither read nor replaced if another user owns them (needs root to make one)',
  () => {
    const dir = fresh();
    const path = join(dir, 'a');
    writeFileSync(path, 'theirs');
    chownSync(path, 65534, 65534);
    const foreign = expect.objectContaining({ code: 'not_owner' });
    expect(() => writeArtifact(path, 'x')).toThrow(foreign);
    expect(() => readArtifact(path, dir, 1000)).toThrow(foreign);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  },
);
