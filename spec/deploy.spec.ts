/** The files of docs/deploy, checked by the programs that read them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withProgram } from './harness/withProgram.ts';
import { readRoot, root } from './house/source.ts';

const units = ['ptywright.socket', 'ptywright.service'];
const place = (name: string) => join(root, 'docs/deploy', name);

withProgram('systemd-analyze', 'accepts the units', async () => {
  const home = mkdtempSync(join(tmpdir(), 'ptywright-'));
  mkdirSync(join(home, '.local/bin'), { recursive: true });
  mkdirSync(join(home, 'run'));
  symlinkSync(process.execPath, join(home, '.local/bin/ptywright'));
  for (const name of units) copyFileSync(place(name), join(home, name));
  const { stderr, status } = spawnSync(
    'systemd-analyze',
    ['--user', 'verify', ...units.map((name) => join(home, name))],
    { env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }, encoding: 'utf8' },
  );
  rmSync(home, { recursive: true });
  expect([stderr, status]).toEqual(['', 0]);
});

withProgram('python3', 'reads the property list', async () => {
  const read = 'import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
  const list = JSON.parse(
    execFileSync('python3', ['-c', read, place('ptywright.plist')], { encoding: 'utf8' }),
  );
  expect(list).toMatchObject({ Label: 'ptywright', KeepAlive: { Crashed: true } });
  expect(list.ProgramArguments.at(-1)).toMatch(/^exec ".*\/ptywright" serve 2>> ".*"$/);
});

it('the image has glibc, runs as a user without privileges, and checks its health', () => {
  const file = readRoot('docs/deploy/Dockerfile');
  expect(file).toMatch(/^FROM node:\d+-bookworm-slim$/m);
  const [, user] = /^USER (\w+)$/m.exec(file)!;
  expect(user).not.toBe('root');
  expect(file.indexOf('USER')).toBeLessThan(file.indexOf('\nCMD'));
  expect(file).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["ptywright", "call", "server\.capabilities"\]$/m);
});

it('the guide names each file', () => {
  for (const name of [...units, 'ptywright.plist', 'Dockerfile', 'nats-fleet.conf'])
    expect(readRoot('docs/deploy/README.md')).toContain(`](${name})`);
});
