/** Raw transcripts: every output byte of a session in a file that the client names. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { smallDiskIn } from '../harness/smallDisk.ts';
import { secretSamples } from '../redaction/samples.ts';
import { aServer, faultOf, tallied } from './driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'raw-'));
afterAll(() => rmSync(folder, { recursive: true }));
const smallDisk = smallDiskIn(folder);
const at = (name: string) => join(folder, name);
const ended = { type: 'process_exited' } as const;

describe('a raw transcript', () => {
  it('is the exact output, unredacted, readable by its owner only', async () => {
    const server = aServer();
    const secret = secretSamples[1]!.make(1);
    const script = `printf 'token ${secret}\\n\\033[31m\\377\\200x'; head -c 300000 /dev/urandom | od -An -x`;
    const { session } = await server.calls.session.create({
      program: 'sh',
      args: ['-c', `{ ${script}; } | tee ${at('expected')}`],
      raw_transcript_path: at('raw'),
    });
    await server.calls.session.wait({ session, matcher: ended });
    await server.calls.session.close({ session });
    // The terminal turns a line feed into a carriage return and a line feed.
    const expected = readFileSync(at('expected')).toString('latin1').replaceAll('\n', '\r\n');
    expect(readFileSync(at('raw')).toString('latin1') === expected).toBe(true);
    expect(statSync(at('raw')).mode & 0o777).toBe(0o600);
  });

  it('is appended to an existing file if requested', async () => {
    const server = aServer();
    writeFileSync(at('kept'), 'before|', { mode: 0o640 });
    const { session } = await server.calls.session.create({
      program: 'printf',
      args: ['after'],
      raw_transcript_path: at('kept'),
      raw_transcript_append: true,
    });
    await server.calls.session.wait({ session, matcher: ended });
    await server.calls.session.close({ session });
    expect(readFileSync(at('kept'), 'utf8')).toBe('before|after');
    expect(statSync(at('kept')).mode & 0o777).toBe(0o640);
  });

  it('is refused if the path is unsafe, and no program is started', async () => {
    const server = aServer();
    writeFileSync(at('there'), 'untouched');
    symlinkSync(at('there'), at('link'));
    mkdirSync(at('directory'));
    spawnSync('mkfifo', [at('fifo')]);
    const cases: [string, boolean, string][] = [
      [at('there'), false, 'EEXIST'],
      [at('link'), true, 'symlink'],
      [at('directory'), true, 'directory'],
      [at('fifo'), true, 'fifo'],
      ['/dev/full', true, 'device'],
      [at('nowhere/file'), false, 'ENOENT'],
    ];
    for (const [path, append, reason] of cases) {
      const create = server.client.send('session.create', {
        program: 'touch',
        args: [at('started')],
        raw_transcript_path: path,
        raw_transcript_append: append,
      });
      expect(await faultOf(create, 'FileRefused')).toEqual({
        path: 'raw_transcript_path',
        file: path,
        reason,
      });
      expect(await create.catch((problem) => problem.code)).toBe(-32602);
    }
    expect((await server.calls.session.list({})).sessions).toEqual([]);
    expect(existsSync(at('started'))).toBe(false);
    expect(readFileSync(at('there'), 'utf8')).toBe('untouched');
  });

  it('does not remain after a failed start or for a name in use', async () => {
    const server = aServer();
    const before = readdirSync(folder);
    await faultOf(
      server.calls.session.create({ program: 'no-such-program', raw_transcript_path: at('spawn') }),
      'SpawnFailed',
    );
    await server.calls.session.create({ program: 'true', name: 'taken' });
    await faultOf(
      server.calls.session.create({ program: 'true', name: 'taken', raw_transcript_path: at('name') }),
      'Invalid',
    );
    expect(readdirSync(folder)).toEqual(before);
  });

  it('requires a permission', async () => {
    const server = aServer({ grants: new Set(permissionNames.filter((name) => name !== 'raw.write')) });
    const create = server.calls.session.create({ program: 'true', raw_transcript_path: at('denied') });
    expect(await faultOf(create, 'PermissionDenied')).toMatchObject({ required_permission: 'raw.write' });
    expect(existsSync(at('denied'))).toBe(false);
  });

  it.skipIf(!smallDisk.mountable)(
    'on a full disk ends with one warning, and the session continues (needs a tmpfs)',
    async () => {
      const logged: string[] = [];
      const server = aServer({ log: (line) => logged.push(line) });
      const warnings = tallied<{ session: string; warning: string }>();
      server.client.on('session.warning', (warning) => warnings.add(warning));
      await server.calls.server.set_notifications({ enabled: true });
      const { session } = await server.calls.session.create({
        program: 'sh',
        args: [
          '-c',
          'read -r go; head -c 200000 /dev/zero | tr "\\0" x; read -r line; echo "still $line"; read -r end',
        ],
        raw_transcript_path: join(smallDisk.folder, 'raw'),
      });
      await server.calls.session.input({ session, action: { type: 'text', value: '\n' } });
      await warnings.until((all) => all.length > 0);
      await server.calls.session.act({
        session,
        actions: [{ type: 'text', value: 'here\n' }],
        matcher: { type: 'contains_text', value: 'still here' },
      });
      const { warnings: received } = await server.calls.session.info({ session });
      expect(received).toHaveLength(1);
      expect(received[0]).toMatch(/raw transcript.*ENOSPC/);
      expect(warnings.all).toMatchObject([{ session, warning: received[0] }]);
      expect(logged).toEqual(received);
      const kept = readFileSync(join(smallDisk.folder, 'raw'), 'utf8').replaceAll('\r\n', '');
      expect(kept).toMatch(/^x+$/);
    },
  );
});
