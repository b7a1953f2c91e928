/** `ptywright trace` with a real trace, and with a program that opens files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshHome, Ptywright } from './ptywright.ts';

const script = 'program: sh\nargs: [-c, "printf END; exec cat"]\nsteps:\n  - wait: END\n';

async function aTrace() {
  const home = freshHome();
  writeFileSync(join(home, 'end.yaml'), script);
  const args = ['steps', '--artifact-dir', home, '--keep', 'always', 'end.yaml'];
  const { status, stderr } = await new Ptywright(args, {}, home).ended;
  expect(status, stderr).toBe(0);
  return { home, folder: join(home, 'runs', 'end-yaml') };
}

it('prints the path of the page, for the page, its folder and the files beside it', async () => {
  const { folder } = await aTrace();
  for (const given of [
    folder,
    ...['trace.html', 'trace.json', 'trace.md'].map((name) => join(folder, name)),
  ]) {
    const { status, stdout } = await new Ptywright(['trace', '--print', given]).ended;
    expect([status, stdout]).toEqual([0, `${join(folder, 'trace.html')}\n`]);
  }
  const { status, stderr } = await new Ptywright(['trace', join(folder, '..')]).ended;
  expect(status).toBe(2);
  expect(stderr).toContain(`there is no trace.html in ${join(folder, '..')}`);
  const missing = await new Ptywright(['trace', join(folder, 'none')]).ended;
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('none does not exist')]);
});

it.runIf(process.platform === 'linux')('opens the page on a desktop (Linux)', async () => {
  const { home, folder } = await aTrace();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  // Reading the FIFO waits until the opener has written to it.
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${home}/opened'\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  execFileSync('mkfifo', [join(home, 'opened')]);
  const opened = readFile(join(home, 'opened'), 'utf8');
  const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0' };
  const { status, stdout } = await new Ptywright(['trace', folder], env).ended;
  const page = join(folder, 'trace.html');
  expect([status, stdout, await opened]).toEqual([0, `${page}\n`, page]);
  expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/);
});
