/** `ptywright replay` on a real terminal, operated from its other end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Running } from '../../platform/pty/running.ts';
import { bin, freshHome, ptywright } from '../ptywright.ts';

type Event = readonly [seconds: number, code: string, text: string];

function fileOf(events: readonly Event[], header: object = { version: 2, width: 80, height: 24 }): string {
  const path = join(freshHome(), 'a.cast');
  writeFileSync(path, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function replaying(words: string): Running {
  const env = { PATH: process.env.PATH!, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', NODE: process.execPath };
  const script = `before=$(stty -g); "$NODE" "${bin}" replay ${words}; status=$?
    [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
    echo "status $status mode $mode"`;
  return new Running('/bin/sh', ['-c', script], { env: { ...env, PTYWRIGHT_HOME: freshHome() } });
}

const day = 86_400;

describe('ptywright replay', () => {
  it('prints the recorded output, and restores the terminal', async () => {
    const file = fileOf([
      [0.01, 'o', '\x1b[?1049h\x1b[?25lon the other screen'],
      [0.01, 'i', 'typed'],
      [0.02, 'o', '\x1b[6n\x1b[?1000h again'],
    ]);
    const shell = replaying(file);
    await shell.says('status 0 mode same');
    expect(shell.text).toContain('\x1b[?1049h\x1b[?25lon the other screen again');
    expect(shell.text).toContain('\x1b[?1049l\x1b[?2026l\x1b[!p\x1b[0m\x1b[?25h');
    for (const absent of ['typed', '\x1b[6n', '1000h']) expect(shell.text).not.toContain(absent);
    await shell.exited;
  });

  it('can be ended and fast-forwarded while it waits', async () => {
    const shell = replaying(
      fileOf([
        [0, 'o', 'first-'],
        [day, 'o', 'second-'],
        [2 * day, 'o', 'third-'],
      ]),
    );
    await shell.says('first-');
    shell.send('.');
    await shell.says('second-');
    shell.send('\x03');
    await shell.says('status 0 mode same');
    await shell.exited;
  });

  it.each([
    ['{"version":9}\n', 'a.cast:1: version: '],
    ['{"version":2,"width":80,"height":24}\n[0,"o","x"]\n[1e99,"o","y"]\n', 'a.cast:3: 0: '],
  ])('reports that a file is no recording: %j', async (text, problem) => {
    const path = join(freshHome(), 'a.cast');
    writeFileSync(path, text);
    const { status, stderr } = await ptywright(['replay', path]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('reports an unreadable file, and an invalid speed', async () => {
    const home = freshHome();
    mkdirSync(join(home, 'folder'));
    expect(await ptywright(['replay', join(home, 'none')])).toMatchObject({ status: 1 });
    expect((await ptywright(['replay', join(home, 'folder')])).stderr).toContain('is a directory');
    for (const words of [
      ['--speed', '0'],
      ['--speed', 'fast'],
      ['--fast', '--step'],
    ])
      expect(await ptywright(['replay', ...words, 'a.cast'])).toMatchObject({ status: 2 });
  });
});
