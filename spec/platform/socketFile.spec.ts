/** Claims the socket file: permissions, races, and leftovers of crashed servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimSocket, SocketError } from '#platform/socketFile.ts';

let folder: string;
let path: string;
let bundleFolder: string;
let bundle: string;
const servers: Server[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  bundleFolder = mkdtempSync(join(tmpdir(), 'claim-'));
  bundle = join(bundleFolder, 'socketFile.mjs');
  const built = await rolldown({ input: 'src/platform/socketFile.ts', platform: 'node' });
  await built.write({ file: bundle, format: 'esm' });
  await built.close();
});
afterAll(() => rmSync(bundleFolder, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sock-'));
  path = join(folder, 'socket');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

const newServer = () => {
  const server = createServer((client) => client.on('error', () => {}).end('here'));
  servers.push(server);
  return server;
};
const claim = (at = path) => claimSocket(at, newServer());
const mode = (at: string) => lstatSync(at).mode & 0o777;

async function reach(at = path): Promise<string> {
  const client = connect(at);
  let text = '';
  for await (const chunk of client) text += chunk;
  return text;
}

async function refusal(at = path): Promise<SocketError> {
  const refused = await claim(at).then(
    () => null,
    (error) => error,
  );
  expect(refused).toBeInstanceOf(SocketError);
  return refused;
}

/** A process that claims the socket on request. */
async function claimant(at = path) {
  const child = spawn(process.execPath, ['spec/programs/claims-socket.mjs', bundle, at], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string;
  expect(await line()).toBe('ready');
  const notify = () => {
    child.stdin.write('claim\n');
    return line();
  };
  const end = async () => {
    child.stdin.end();
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    return code as number;
  };
  return { child, notify, end };
}

describe('a claimed socket', () => {
  it.each(['000', '022', '077'])(
    'is 0600 in a 0700 directory under umask %s, which is not changed',
    async (bits) => {
      const mask = Number.parseInt(bits, 8);
      const before = process.umask(mask);
      try {
        await claim(join(folder, 'a', 'b', 'socket'));
        expect(process.umask()).toBe(mask);
      } finally {
        process.umask(before);
      }
      expect([
        mode(join(folder, 'a')),
        mode(join(folder, 'a', 'b')),
        mode(join(folder, 'a', 'b', 'socket')),
      ]).toEqual([0o700, 0o700, 0o600]);
      expect(await reach(join(folder, 'a', 'b', 'socket'))).toBe('here');
    },
  );

  it('leaves no other files, and none when it is closed', async () => {
    const owned = await claim();
    expect(readdirSync(folder)).toEqual(['socket']);
    await owned.close();
    expect(readdirSync(folder)).toEqual([]);
    await claim();
    expect(await reach()).toBe('here');
  });

  it('is not removed by its former owner after it was replaced', async () => {
    const first = await claim();
    unlinkSync(path);
    const second = await claim();
    await first.close();
    expect(await reach()).toBe('here');
    await second.close();
    expect(existsSync(path)).toBe(false);
  });

  it('that was removed closes without an error', async () => {
    const owned = await claim();
    unlinkSync(path);
    await owned.close();
    expect(existsSync(path)).toBe(false);
  });

  it('is closed once: a later file may have the same inode number', async () => {
    const owned = await claim();
    const other = join(folder, 'other');
    linkSync(path, other);
    await owned.close();
    renameSync(other, path);
    await owned.close();
    expect(existsSync(path)).toBe(true);
  });

  it('takes a path of 103 bytes and refuses one of 104', async () => {
    const long = (bytes: number) => join(folder, 'x'.repeat(bytes - folder.length - 1));
    await claim(long(103));
    expect(await reach(long(103))).toBe('here');
    expect(await refusal(long(104))).toMatchObject({ reason: 'too_long' });
    expect(await refusal(long(109))).toMatchObject({ reason: 'too_long' });
  });
});

describe('a socket is refused', () => {
  it('in the abstract', async () => {
    expect((await refusal('\0ptywright')).reason).toBe('abstract');
    expect((await refusal(`${path}\0`)).reason).toBe('abstract');
  });

  it.each(['755', '750', '701', '770', '1777'])('in a directory of mode %s', async (open) => {
    chmodSync(folder, Number.parseInt(open, 8));
    const refused = await refusal();
    expect(refused).toMatchObject({ reason: 'directory_too_open', path });
    expect(refused.message).toContain('mkdir -m 700 DIR');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('in a directory that is a link, a file or cannot be created', async () => {
    mkdirSync(join(folder, 'real'), 0o700);
    symlinkSync('real', join(folder, 'link'));
    writeFileSync(join(folder, 'file'), '');
    expect((await refusal(join(folder, 'link', 's'))).reason).toBe('directory_is_link');
    expect((await refusal(join(folder, 'file', 's'))).reason).toBe('directory_is_file');
    expect(await refusal(join(folder, 'file', 'below', 's'))).toMatchObject({
      reason: 'unusable',
      code: 'ENOTDIR',
    });
    expect(await refusal('/proc/ptywright/s')).toMatchObject({ reason: 'unusable', code: 'ENOENT' });
  });

  it.runIf(process.getuid?.() === 0)('in a directory of another user', async () => {
    const { chownSync } = await import('node:fs');
    chownSync(folder, 12345, 12345);
    expect((await refusal()).reason).toBe('directory_not_ours');
  });

  it('where a file, a directory or a link is, and leaves it', async () => {
    const target = join(folder, 'target');
    const others: readonly [string, () => void][] = [
      ['file', () => writeFileSync(path, 'precious')],
      ['directory', () => mkdirSync(path)],
      ['dangling link', () => symlinkSync(target, path)],
    ];
    for (const [, make] of others) {
      make();
      expect((await refusal()).reason).toBe('not_a_socket');
      expect(existsSync(target)).toBe(false);
      rmSync(path, { recursive: true });
    }
  });

  it('if a server answers on it, which continues', async () => {
    await claim();
    const refused = await refusal();
    expect(refused.reason).toBe('already_running');
    expect(refused.message).toContain('already listening');
    expect(await reach()).toBe('here');
    expect(readdirSync(folder)).toEqual(['socket']);
  });
});

describe('a leftover of a killed server', () => {
  it('is taken over', async () => {
    const first = await claimant();
    expect(await first.notify()).toBe('won');
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(lstatSync(path).isSocket()).toBe(true);
    await claim();
    expect(await reach()).toBe('here');
    expect(readdirSync(folder)).toEqual(['socket']);
  });

  it('may be a lock, which is broken when its process has ended or its number was reused', async () => {
    const gone = spawn('true');
    await once(gone, 'exit');
    for (const holder of [`${gone.pid} 1`, `${process.pid} 1`, '', 'nonsense']) {
      writeFileSync(`${path}.lock`, holder);
      writeFileSync(`${path}.lock.break`, `${gone.pid} 1`);
      const owned = await claim();
      expect(readdirSync(folder)).toEqual(['socket']);
      await owned.close();
    }
  });

  it('is not a lock of a process that lives', async () => {
    const { readFileSync } = await import('node:fs');
    const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    writeFileSync(`${path}.lock`, `${process.pid} ${start}\n`);
    expect((await refusal()).reason).toBe('starting');
    expect(existsSync(`${path}.lock`)).toBe(true);
  });
});

describe('servers that race', () => {
  const losing = ['already_running', 'starting'];

  it('in one process: one wins, every time', async () => {
    for (let round = 0; round < 100; round++) {
      const results = await Promise.allSettled(Array.from({ length: 4 }, () => claim()));
      const winners = results.filter((result) => result.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(losing).toContain(result.reason.reason);
      expect(await reach()).toBe('here');
      await winners[0]?.value.close();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it.each(['nothing', 'a dead socket', 'a dead socket and its lock'])(
    'as processes, over %s: one wins, the losers exit with 1 and remove nothing',
    async (left) => {
      for (let round = 0; round < 7; round++) {
        const dead = newServer();
        if (left !== 'nothing') {
          await once(dead.listen(join(folder, 'hidden')), 'listening');
          renameSync(join(folder, 'hidden'), path);
          await new Promise((closed) => dead.close(closed));
        }
        if (left.endsWith('lock')) writeFileSync(`${path}.lock`, '999999999 1');
        const racers = await Promise.all([claimant(), claimant(), claimant()]);
        const said = await Promise.all(racers.map((racer) => racer.notify()));
        const winner = racers[said.indexOf('won')];
        expect(said.filter((word) => word === 'won')).toHaveLength(1);
        for (const word of said) expect(['won', ...losing]).toContain(word);
        for (const racer of racers) if (racer !== winner) expect(await racer.end()).toBe(1);
        expect(await reach()).toBe('here');
        expect(readdirSync(folder)).toEqual(['socket']);
        expect(await winner?.end()).toBe(0);
        expect(readdirSync(folder)).toEqual([]);
      }
    },
  );
});

describe('a Windows pipe', () => {
  it.runIf(process.platform !== 'win32')('is refused on other systems, and creates no file', async () => {
    const pipe = `\\\\.\\pipe\\ptywright-spec-${process.pid}`;
    const refused = await refusal(pipe);
    expect(refused).toMatchObject({ reason: 'windows_pipe', path: pipe });
    expect(refused.message).toContain('Give the path of a file.');
    expect(existsSync(pipe)).toBe(false);
  });

  it.runIf(process.platform === 'win32')('is claimed by name', async () => {
    const pipe = `\\\\.\\pipe\\ptywright-spec-${process.pid}`;
    const owned = await claim(pipe);
    expect(await reach(pipe)).toBe('here');
    expect((await refusal(pipe)).reason).toBe('already_running');
    await owned.close();
  });
});
