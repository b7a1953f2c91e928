import { describe, expect, it } from 'vitest';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';
import { shortCommands } from './commands.ts';

const { env, run, done, json, start } = shortCommands();

describe('a session', () => {
  it('is started with the folder and the environment of the command, listed and closed', async () => {
    const cwd = freshHome();
    const script = 'printf "%s %s %s %s" "$PWD" "$OWN" "$MINE" "$TERM"; exec cat';
    const words = ['start', '--name', 'place', '--env', 'MINE=2', '--', 'sh', '-c', script];
    const { stdout } = await runCommand(words, { env: { ...env, OWN: '1', TERM: 'dumb' }, cwd });
    expect(stdout).toMatch(/^s\d+\n$/);
    expect(await done('wait', '-s', 'place', 'text', 'xterm')).toContain('"xterm"');
    expect((await done('read', '-s', 'place')).replaceAll('\n', '')).toBe(`${cwd} 1 2 xterm-256color`);
    expect(await done('sessions')).toMatch(/^s\d+ +place +running +24x80 +sh -c /m);
    expect(await json('sessions')).toMatchObject({
      kind: 'sessions',
      sessions: [{ name: 'place', running: true, cwd }],
    });
    expect(await json('close', '-s', 'place')).toEqual({ kind: 'closed', sessions: ['place'] });
    expect(await run('sessions')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('no sessions'),
    });
  });

  it('is the one of the option, then of the environment, then the newest', async () => {
    for (const name of ['one', 'two', 'three']) await start(name, 'sh', '-c', `echo ${name}; exec cat`);
    const read = async (more: object, ...words: string[]) => {
      const { stdout } = await runCommand(['wait', 'text', ...words, '--regex', '^[a-z]+$', '--json'], {
        env: { ...env, ...more },
      });
      return JSON.parse(stdout).hit.text;
    };
    expect(await read({})).toBe('three');
    expect(await read({ PTYWRIGHT_SESSION: 'two' })).toBe('two');
    expect(await read({ PTYWRIGHT_SESSION: 'two' }, '-s', 'one')).toBe('one');
    expect((await json('close', '--all')).sessions).toHaveLength(3);
  });

  it('is resized and signalled', async () => {
    await start('sized', 'bash', '-c', 'trap "stty size" WINCH; echo up; while :; do read -t 9; done');
    await done('wait', 'text', 'up');
    await done('resize', '40', '120');
    await done('wait', 'text', '40 120');
    await done('signal', 'term');
    expect(await done('wait', 'exit')).toBe('the program ended with SIGTERM\n');
    expect(await done('sessions')).toMatch(/exited SIGTERM/);
    await done('close');
  });
});
