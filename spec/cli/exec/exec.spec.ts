/** `ptywright exec` with real programs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderOptions } from '#cli/command.ts';
import { execCommand } from '#cli/exec/command.ts';
import { toExecSteps } from '#cli/exec/exec.ts';
import { program } from '../../harness/programs.ts';
import { runCommand } from '../inProcess.ts';
import { ptywright } from '../ptywright.ts';

const name = program('asks-name');
const asksName = [name.program, ...name.args];
const shell = (script: string) => ['--', '/bin/sh', '-c', script];

describe('ptywright exec', () => {
  it('prints the last screen of a program after its end', async () => {
    expect(await runCommand(['exec', ...shell('printf "one\\n\\033[31mtwo\\033[0m\\n"')])).toEqual({
      status: 0,
      signal: null,
      stdout: 'one\ntwo\n',
      stderr: '',
    });
  });

  it('types and waits in the given order', async () => {
    const words = ['--wait', 'name?', '--type', 'ada', '--key', 'enter', '--wait', 'hello ada'];
    expect(await runCommand(['exec', ...words, '--', ...asksName])).toMatchObject({
      status: 0,
      stdout: 'name? ada\nhello ada\n',
    });
  });

  it('waits until the screen has not changed for so long', async () => {
    const words = ['--wait-stable', '30', '--timeout', '20000'];
    const script = shell('printf "one "; sleep 0.01; printf two; exec sleep 100');
    expect(await runCommand(['exec', '--wait', 'two', ...words, ...script])).toMatchObject({
      status: 0,
      stdout: 'one two\n',
      stderr: '',
    });
  });

  it('ignores text from before the input', async () => {
    const words = ['--wait', 'name?', '--type', 'ada', '--key', 'enter', '--wait', 'name?'];
    const script = shell('printf "name? "; read -r name; echo "hello $name"');
    expect(await runCommand(['exec', ...words, ...script])).toMatchObject({
      status: 3,
      stdout: 'name? ada\nhello ada\n',
      stderr: expect.stringContaining("--wait 'name?': session s1 ended with exit code 0 while waiting for "),
    });
  });

  it('reports the unmet wait, its option and its timeout', async () => {
    expect(
      await runCommand(['exec', '--timeout', '1', '--wait', 'not here', ...shell('exec sleep 100')]),
    ).toEqual({
      status: 1,
      signal: null,
      stdout: '\n',
      stderr: expect.stringMatching(
        /^ptywright exec: --wait 'not here': timed out after \d+ ms \(timeout 1 ms\) waiting for the screen to show "not here"\n$/,
      ),
    });
  });

  it('reports the exit status of a program that ended too early, and prints its last screen', async () => {
    expect(await runCommand(['exec', '--wait', 'never', ...shell('echo bye; exit 4')])).toMatchObject({
      status: 3,
      stdout: 'bye\n',
      stderr:
        'ptywright exec: --wait never: session s1 ended with exit code 4 while waiting for the screen to show "never"\n',
    });
  });

  it('also writes an image of the last screen, for any result of the waits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ptywright-exec-'));
    const [png, svg] = [join(folder, 'screen.png'), join(folder, 'screen.SVG')];
    const secret = 'AKIAABCDEFGHIJKLMNOP';
    const script = shell(`printf 'is ${secret}'`);
    expect(await runCommand(['exec', '--screenshot', png, ...script])).toMatchObject({ status: 0 });
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    for (const _ of ['new', 'there already'])
      expect(await runCommand(['exec', '--wait', 'never', '--screenshot', svg, ...script])).toMatchObject({
        status: 3,
      });
    expect(readFileSync(svg, 'utf8')).toContain('<text');
    expect(readFileSync(svg, 'utf8')).not.toContain(secret);
    rmSync(folder, { recursive: true });
  });

  it('reports what is wrong with the file of an image', async () => {
    expect(await runCommand(['exec', '--screenshot', 'screen.gif', ...shell('echo never')])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('.png or .svg'),
    });
    expect(await runCommand(['exec', '--screenshot', '/dev/null/a.png', ...shell('echo x')])).toMatchObject({
      status: 1,
      stdout: 'x\n',
      stderr: expect.stringContaining('/dev/null/a.png has a parent that is not a directory (ENOTDIR)'),
    });
  });

  it('takes actions and matchers as JSON', async () => {
    const matcher = JSON.stringify({ type: 'all', value: [{ type: 'contains_text', value: 'hello' }] });
    const act = JSON.stringify({ type: 'bracketed_paste', value: 'eve' });
    expect(
      await runCommand(['exec', '--act', act, '--key', 'enter', '--matcher', matcher, '--', ...asksName]),
    ).toMatchObject({ status: 0, stdout: expect.stringContaining('hello eve') });
  });

  it('prints JSON with the hit, the exit and the cells', async () => {
    const { stdout } = await runCommand([
      'exec',
      '--format',
      'json',
      ...shell('printf "\\033[31mred"; exit 5'),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      matched: true,
      hit: { kind: 'process_exited' },
      exit: { exit_code: 5, signal: null },
      snapshot: { size: { rows: 24, cols: 80 }, plain_text: 'red' },
    });
    expect(JSON.parse(stdout).snapshot.cells[0]).toEqual([[0, 3, 1]]);
    expect(JSON.parse(stdout).snapshot.styles[1]).toEqual({ fg: 1 });
  });

  it('prints JSON of a wait that failed, too', async () => {
    const { status, stdout } = await runCommand(['exec', '--format=json', '--wait', 'never', ...shell(':')]);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ matched: false, fault: { name: 'SessionClosed' } });
  });

  it.each([
    [['--json'], true],
    [['--format', 'text', '--json'], true],
    [['--json', '--format', 'text'], false],
  ])('takes --json as a --format, of which the last counts: %j', async (words, isJson) => {
    const { status, stdout } = await runCommand(['exec', ...words, ...shell('echo hi')]);
    expect(status).toBe(0);
    if (isJson) expect(JSON.parse(stdout)).toMatchObject({ matched: true, snapshot: { plain_text: 'hi' } });
    else expect(stdout).toBe('hi\n');
  });

  it.each([
    [['--exit-status'], 'exit 7', 7],
    [[], 'exit 7', 0],
    [['--exit-status'], 'exit 0', 0],
    [['--exit-status'], 'kill -KILL $$', 137],
    [['--exit-status', '--wait', 'hi'], 'echo hi; cat', 0],
    [['--exit-status', '--wait', 'never'], 'exit 7', 3],
    [['--exit-status', '--timeout', '50'], 'cat', 1],
  ])('with %j, where the program does: %s, ends with %i', async (words, script, status) => {
    expect((await runCommand(['exec', ...words, ...shell(script)])).status).toBe(status);
  });

  it('prints the original colours on request, also with NO_COLOR', async () => {
    const { stdout } = await runCommand(['exec', '--format', 'ansi', ...shell('printf "a\\033[1;31mred"')], {
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toBe('a\x1b[1;31mred\x1b[0m\n');
  });

  it('hides secrets, except on request', async () => {
    const words = shell('echo token=abcdefgh12345678');
    expect((await runCommand(['exec', ...words])).stdout).toBe('token=[REDACTED]\n');
    expect((await runCommand(['exec', '--no-redact', ...words])).stdout).toBe('token=abcdefgh12345678\n');
  });

  it('gives the program its size, directory and environment', async () => {
    const words = ['--rows', '5', '--cols', '33', '--cwd', '/', '--env', 'A=b=c'];
    const { stdout } = await runCommand(['exec', ...words, ...shell('stty size; pwd; echo $A')]);
    expect(stdout).toBe('5 33\n/\nb=c\n');
  });

  it.each([
    [['no-such-program'], 127, /no-such-program was not found in PATH \(ENOENT\)\. Check/],
    [['/no/such/program'], 127, /\/no\/such\/program does not exist \(ENOENT\)\. Correct the path/],
    [
      ['/etc/passwd'],
      126,
      /\/etc\/passwd is a text file that .* no shebang line \(EACCES\)\. If it is a script/,
    ],
    [['/etc'], 126, /\/etc is a directory \(EACCES\)/],
    [['/dev/null'], 126, /\/dev\/null is not a regular file \(EACCES\)/],
    [['--cwd', '/no/such/directory', 'ls'], 1, /\/no\/such\/directory does not exist \(ENOENT\)\. Create it/],
    [['--env', '=x', 'ls'], 2, /NAME=VALUE/],
    [['--act', '{', 'ls'], 2, /--act: not JSON/],
    [['--act', '{"type":"txt"}', 'ls'], 2, /--act: type: `type` is not a known type.*; expected .*text \|/],
    [['--act', '{"type":"key","value":"entr"}', 'ls'], 2, /--act: value: .*did you mean enter\?/],
    [['--act', '{"type":"text","valu":"a"}', 'ls'], 2, /--act: valu: unknown field.*did you mean value\?/],
    [['--act', '"enter"', 'ls'], 2, /--act: expected object/],
    [['--matcher', '{"type":"contains_text"}', 'ls'], 2, /--matcher: value: expected string/],
    [
      ['--matcher', '{"type":"all","value":[{"type":"bel"}]}', 'ls'],
      2,
      /--matcher: value\.0\.type: .*mean bell\?/,
    ],
    [['--wait-regex', '(', 'ls'], 2, /--wait-regex.*missing \)/],
    [['--key', 'no-such-key', 'cat'], 2, /no-such-key/],
  ])('answers %j with %i', async (words, status, message) => {
    const ended = await runCommand(['exec', ...words]);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.status).toBe(status);
  });

  it.each([
    ['TERM', 143, ['--wait', 'never']],
    ['INT', 130, ['--wait', 'never']],
    ['INT', 130, ['--exit-status']],
  ])(
    'ends with the program on SIG%s, reports it, and still prints the screen',
    async (name, status, words) => {
      const script = shell(`echo ready; kill -${name} $PPID; cat`);
      expect(await ptywright(['exec', ...words, ...script])).toEqual({
        status,
        signal: null,
        stdout: 'ready\n',
        stderr: `ptywright exec: interrupted by SIG${name}\n`,
      });
    },
  );

  it('reports in JSON that it was interrupted, not that the program was ended', async () => {
    const { stdout } = await ptywright(['exec', '--json', ...shell('kill -INT $PPID; cat')]);
    expect(JSON.parse(stdout)).toMatchObject({
      matched: false,
      fault: { name: 'Cancelled', message: 'interrupted by SIGINT' },
    });
  });
});

describe('the steps of exec', () => {
  it('keeps the order across options, up to the program', () => {
    const words = [
      '--type',
      '--wait=x',
      '--rows=5',
      '--wait-exit',
      '--wait',
      '-x',
      '--key=a=b',
      'ls',
      '--type',
      'x',
    ];
    expect(orderOptions(execCommand, words)).toEqual([
      { name: 'type', value: '--wait=x' },
      { name: 'rows', value: '5' },
      { name: 'wait-exit', value: true },
      { name: 'wait', value: '-x' },
      { name: 'key', value: 'a=b' },
    ]);
    expect(orderOptions(execCommand, ['--json', '--', '--json'])).toEqual([{ name: 'json', value: true }]);
  });

  it('is a wait for the exit without other steps', () => {
    expect(toExecSteps([])).toEqual([
      { actions: [], matcher: { type: 'process_exited' }, option: '--wait-exit' },
    ]);
  });

  it('ends with a wait for the exit when the last thing is input', () => {
    const steps = toExecSteps([
      { name: 'wait', value: 'a' },
      { name: 'type', value: 'b' },
      { name: 'rows', value: '5' },
    ]);
    expect(steps.map(({ matcher }) => matcher.type)).toEqual(['contains_text', 'process_exited']);
    expect(steps[1]!.actions).toEqual([{ type: 'text', value: 'b' }]);
  });
});
