import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunTrace } from '#testing/runTrace.ts';
import { freshHome } from '../ptywright.ts';
import { shortCommands } from './commands.ts';

const { run, done, json, start, startSpecProgram } = shortCommands();

describe('wait and expect', () => {
  it('match a title, a bell, a copied text, silence and a disappearing text', async () => {
    await start('events', 'sh');
    const act = (script: string, ...wait: string[]) =>
      json('act', '--type', script, '--key', 'enter', '--wait', ...wait);
    expect((await act("printf '\\033]2;a build\\007'", 'title', 'build')).hit.text).toBe('a build');
    expect((await act("printf '\\007'", 'bell')).hit.kind).toBe('bell');
    expect((await act("printf '\\033]52;c;aGVsbG8=\\007'", 'clipboard', 'hello')).hit.facts).toMatchObject({
      text: 'hello',
    });
    expect((await act('echo shown', 'idle', '100')).plain_text).toContain('shown');
    await done('act', '--type', 'clear', '--key', 'enter', '--wait', 'gone', 'build');
    await done('expect', 'title', '--regex', '^a b');
    await done('expect', 'text', '--not', 'build');
    await done('expect', 'clipboard', 'hello');
    await done('expect', 'clipboard', '--regex', '^h.llo$');
    expect((await run('expect', 'clipboard', 'absent', '--timeout', '0')).status).toBe(1);
    await done('expect', 'output', 'shown');
    await done('expect', 'output', '--not', 'absent');
    expect((await run('expect', 'output', '--not', 'shown', '--timeout', '0')).status).toBe(1);
    expect(await run('expect', 'text', 'absent', '--timeout', '0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('waiting for the screen to show "absent"'),
    });
    await done('close');
  });

  it('check the style of a text, and its place', async () => {
    const text = '\\033[1;31mfailed\\033[m \\033[38;2;1;2;3;48;5;200mfailed\\033[m ok: \\033[7mon\\033[m';
    await start('styles', 'sh', '-c', `printf '${text}'; exec cat`);
    await done('expect', 'text', 'failed', '--fg', 'red', '--bold');
    await done('expect', 'text', '--regex', 'f\\w+d', '--fg', '#010203', '--bg', '200');
    await done('expect', 'text', 'on', '--after', 'ok:', '--inverse', '--fg', 'default');
    for (const words of [['--fg', 'blue'], ['--inverse'], ['--after', 'ok:']])
      expect((await run('expect', 'text', 'failed', ...words, '--timeout', '0')).status).toBe(1);
    await done('expect', 'text', 'failed', '--fg', 'blue', '--not');
    await done('close');
  });

  it('keep the trace, the screen and the output of a failure', async () => {
    const folder = join(freshHome(), 'failed');
    await start('artifacts', 'sh', '-c', "printf 'first\\n\\033[2J\\033[Hlast'; exec cat");
    await done('wait', 'text', 'last', '--artifacts', folder);
    expect((await run('expect', 'exit-code', 'one', '--artifacts', folder)).status).toBe(2);
    expect(existsSync(folder)).toBe(false);
    for (const command of ['wait', 'expect']) {
      const words = [command, 'text', 'absent', '--timeout', '0', '--artifacts', join(folder, command)];
      expect(await run(...words)).toMatchObject({ status: 1, stderr: expect.stringContaining('"absent"') });
      const read = (name: string) => readFileSync(join(folder, command, name));
      expect(read('screen.txt').toString()).toBe('last\n');
      expect(read('transcript.txt').toString()).toMatch(/^first\r?\nlast$/);
      expect(read('screen.png').subarray(1, 4).toString()).toBe('PNG');
      const trace = JSON.parse(read('trace.json').toString()) as RunTrace;
      expect(trace).toMatchObject({ ok: false, exit: 'running', program: expect.stringMatching(/^sh -c /) });
      expect(trace.calls).toMatchObject([{ ok: false, before: 'last', after: 'last', found: trace.error }]);
      expect(trace.calls[0]!.call).toMatch(new RegExp(`^ptywright ${command} text absent --timeout 0`));
      expect(trace.recording).toContain('last');
      expect(read('trace.md').toString()).toMatch(/^# Failed: ptywright /);
      expect(read('trace.html').toString()).toMatch(/^<!doctype html>/);
    }
    const { recordings } = JSON.parse(await done('call', 'recording.list')) as {
      recordings: { path: unknown }[];
    };
    expect(recordings.filter(({ path }) => path === null)).toEqual([]);
    await done('close');
  });

  it('compare the screen with a baseline, with its styles', async () => {
    await startSpecProgram('prints-red');
    await done('wait', 'text', 'it is on');
    expect(await run('expect', 'screen', 'lamp')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('ptywright expect screen lamp --update'),
    });
    expect(await done('expect', 'screen', 'lamp', '--update')).toContain('saved ');
    await done('expect', 'screen', 'lamp', '--styles');
    await done('close');
    await start('plain', 'sh', '-c', "printf 'it is on'; exec cat");
    await done('expect', 'screen', 'lamp');
    expect(await run('expect', 'screen', 'lamp', '--styles', '--timeout', '0')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/1 of 1 lines differ.*1 - it is .*1 \+ it is on/s),
    });
    await done('close');
  });
});
