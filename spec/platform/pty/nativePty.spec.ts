/** Sessions do not affect each other, also when descriptors and pids are reused. */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { times } from '../../soak/scale.ts';
import { inParallel, plainEnv, Running, sh, size } from './running.ts';

const injections = times(10, 400);
const siblings = times(60, 100);
const cycles = times(30, 1000);
const chain = times(40, 1000);
const races = times(60, 2000);

const unhandled: unknown[] = [];
const remember = (error: unknown) => unhandled.push(error);
process.on('unhandledRejection', remember);
afterAll(() => process.off('unhandledRejection', remember));

async function end(sessions: readonly Running[]): Promise<void> {
  for (const { pty } of sessions) pty.kill();
  await Promise.all(sessions.map(({ exited }) => exited));
}

async function withGaps(every: number): Promise<readonly Running[]> {
  const others = Array.from({ length: siblings - 1 }, () => sh('read -r never'));
  await end(others.filter((_, index) => every !== 0 && index % every === 0));
  return others;
}

describe('sessions side by side', () => {
  it(`never read input that was written to a closed one: ${injections} tries`, async () => {
    let injected = 0;
    await inParallel(injections, 1, async () => {
      const dead = sh('stty raw -echo; echo ready; kill -STOP $$');
      await dead.says('ready');
      dead.send('SECRET-FOR-A '.repeat(80_000));
      dead.pty.kill();
      await dead.exited;
      const next = sh('stty raw -echo; echo up; head -c 4 | od -c');
      await next.says('up');
      dead.send('SECRET-FOR-A');
      next.send('mine');
      await next.exited;
      if (!/m {3}i {3}n {3}e/.test(next.text)) injected++;
    });
    expect(injected).toBe(0);
  });

  it.each([
    ['none has ended', 0],
    ['a few have ended and left gaps', 10],
    ['many have ended and left gaps', 3],
  ])(`give the ${siblings}th child no descriptor but its own three when %s`, async (_, every) => {
    const others = await withGaps(every);
    const child = new Running('/bin/ls', ['/proc/self/fd']);
    await child.exited;
    // ls itself opens the directory that it lists.
    expect(child.text.trim().split(/\s+/)).toEqual(['0', '1', '2', '3']);
    await end(others);
  });

  it('start a program just the same when many have ended', async () => {
    const others = await withGaps(3);
    const env = {
      PATH: '/bin',
      A: ' b\n"c"$d',
      '-x': '',
      'odd%%': '() { :; }',
      BASH_ENV: '/dev/null',
      TERM: '',
    };
    const variables = new Running('env', ['-0'], { env, tag: 'spec.same' });
    await variables.exited;
    const expected = { ...env, PTYWRIGHT_SESSION_TAG: 'spec.same' };
    const words = Object.entries(expected).map(([name, value]) => `${name}=${value.replace('\n', '\r\n')}`);
    expect(variables.text.split('\0').slice(0, -1).sort()).toEqual(words.sort());
    const program = new Running('sh', ['-c', 'echo "$0|$1|$2|$$"; exit 5', '-a=b', '', ' x '], {
      cwd: '/tmp',
    });
    expect(await program.exited).toEqual({ exitCode: 5, signal: null });
    expect(program.text).toBe(`-a=b|| x |${program.pty.pid}\r\n`);
    await end(others);
  });

  it(`keep to low descriptors: ${chain} that overlap`, async () => {
    let open = [sh('read -r never'), sh('read -r never')];
    for (let index = 0; index < chain; index++) {
      const [oldest, ...younger] = open;
      open = [...younger, sh('read -r never')];
      await end([oldest!]);
    }
    const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
    await end(open);
    const before = Math.max(...readdirSync('/proc/self/fd').map(Number));
    expect(highest - before).toBeLessThan(chain / 2);
  });

  it(`are not touched by calls to one that has ended: ${cycles} times`, async () => {
    const checker = sh(
      'trap "echo signalled" HUP TERM INT WINCH; echo up; while read -r line; do echo "$line"; done',
    );
    await checker.says('up');
    await inParallel(cycles, 8, async () => {
      const ended = new Running('/bin/true');
      await ended.exited;
      const { pty } = ended;
      // The number of its descriptor is free now. These calls would reach the next program that gets it.
      const heir = sh('stty size; cat /dev/null');
      pty.resize({ ...size, rows: 5, cols: 5 });
      pty.write(Buffer.from('stray'));
      pty.signal('SIGTERM');
      pty.pause();
      pty.resume();
      pty.close();
      expect([pty.cwd(), pty.program(), pty.queuedBytes]).toEqual([null, null, 0]);
      expect(await heir.exited).toEqual({ exitCode: 0, signal: null });
      expect(heir.text).toBe('24 80\r\n');
    });
    checker.send('\x04');
    expect(await checker.exited).toEqual({ exitCode: 0, signal: null });
    expect(checker.text).toBe('up\r\n');
  });

  it(`may be resized, written to, killed and ended while they exit: ${races} times`, async () => {
    await inParallel(races, 16, async (index) => {
      const { pty, exited } = new Running('/bin/true');
      pty.resize({ ...size, rows: 10 });
      pty.write(Buffer.from('x'));
      if (index % 3 === 0) pty.kill();
      if (index % 3 === 1) pty.signal('SIGINT');
      const ended = index % 2 === 0 ? pty.terminate() : undefined;
      await exited;
      pty.resize({ ...size, rows: 11 });
      pty.write(Buffer.from('x'));
      await ended;
    });
    expect(unhandled).toEqual([]);
  });
});

describe('the foreground program', () => {
  it('is named, with its directory', async () => {
    const shell = new Running('/bin/bash', ['--norc', '-i'], {
      cwd: '/tmp',
      env: { ...plainEnv, PS1: 'next> ' },
    });
    await shell.says('next>');
    expect([shell.pty.program(), shell.pty.cwd()]).toEqual(['bash', '/tmp']);
    shell.send('cd /usr && echo "$PWD" && cat\r');
    await shell.says('/usr\r\n');
    shell.send('echoed\r');
    await shell.says('echoed\r\nechoed');
    expect([shell.pty.program(), shell.pty.cwd()]).toEqual(['cat', '/usr']);
    shell.pty.signal('SIGINT');
    await shell.says('echoed\r\nechoed\r\n\r\n');
    shell.send('exit 0\r');
    expect(await shell.exited).toEqual({ exitCode: 0, signal: null });
  });
});
