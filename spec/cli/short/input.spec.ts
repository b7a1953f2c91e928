import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';
import { shortCommands } from './commands.ts';

const { env, run, done, json, start, startSpecProgram } = shortCommands();

const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

describe('input', () => {
  it('is typed, pasted and pressed, and waited for in one step', async () => {
    await start('shell', 'bash', '--norc');
    expect(await done('act', '--type', 'echo $((6*7))', '--key', 'enter', '--wait', 'text', '42')).toMatch(
      /^42$/m,
    );
    await done('act', '--type', 'echo $((6*8)); cat -v', '--key', 'enter', '--wait', 'text', '48');
    await done('paste', 'x[1~');
    await done('press', 'Up', 'Enter');
    await done('wait', 'text', 'x[1~^[[A');
    await done('press', 'ctrl+d');
    await start('plain-paste', 'cat', '-v');
    await done('act', '--paste', 'pasted', '--wait', 'text', 'pasted');
    expect(await done('read')).toBe('pasted\n');
    await done('close');
    const piped = await runCommand(['type'], { env, input: 'echo from-$((1+1))-input\n' });
    expect(piped.status).toBe(0);
    await done('wait', 'text', 'from-2-input');
    await done('close');
  });

  it('reports that a program without shell integration announces no command', async () => {
    await start('silent', 'cat');
    const { status, stderr } = await run('wait', '-s', 'silent', 'command', '--timeout', '50');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'the program has reported no command yet. Only a shell with shell integration does',
    );
    await done('close', '-s', 'silent');
  });

  it('waits for the end of a command', async () => {
    await done('start', '--name', 'marked', '--env', 'PS1=[$?] ', 'bash', '--norc');
    const failed = ['act', '--type', 'sh -c "exit 7"', '--key', 'enter', '--wait', 'command'];
    const match = await json(...failed);
    expect(match).toMatchObject({ kind: 'match', hit: { kind: 'command_finished', exit_code: 7 } });
    expect(match).not.toHaveProperty('warnings');
    expect((await run(...failed)).stderr).toBe('the command ended with exit code 7\n');
    expect(await run(...failed, '0', '--timeout', '200')).toMatchObject({ status: 1 });
    // The mark keeps $?, and an empty line is no command.
    await done('wait', 'text', '[7]');
    expect(await run('act', '--key', 'enter', '--wait', 'command', '--timeout', '200')).toMatchObject({
      status: 1,
    });
    await done('close');
  });

  it('clicks on the match after another text', async () => {
    await startSpecProgram('offers-buttons');
    await done('wait', 'text', 'line two');
    expect(await run('click', '--text', 'line')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('matched 2 elements'),
    });
    expect(await run('click', '--text', 'none', '--timeout', '0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('waiting for a match of the selector {"type":"exact","text":"none"}'),
    });
    expect((await json('click', '--text', 'line', '--after', 'one')).selected).toMatchObject({ row: 3 });
    expect((await json('click', '--regex', 'l[a-z]+', '--nth', '1')).selected).toMatchObject({ row: 2 });
    await done('wait', 'text', '--regex', '<0;\\d+;4M.*<0;\\d+;3M');
    await done('click', '--text', 'two', '--button', 'right', '--ctrl', '--shift');
    await done('wait', 'text', '--regex', '<22;\\d+;4M');
    await done('close');
  });

  it.runIf(has('vim'))('edits a file with vim', async () => {
    const file = join(freshHome(), 'notes.txt');
    await start('editor', 'vim', '-u', 'NONE', '-N', file);
    await done('wait', 'text', 'notes.txt');
    await done('act', '--key', 'i', '--type', 'written', '--wait', 'text', 'written');
    await done('press', 'Escape', ':', 'w', 'q', 'Enter');
    await done('expect', 'exit-code', '0');
    expect(readFileSync(file, 'utf8')).toBe('written\n');
    await done('close');
  });

  it.runIf(has('fzf'))('chooses with fzf', async () => {
    await start('finder', 'sh', '-c', 'printf "one\\ntwo\\nthree\\n" | fzf --no-color; exec cat');
    await done('wait', 'text', '3/3');
    await done('act', '--type', 'thr', '--wait', 'text', '1/3');
    await done('press', 'Enter');
    await done('wait', 'text', '--regex', '(?m)^three');
    await done('close');
  });

  it.runIf(has('whiptail'))('answers a dialog of whiptail', async () => {
    await start('dialog', 'whiptail', '--yesno', 'Continue?', '8', '40');
    await done('wait', 'text', 'Continue?');
    await done('press', 'Tab', 'Enter');
    expect(await run('expect', 'exit-code', '0')).toMatchObject({
      status: 1,
      stderr: 'ptywright expect: expected exit code 0, received exit code 1\n',
    });
    await done('close');
  });
});
