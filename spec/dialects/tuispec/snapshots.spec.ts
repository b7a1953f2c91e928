/** Snapshots of tuispec: saved, compared, and kept in their folder. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../../cli/ptywright.ts';
import { printing, showing, start } from './running.ts';

describe('snapshots', () => {
  it('are saved, compared, and checked against a baseline of another server', async () => {
    const { client, dir } = await showing('END', { updateSnapshots: true });
    const kept = await client.call('dumpView', { name: '../../Home Page', format: 'both' });
    expect(kept.snapshotPath).toBe(join(kept.artifactRoot, 'snapshots/home-page.ansi.txt'));
    expect([kept.metaPath, kept.pngPath].every(existsSync)).toBe(true);
    expect(await client.call('expectSnapshot', { name: 'end' })).toMatchObject({
      ok: true,
      baselineExists: true,
    });
    const paths = { leftPath: kept.snapshotPath, rightPath: kept.snapshotPath };
    expect(await client.call('diffView', paths)).toMatchObject({ changed: false, changedLines: 0 });
    const later = start('', dir).client;
    await later.call('initialize');
    await later.call('launch', printing('END more'));
    await later.call('waitUntil', { pattern: 'more' });
    expect(await later.call('expectSnapshot', { name: 'new' })).toMatchObject({ baselineExists: false });
    expect((await later.ask('expectSnapshot', { name: 'end' })).error?.code).toBe(-32004);
    const { pngPath, snapshotPath } = await later.call('renderView', { name: 'other', theme: 'light' });
    expect(readFileSync(pngPath).toString('latin1', 1, 4)).toBe('PNG');
    expect(
      await later.call('diffView', { leftPath: kept.snapshotPath, rightPath: snapshotPath, mode: 'styled' }),
    ).toMatchObject({ changed: true, changedLines: 1 });
  });

  it('follow no link, and stay in their folder', async () => {
    const { client, dir } = await showing('END');
    const beside = freshHome();
    writeFileSync(join(beside, 'secret.txt'), 'secret');
    symlinkSync(join(beside, 'secret.txt'), join(dir, 'link.txt'));
    mkdirSync(join(dir, 'sessions', 'session'), { recursive: true });
    symlinkSync(beside, join(dir, 'sessions', 'session', 'snapshots'));
    for (const leftPath of [join(beside, 'secret.txt'), '../secret.txt', 'link.txt'])
      expect((await client.ask('diffView', { leftPath, rightPath: leftPath })).error?.code).toBe(-32004);
    expect((await client.ask('dumpView', { name: 'x' })).error?.code).toBe(-32004);
    expect(existsSync(join(beside, 'x.ansi.txt'))).toBe(false);
  });

  it('redact secrets', async () => {
    const { client } = await showing('password=hunter2hunter2 END');
    const { snapshotPath } = await client.call('dumpView', { name: 'x' });
    expect(readFileSync(snapshotPath, 'utf8')).not.toContain('hunter2');
    expect((await client.call('currentView')).text).not.toContain('hunter2');
  });
});
