import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, freshHome, ptywright } from '../cli/ptywright.ts';
import { Running } from '../platform/pty/running.ts';

type Event = readonly [seconds: number, code: string, text: string];

function writeCast(events: readonly Event[], header: object = { version: 2, width: 80, height: 24 }): string {
  const path = join(freshHome(), 'a.cast');
  writeFileSync(path, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function startReplay(words: string): Running {
  const env = { PATH: process.env.PATH!, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', NODE: process.execPath };
  const script = `before=$(stty -g); "$NODE" "${bin}" replay ${words}; status=$?
    [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
    echo "status $status mode $mode"`;
  return new Running('/bin/sh', ['-c', script], { env: { ...env, PTYWRIGHT_HOME: freshHome() } });
}

const day = 86_400;

describe('ptywright replay', () => {
  it('does not wait at a high speed', async () => {
    const { status, stdout } = await ptywright([
      'replay',
      '--fast',
      writeCast([
        [day, 'o', 'one '],
        [2 * day, 'o', 'two'],
      ]),
    ]);
    expect([status, stdout]).toEqual([0, 'one two']);
  });

  it('waits at most the maximum, and less at a higher speed', async () => {
    const file = writeCast([
      [day, 'o', 'one '],
      [day + 500, 'o', 'two'],
    ]);
    expect(await ptywright(['replay', '--idle', '5', file])).toMatchObject({ status: 0, stdout: 'one two' });
    const quick = writeCast([[50, 'o', 'done']]);
    expect(await ptywright(['replay', '--speed', '5000', quick])).toMatchObject({ stdout: 'done' });
  });

  it('advances at each key, step by step', async () => {
    const shell = startReplay(
      `--step ${writeCast([
        [0, 'o', 'first-'],
        [day, 'o', 'second-'],
        [day, 'o', 'third-'],
      ])}`,
    );
    shell.send('x');
    await shell.says('first-');
    expect(shell.text).not.toContain('second-');
    shell.send('x');
    await shell.says('second-');
    shell.send('q');
    await shell.says('status 0 mode same');
    expect(shell.text).not.toContain('third-');
    await shell.exited;
  });
});
