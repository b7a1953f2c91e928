/** The commands for one session, with real programs on the built server. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunTrace } from '#testing/runTrace.ts';
import { program } from '../../harness/programs.ts';
import { runCommand } from '../inProcess.ts';
import { bin, freshHome, Ptywright } from '../ptywright.ts';

const home = freshHome();
const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_SESSION: '' };
const run = (...args: string[]) => runCommand(args, { env });
const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Without the rights by which the superuser may open every socket. */
const isRoot = process.getuid?.() === 0;
const unprivileged = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Fails with the error output. */
async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...args);
  expect(status, stderr + stdout).toBe(0);
  return stdout;
}

const json = async (...args: string[]) => JSON.parse(await done(...args, '--json'));
const start = (name: string, ...words: string[]) => done('start', '--name', name, '--', ...words);
const startSpecProgram = (name: string) => {
  const { program: shell, args } = program(name);
  return start(name, shell, ...args);
};

let server: Ptywright;
beforeAll(async () => {
  server = new Ptywright(['serve', '--artifact-dir', join(home, 'artifacts')], env);
  await server.says('listening', 'stderr');
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
});

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
    expect(await done('sessions')).toBe('');
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

describe('a recording', () => {
  it('contains what the program has drawn, and needs a new file', async () => {
    const file = join(freshHome(), 'a.cast');
    await done('start', '--record', file, 'sh', '-c', 'echo recorded; exec cat');
    await done('wait', 'text', 'recorded');
    // Text that may become part of a secret is written later, at the latest when the session is closed.
    await done('close');
    expect(readFileSync(file, 'utf8')).toContain('recorded');
    const sessions = await done('sessions');
    expect(await run('start', '--record', file, 'cat')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(file),
    });
    expect(await done('sessions')).toBe(sessions);
  });
});

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

  it('says that a program without shell integration reports no command', async () => {
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

describe('wait and expect', () => {
  it('see a title, a bell, a copied text, silence and a text that goes', async () => {
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

describe('read and picture', () => {
  it('print the screen, the scrollback, the new output, and save a picture', async () => {
    await start('lines', 'sh', '-c', 'seq 30; printf "\\033[31mred\\033[m"; exec cat');
    await done('wait', 'text', 'red');
    expect(await done('read')).toMatch(/^8\n9\n.*\n30\nred\n$/s);
    expect(await done('read', '--full')).toMatch(/^1\n2\n.*\n30\nred\n$/s);
    expect(await done('read', '--ansi')).toContain('\x1b[31mred');
    const { kind, cursor, text } = await json('read');
    expect([kind, text]).toEqual(['screen', expect.stringMatching(/red$/)]);
    await done('act', '--type', 'more', '--key', 'enter', '--wait', 'text', 'more');
    expect(await json('read', '--since', String(cursor))).toMatchObject({
      kind: 'output',
      text: expect.stringMatching(/^more\n/),
    });
    const file = join(freshHome(), 'a.png');
    expect(await json('picture', file)).toMatchObject({ kind: 'picture', file, width: 720 });
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    await done('close');
  });
});

const kinds = { 1: 'not_met', 2: 'usage', 3: 'no_session', 4: 'no_server' };

async function fails(words: readonly string[], status: keyof typeof kinds, message: string): Promise<void> {
  const [ended, printed] = await Promise.all([run(...words), run(words[0]!, '--json', ...words.slice(1))]);
  expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
  expect(printed.status).toBe(status);
  expect(JSON.parse(printed.stdout)).toMatchObject({ kind: 'error', class: kinds[status], status });
  expect(printed.stderr).toBe('');
}

describe('an invalid argument', () => {
  beforeAll(() => start('quiet', 'cat'));
  afterAll(() => done('close'));

  it.each([
    [['wait', 'text'], 'text: expected text VALUE'],
    [['wait', 'txt', 'a'], 'did you mean text?'],
    [['wait', 'text', '(', '--regex'], 'invalid pattern'],
    [['press', 'entre'], 'did you mean enter?'],
    [['resize', 'a', '2'], 'expected a whole number'],
    [['wait', 'idle', '--regex', '9'], '--regex: not an option of the condition idle'],
    [['expect', 'screen', '--not', 'now'], '--not: not an option of the condition screen'],
    [['expect', 'exit-code', '--not', '0'], '--not: not an option of the condition exit-code'],
    [['expect', 'text', '--styles', 'hi'], '--styles: not an option of the condition text'],
    [['expect', 'title', '--fg', 'red', 'hi'], '--fg: not an option of the condition title'],
    [['expect', 'text', '--fg', 'rot', 'hi'], 'rot: expected a color: black, red'],
    [['expect', 'text', '--bg', '256', 'hi'], '256: expected a color'],
    [['read', '--full', '--since', '0'], '--full: not together with --since'],
    [['read', '--bogus'], '--bogus: no such option'],
  ])('of %j has the exit status 2', (words, message) => fails(words, 2, message));
});

describe('an exit status', () => {
  it.each([
    [['read', '-s', 'nowhere'], 3, 'no session has the id or name nowhere'],
    [['read'], 3, 'the server has no session; start one with: ptywright start PROGRAM'],
    [['start', 'no-such-program'], 1, 'no-such-program'],
    [['sessions', '--socket', '/nowhere/s'], 4, 'no server listens on /nowhere/s (ENOENT)'],
  ] as const)('of %j is %i', fails);

  it.skipIf(isRoot && !has('setpriv'))('names a socket that may not be opened (root needs setpriv)', () => {
    const folder = join(freshHome(), 'closed');
    mkdirSync(folder);
    writeFileSync(join(folder, 's'), '');
    chmodSync(folder, 0);
    const words = [...unprivileged, process.execPath, bin, 'sessions', '--socket', join(folder, 's')];
    const { status, stderr } = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8' });
    chmodSync(folder, 0o700);
    expect([status, stderr]).toEqual([4, expect.stringContaining('permission denied (EACCES)')]);
  });

  it('reports an error inside the server with a status of its own', async () => {
    const path = join(freshHome(), 's');
    const error = { code: -32603, message: 'internal error', data: { fault: 'Internal' } };
    const failing = createServer((socket) => {
      createInterface(socket).on('line', (line) => {
        const { id } = JSON.parse(line);
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
      });
    });
    await once(failing.listen(path), 'listening');
    const { status, stdout } = await run('sessions', '--socket', path, '--json');
    failing.close();
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'error', class: 'internal', status: 5 });
  });
});
