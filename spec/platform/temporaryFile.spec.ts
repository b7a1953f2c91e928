/** Files that are complete or absent, even if the write is interrupted. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeAtomically, writeNewFile } from '#platform/temporaryFile.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
  path = join(folder, 'file');
});

const write = (text: string) => async (made: string) => {
  await writeNewFile(made, text);
  return text.length;
};

describe('an atomic write', () => {
  it('creates a file that only its owner can read, and returns what the writer returns', async () => {
    expect(await writeAtomically(path, false, write('new'))).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('replaces a file only if it may', async () => {
    writeFileSync(path, 'old');
    await expect(writeAtomically(path, false, write('new'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('old');
    await writeAtomically(path, true, write('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('does not overwrite a file that was created in between', async () => {
    const late = async (made: string) => {
      await writeNewFile(made, 'new');
      writeFileSync(path, 'of another');
    };
    await expect(writeAtomically(path, false, late)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('of another');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('replaces a link, and leaves its target', async () => {
    writeFileSync(`${path}-target`, 'target');
    symlinkSync(`${path}-target`, path);
    await writeAtomically(path, true, write('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readFileSync(`${path}-target`, 'utf8')).toBe('target');
  });

  it('replaces no folder', async () => {
    mkdirSync(path);
    await expect(writeAtomically(path, true, write('new'))).rejects.toMatchObject({ code: 'not_a_file' });
  });

  it('leaves only the old file when the writer fails', async () => {
    writeFileSync(path, 'old');
    const failing = async (made: string) => {
      await writeNewFile(made, 'half');
      throw new Error('on purpose');
    };
    await expect(writeAtomically(path, true, failing)).rejects.toThrow('on purpose');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
