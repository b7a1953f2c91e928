/** Raw transcript files: permissions, order, limits and failures. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { openRawFile, type RawFileFailure } from '#platform/rawFile.ts';
import { smallDiskIn } from '../harness/smallDisk.ts';
import { sh } from './pty/running.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const home = mkdtempSync(join(tmpdir(), 'files-'));
const at = (name: string) => join(home, name);
const isRoot = process.getuid?.() === 0;

afterAll(() => rmSync(home, { recursive: true }));
const smallDisk = smallDiskIn(home);

function open(path: string, append = false, lines = false) {
  const failures: RawFileFailure[] = [];
  let onFailure = (_: RawFileFailure) => {};
  const failed = new Promise<RawFileFailure>((resolve) => {
    onFailure = resolve;
  });
  const file = openRawFile(path, { append, lines }, (failure) => {
    failures.push(failure);
    onFailure(failure);
  });
  return { file, failures, failed };
}

const refusal = (path: string, append: boolean) => {
  try {
    open(path, append);
  } catch (error) {
    return error;
  }
  return null;
};

describe('a raw file', () => {
  it('is created for its owner only, with any umask', async () => {
    const umask = process.umask(0);
    const { file } = open(at('new'));
    process.umask(umask);
    await file.close();
    expect(statSync(at('new')).mode & 0o777).toBe(0o600);
  });

  it('reports when written output can be read', async () => {
    const { file } = open(at('emptied'));
    await file.emptied();
    for (const text of ['one', 'two']) {
      file.write(Buffer.from(text));
      await file.emptied();
      expect(readFileSync(at('emptied'), 'utf8').endsWith(text)).toBe(true);
    }
    await file.close();
    await file.emptied();
  });

  it('holds every byte in order', async () => {
    const chunks = Array.from({ length: 3000 }, (_, index) => randomBytes(1 + ((index * 37) % 2000)));
    const { file, failures } = open(at('whole'));
    const reused = Buffer.alloc(2000);
    for (const chunk of chunks) {
      chunk.copy(reused);
      file.write(reused.subarray(0, chunk.length));
    }
    await file.close();
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(readFileSync(at('whole')))).toBe(hash(Buffer.concat(chunks)));
    expect(failures).toEqual([]);
  });

  it('is appended to and keeps its mode', async () => {
    writeFileSync(at('old'), 'before ');
    chmodSync(at('old'), 0o640);
    const { file } = open(at('old'), true);
    file.write(Buffer.from('after'));
    await file.close();
    expect(readFileSync(at('old'), 'utf8')).toBe('before after');
    expect(statSync(at('old')).mode & 0o777).toBe(0o640);
  });

  it('is created by append if it is missing', async () => {
    await open(at('appended'), true).file.close();
    expect(statSync(at('appended')).mode & 0o777).toBe(0o600);
  });

  it('is closed once, and then accepts no data', async () => {
    const { file, failures } = open(at('closed'));
    file.write(Buffer.from('kept'));
    expect(file.close()).toBe(file.close());
    file.write(Buffer.from(' dropped'));
    await file.close();
    expect(readFileSync(at('closed'), 'utf8')).toBe('kept');
    expect(failures).toEqual([]);
  });
});

describe('a path is refused', () => {
  writeFileSync(at('target'), 'untouched');
  symlinkSync(at('target'), at('link'));
  symlinkSync(at('nowhere'), at('dangling'));
  mkdirSync(at('directory'));
  spawnSync('mkfifo', [at('fifo')]);
  writeFileSync(at('linked'), '');
  linkSync(at('linked'), at('second-name'));
  writeFileSync(at('foreign'), '');
  if (isRoot) chownSync(at('foreign'), 12_345, 12_345);
  const server = net.createServer().listen(at('socket'));
  afterAll(() => server.close());

  it.each([
    ['link', false, 'EEXIST'],
    ['link', true, 'symlink'],
    ['dangling', false, 'EEXIST'],
    ['dangling', true, 'symlink'],
    ['target', false, 'EEXIST'],
    ['directory', false, 'EEXIST'],
    ['directory', true, 'directory'],
    ['fifo', false, 'EEXIST'],
    ['fifo', true, 'fifo'],
    ['socket', true, 'socket'],
    ['linked', true, 'hard_link'],
    ['missing/file', false, 'ENOENT'],
    ['missing/file', true, 'ENOENT'],
    ['target/file', true, 'ENOTDIR'],
    ['nul\0byte', false, 'EINVAL'],
    ['/dev/full', true, 'device'],
    ['/dev/tty', true, 'device'],
  ])('%s, append %s: %s', (name, append, reason) => {
    const path = name.startsWith('/') ? name : at(name);
    expect(refusal(path, append)).toMatchObject({ name: 'FileRefused', data: { file: path, reason } });
    expect(refusal(path, append)).toMatchObject({
      message: expect.stringMatching(new RegExp(`\\(${reason}\\)\\. [A-Z]`)),
      data: { path: 'raw_transcript_path' },
    });
    expect(existsSync(at('nowhere'))).toBe(false);
    expect(readFileSync(at('target'), 'utf8')).toBe('untouched');
  });

  it.skipIf(!isRoot)('that belongs to another user (needs root to make one)', () => {
    expect(refusal(at('foreign'), true)).toMatchObject({ data: { reason: 'not_owner' } });
  });

  it('also as a FIFO with a reader', () => {
    openSync(at('fifo'), constants.O_RDONLY | constants.O_NONBLOCK);
    expect(refusal(at('fifo'), true)).toMatchObject({ data: { reason: 'fifo' } });
  });
});

describe('a file that fails', () => {
  it.skipIf(!smallDisk.mountable)(
    'on a full disk reports it once and keeps what fitted (needs a tmpfs)',
    async () => {
      const { file, failures, failed } = open(join(smallDisk.folder, 'transcript'));
      const room = statfsSync(smallDisk.folder).bsize * statfsSync(smallDisk.folder).bavail;
      const output = Buffer.from(randomBytes(room).toString('hex'));
      for (let from = 0; from < output.length; from += 4 * KiB)
        file.write(output.subarray(from, from + 4 * KiB));
      expect(await failed).toEqual({ path: join(smallDisk.folder, 'transcript'), reason: 'ENOSPC' });
      file.write(Buffer.from('more'));
      await file.close();
      const kept = readFileSync(join(smallDisk.folder, 'transcript'));
      expect(kept.length).toBe(room);
      expect(kept.equals(output.subarray(0, room))).toBe(true);
      expect(failures.length).toBe(1);
      expect(file.bytes).toBe(room);
      rmSync(join(smallDisk.folder, 'transcript'));
    },
  );

  it.skipIf(!smallDisk.mountable).each([false, true])(
    'of lines on a full disk ends with a complete line, also after append (%s) (needs a tmpfs)',
    async (append) => {
      const path = join(smallDisk.folder, `lines-${append}`);
      if (append) writeFileSync(path, 'before\n');
      const { file, failed } = open(path, append, true);
      const before = append ? 7 : 0;
      const line = Buffer.from(`${'x'.repeat(999)}\n`);
      const room = statfsSync(smallDisk.folder).bsize * statfsSync(smallDisk.folder).bavail;
      for (let bytes = 0; bytes < 2 * room; bytes += line.length) file.write(line);
      await failed;
      await file.close();
      const kept = statSync(path).size - before;
      rmSync(path);
      expect(kept).toBeGreaterThan(0);
      expect(kept % line.length).toBe(0);
      expect([file.bytes, file.chunks]).toEqual([kept, kept / line.length]);
    },
  );

  it('by falling behind keeps the accepted data', async () => {
    const { file, failures } = open(at('behind'));
    const chunk = Buffer.alloc(MiB, 'x');
    for (let taken = 0; taken <= limits.rawFileQueueBytes; taken += MiB) file.write(chunk);
    expect(failures).toEqual([{ path: at('behind'), reason: 'queue_full' }]);
    await file.close();
    expect(statSync(at('behind')).size).toBe(limits.rawFileQueueBytes);
  });

  it('by losing its name reports it at the end', async () => {
    const { file, failures } = open(at('vanishing'));
    unlinkSync(at('vanishing'));
    file.write(Buffer.from('to nowhere'));
    await file.close();
    expect(failures).toEqual([{ path: at('vanishing'), reason: 'vanished' }]);
  });

  it.skipIf(!smallDisk.mountable)(
    'does not affect the session that writes to it (needs a tmpfs)',
    async () => {
      const { file, failures } = open(join(smallDisk.folder, 'session'));
      const program = sh('head -c 1000000 /dev/zero | tr "\\0" x; read -r line; echo "still $line"');
      program.onOutput = (bytes) => {
        file.write(bytes);
        return true;
      };
      program.send('here\r');
      await program.exited;
      await file.close();
      expect(program.text).toContain('still here');
      expect(failures.map(({ reason }) => reason)).toEqual(['ENOSPC']);
    },
  );
});
