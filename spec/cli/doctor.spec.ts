/** `ptywright doctor` in working and broken environments. */
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { doctorChecks, isAtLeast, runCheck } from '#cli/doctor.ts';
import { fault, raise } from '#faults.ts';
import packageFile from '../../package.json' with { type: 'json' };
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

/** Runs the checks that depend on files and the environment, in this process. */
async function found(home: string, env: Readonly<Record<string, string>> = {}): Promise<Found> {
  for (const [name, value] of Object.entries({ PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: '', ...env }))
    vi.stubEnv(name, value);
  try {
    const checks: Found['checks'][number][] = [];
    for (const check of doctorChecks)
      if (['home', 'socket', 'config'].includes(check.name)) checks.push(await runCheck(check));
    return { ok: checks.every(({ ok }) => ok), checks };
  } finally {
    vi.unstubAllEnvs();
  }
}

const remedy = ({ checks }: Found, name: string) => checks.find(({ check }) => check === name)?.remedy;
const failed = ({ checks }: Found) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

describe('ptywright doctor', () => {
  it('finds no problem here', async () => {
    const { status, stdout } = await ptywright(['doctor', '--json']);
    const all = JSON.parse(stdout) as Found;
    expect(failed(all)).toEqual([]);
    expect([all.ok, status]).toEqual([true, 0]);
    expect(all.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'node',
        'system',
        'node-pty',
        'terminal',
        're2',
        'plugins',
        'home',
        'socket',
        'tcp users',
        'config',
      ]),
    );
  });

  it('prints one line per check without --json', async () => {
    const home = freshHome();
    // Others may enter it.
    chmodSync(home, 0o755);
    const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_REGEX: 're2js' };
    const { status, stdout, stderr } = await ptywright(['doctor'], { env });
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^ok +terminal/m);
    expect(stdout).toMatch(/^ok +re2 +patterns run in re2js, in JavaScript: PTYWRIGHT_REGEX is re2js$/m);
    expect(stdout).toContain(`Run: chmod 700 ${home}`);
    expect(stdout).not.toContain('\x1b');
  });

  it('leaves no directory, however deep, and no file', async () => {
    const above = freshHome();
    expect((await found(join(above, 'a', 'b'))).ok).toBe(true);
    expect(readdirSync(above)).toEqual([]);
    expect((await found(above)).ok).toBe(true);
    expect(readdirSync(above)).toEqual([]);
  });

  it('finds a home that cannot be made where everything seems allowed', async () => {
    const all = await found('/proc/x');
    expect(failed(all)).toEqual(['home', 'socket']);
    for (const name of ['home', 'socket'])
      expect(remedy(all, name)).toBe('Set PTYWRIGHT_HOME to a directory that you can write to.');
  });

  it('finds a home that is a link to nowhere', async () => {
    const home = join(freshHome(), 'link');
    symlinkSync('nowhere', home);
    expect(remedy(await found(home), 'home')).toMatch(/^Remove the broken symbolic link/);
  });

  it('finds a directory that others may enter', async () => {
    const home = freshHome();
    chmodSync(home, 0o755);
    const all = await found(home);
    expect(failed(all)).toEqual(['socket']);
    expect(remedy(all, 'socket')).toBe(`Run: chmod 700 ${home}`);
  });

  it('finds a path that is too long for a socket', async () => {
    const all = await found(join(freshHome(), 'x'.repeat(100)));
    expect(failed(all)).toEqual(['socket']);
    expect(remedy(all, 'socket')).toBe('Set PTYWRIGHT_HOME to a shorter path.');
  });

  it('finds a home that is a file', async () => {
    const file = join(freshHome(), 'file');
    writeFileSync(file, '');
    const all = await found(file);
    expect(failed(all)).toEqual(['home', 'socket']);
    expect(remedy(all, 'home')).toContain('is not a directory');
  });

  it('finds a mistake in the configuration and its position', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), '[logging]\nlevel = "loud"\n');
    const all = await found(home);
    expect(failed(all)).toEqual(['config']);
    expect(all.checks.find(({ ok }) => !ok)?.found).toContain('config.toml:2: logging.level');
  });

  it('finds a level in the environment that serve refuses', async () => {
    const all = await found(freshHome(), { PTYWRIGHT_LOG: 'foo' });
    expect(failed(all)).toEqual(['config']);
    expect(remedy(all, 'config')).toMatch(/^Unset PTYWRIGHT_LOG, or set it to one of off, error/);
    expect(await ptywright(['serve'], { env: { PTYWRIGHT_LOG: 'foo' } })).toMatchObject({ status: 2 });
    const good = await found(freshHome(), { PTYWRIGHT_LOG: 'debug' });
    expect(good.checks.find(({ check }) => check === 'config')).toMatchObject({
      ok: true,
      found: 'log level debug',
    });
  });

  it('finds a configuration that cannot be read', async () => {
    const home = freshHome();
    mkdirSync(join(home, 'config.toml'));
    const all = await found(home);
    expect(failed(all)).toEqual(['config']);
    expect(remedy(all, 'config')).toContain('chmod u+r');
  });
});

it.each([
  ['20.19.0', '>=20.19', true],
  ['20.18.3', '>=20.19', false],
  ['20.9.0', '>=20.19', false],
  ['26.10.0', '>=20.19', true],
  ['9.30.0', '>=20.19', false],
])('%s in the range %s: %s', (version, range, fits) => {
  expect(isAtLeast(version, range)).toBe(fits);
});

it('reads the range of the package', () => {
  expect(packageFile.engines.node).toMatch(/^>=\d+(?:\.\d+)*$/);
});

it.each([
  ['deadline', /^Run ptywright doctor again when the machine is less busy/],
  ['crashed', /^Run ptywright doctor again when the machine is less busy/],
  ['error', /^Reinstall ptywright: its built-in plugins are damaged/],
] as const)('a plugin that failed for the reason %s', async (reason, remedy) => {
  const check = doctorChecks.find(({ name }) => name === 'plugins')!;
  const run = () => raise(fault.PluginFailed({ plugin: 'shell', function: '', reason }));
  expect((await runCheck({ ...check, run })).remedy).toMatch(remedy);
});
