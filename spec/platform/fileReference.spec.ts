/** Parts of a file that this process wrote, and only of that file. */
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readFileIdentity, readFilePart, withOpenFile } from '#platform/fileReference.ts';

let path: string;
let reference: Parameters<typeof readFilePart>[0];
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'ptywright-')), 'file');
  const fd = openSync(path, 'wx');
  reference = { path, identity: readFileIdentity(fd) };
  closeSync(fd);
  appendFileSync(path, '0123456789');
});

const part = (from: number, most: number) => readFilePart(reference, from, most)?.toString();

it('reads the bytes between two positions', () => {
  expect(part(2, 3)).toBe('234');
  expect(part(8, 100)).toBe('89');
  expect(part(100, 5)).toBe('');
});

it.each<[what: string, change: () => void]>([
  ['removed', () => rmSync(path)],
  [
    'replaced by another file',
    () => {
      writeFileSync(`${path}2`, 'others');
      renameSync(`${path}2`, path);
    },
  ],
  [
    'replaced by a link to itself',
    () => {
      renameSync(path, `${path}2`);
      symlinkSync(`${path}2`, path);
    },
  ],
  ['given a second name', () => linkSync(path, `${path}2`)],
])('reads nothing of a file that was %s', (_, change) => {
  change();
  expect(part(0, 10)).toBeUndefined();
});

it('follows no link, and closes the file when reading fails', () => {
  symlinkSync(path, `${path}2`);
  expect(() => withOpenFile(`${path}2`, () => 'read')).toThrow('ELOOP');
  let opened = -1;
  const failing = () =>
    withOpenFile(path, (fd) => {
      opened = fd;
      throw new Error('on purpose');
    });
  expect(failing).toThrow('on purpose');
  expect(() => closeSync(opened)).toThrow('EBADF');
});
