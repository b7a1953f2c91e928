/** Files that the user named: errors in one line, with the path and the next step. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandError } from '#cli/errors.ts';
import { readTextFile, withRecordingErrors, writeOutputFile } from '#cli/files.ts';
import { RecordingError } from '#recording/jsonLines.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
const file = (name: string) => join(folder, name);
writeFileSync(file('four'), 'four');

describe('a file to read', () => {
  it('is read up to the limit', () => {
    expect(readTextFile(file('four'), 4)).toBe('four');
    expect(() => readTextFile(file('four'), 3)).toThrow(
      new CommandError(`${file('four')}: more than 3 bytes`),
    );
  });

  it.each([
    ['a folder', folder, ': is a directory'],
    ['missing', file('missing'), ' does not exist (ENOENT). Correct the path.'],
    ['below a file', file('four/five'), ' has a parent that is not a directory (ENOTDIR). Correct the path.'],
  ])('that is %s is refused in one line', (_, path, reason) => {
    expect(() => readTextFile(path, 100)).toThrow(new CommandError(`${path}${reason}`));
  });
});

describe('an output file', () => {
  const write = (path: string) => writeOutputFile(path, false, async (made) => writeFileSync(made, 'new'));

  it('that exists is refused, with the option that overwrites it', async () => {
    await expect(write(file('four'))).rejects.toThrow(
      new CommandError(`${file('four')} already exists; overwrite it with --force`),
    );
  });

  it('in a missing folder is refused in one line', async () => {
    await expect(write(file('none/new'))).rejects.toThrow(
      new CommandError(
        `${file('none/new')} is in a directory that does not exist (ENOENT). Create the directory (mkdir -p) first.`,
      ),
    );
  });

  it('passes other errors of the writer on', async () => {
    const failing = () => Promise.reject(new TypeError('on purpose'));
    await expect(writeOutputFile(file('new'), false, failing)).rejects.toThrow(TypeError);
  });
});

it('prints an error of a recording, and does not hide one of ptywright', async () => {
  const broken = () => Promise.reject(new RecordingError('a.cast', 2, 'not JSON'));
  await expect(withRecordingErrors(broken)).rejects.toThrow(new CommandError('a.cast:2: not JSON'));
  await expect(withRecordingErrors(() => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
});
