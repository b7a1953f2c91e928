import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, ptywright } from './ptywright.ts';

interface Found {
  readonly ok: boolean;
  readonly checks: {
    readonly check: string;
    readonly ok: boolean;
    readonly found: string;
    readonly remedy?: string;
  }[];
}

async function found(home: string): Promise<Found & { status: number | null }> {
  const { status, stdout } = await ptywright(['doctor', '--json'], { env: { PTYWRIGHT_HOME: home } });
  return { status, ...(JSON.parse(stdout) as Found) };
}

const failed = ({ checks }: Found) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

describe('ptywright doctor', () => {
  it('finds nothing wrong here', async () => {
    const all = await found(freshHome());
    expect(failed(all)).toEqual([]);
    expect(all).toMatchObject({ ok: true, status: 0 });
    expect(all.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['node', 'node-pty', 'terminal', 're2', 'home', 'socket', 'config']),
    );
  });

  it('tells a person the same, a line a check', async () => {
    const { status, stdout, stderr } = await ptywright(['doctor']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ok +terminal/)]),
    );
    expect(stdout).not.toContain('\x1b');
  });

  it('makes no directory', async () => {
    const home = join(freshHome(), 'below');
    expect((await found(home)).ok).toBe(true);
    expect(() => chmodSync(home, 0o700)).toThrow('ENOENT');
  });

  it('finds a directory that others may enter', async () => {
    const home = freshHome();
    chmodSync(home, 0o755);
    const all = await found(home);
    expect(failed(all)).toEqual(['socket']);
    expect(all).toMatchObject({ ok: false, status: 1 });
    expect(all.checks.find(({ check }) => check === 'socket')?.remedy).toContain('chmod 700');
  });

  it('finds a path that is too long for a socket', async () => {
    expect(failed(await found(join(freshHome(), 'x'.repeat(100))))).toEqual(['socket']);
  });

  it('finds a home that is a file', async () => {
    const file = join(freshHome(), 'file');
    writeFileSync(file, '');
    expect(failed(await found(file))).toEqual(expect.arrayContaining(['home', 'socket']));
  });

  it('finds a mistake in the configuration, and says where', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), '[logging]\nlevel = "loud"\n');
    const all = await found(home);
    expect(failed(all)).toEqual(['config']);
    expect(all.checks.find(({ ok }) => !ok)?.found).toContain('config.toml:2: logging.level');
  });
});
