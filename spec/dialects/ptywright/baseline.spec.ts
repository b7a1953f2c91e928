/** Screen baselines: saved, compared and replaced. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Permission, permissionNames } from '#permissions.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { runInProcess } from '../../harness/server.ts';

async function showing(
  text: string,
  artifactDir = join(freshHome(), 'artifacts'),
  { redaction, ...rules }: { grants?: ReadonlySet<Permission>; redaction?: { enabled: boolean } } = {},
) {
  const { client, close } = runInProcess('ndjson', { artifactDir, ...rules });
  onTestFinished(close);
  const { calls } = client;
  const { session } = await calls.session.create({
    program: '/bin/sh',
    args: ['-c', `printf '${text}'; exec cat`],
    ...(redaction && { redaction }),
  });
  await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'END' } });
  return { calls, session, artifactDir };
}

describe('a baseline', () => {
  it('is saved, found by another server, and compared with other screens', async () => {
    const { calls, session, artifactDir } = await showing('one\\r\\n\\033[31mtwo\\033[0m\\r\\nEND');
    expect(await calls.baseline.list({})).toEqual({ names: [] });
    const missing = await calls.baseline.compare({ session, name: 'home' });
    expect(missing).toMatchObject({ matched: false, exists: false, changes: [] });
    expect(existsSync(missing.screen_path!)).toBe(true);
    expect(await calls.baseline.update({ session, name: 'home' })).toMatchObject({ replaced: false });
    const same = await calls.baseline.compare({ session, name: 'home', mode: 'styled' });
    expect(same).toMatchObject({ matched: true, exists: true, changes: [] });
    expect(same).not.toHaveProperty('screen_path');

    const later = await showing('one\\r\\ntwo\\r\\nEND more', artifactDir);
    expect(await later.calls.baseline.list({})).toEqual({ names: ['home'] });
    const inText = await later.calls.baseline.compare({ session: later.session, name: 'home' });
    expect(inText).toMatchObject({
      matched: false,
      changes: [{ line: 3, baseline: 'END', screen: 'END more' }],
      summary: '1 of 3 lines differ, the first is line 3',
    });
    const styled = await later.calls.baseline.compare({
      session: later.session,
      name: 'home',
      mode: 'styled',
    });
    expect(styled.changes.map(({ line }) => line)).toEqual([2, 3]);
    expect(styled.changes[0]!.baseline).toContain('\x1b[');
    expect(await later.calls.baseline.update({ session: later.session, name: 'home' })).toMatchObject({
      replaced: true,
    });
  });

  it('contains and reports no secret, even one added by hand', async () => {
    const { calls, session, artifactDir } = await showing('password=hunter2hunter2 END');
    const { path } = await calls.baseline.update({ session, name: 'x' });
    expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
    writeFileSync(join(artifactDir, 'baselines', 'y.ansi.txt'), 'password=hunter2hunter2 other\n');
    const { changes } = await calls.baseline.compare({ session, name: 'y' });
    expect(JSON.stringify(changes)).not.toContain('hunter2');
    expect(changes).toHaveLength(1);
  });

  it('contains no part of a secret that is being printed', async () => {
    const half = `ghp_${'a1B2c3D4'.repeat(2)}`;
    const { calls, session } = await showing(`END is ${half}`);
    const { path } = await calls.baseline.update({ session, name: 'half' });
    expect(readFileSync(path, 'utf8')).toContain('END is [REDACTED]');
  });

  it('of an unredacted session requires the permission for raw files', async () => {
    for (const granted of [false, true]) {
      const artifactDir = join(freshHome(), 'artifacts');
      const grants = new Set(permissionNames.filter((name) => granted || name !== 'raw.write'));
      const { calls, session } = await showing('password=hunter2hunter2 END', artifactDir, {
        grants,
        redaction: { enabled: false },
      });
      const requested = [
        () => calls.baseline.compare({ session, name: 'x' }),
        () => calls.baseline.update({ session, name: 'x' }),
      ];
      for (const ask of requested)
        if (granted) await ask();
        else
          await expect(ask()).rejects.toMatchObject({
            data: { fault: 'PermissionDenied', required_permission: 'raw.write' },
          });
      expect(existsSync(join(artifactDir, 'baselines', 'x.ansi.txt'))).toBe(granted);
      expect(existsSync(join(artifactDir, 'screens', 'x.ansi.txt'))).toBe(granted);
    }
  });

  it('stays in its folder, also if the folder contains a link', async () => {
    const { calls, session, artifactDir } = await showing('END');
    const beside = freshHome();
    mkdirSync(join(beside, 'there'));
    symlinkSync(join(beside, 'there'), join(artifactDir, 'baselines'));
    await expect(calls.baseline.update({ session, name: 'x' })).rejects.toMatchObject({
      data: { fault: 'FileRefused', reason: 'symlink' },
    });
    expect(existsSync(join(beside, 'there', 'x.ansi.txt'))).toBe(false);
    for (const name of ['../x', 'a/b', '.x', '', 'X'])
      await expect(calls.baseline.update({ session, name })).rejects.toMatchObject({
        data: { fault: 'Invalid', path: 'name' },
      });
  });
});
