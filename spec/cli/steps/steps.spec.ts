/** `ptywright steps` with real programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../inProcess.ts';
import { freshHome, Ptywright } from '../ptywright.ts';
import { file, run, shell } from './running.ts';

describe('real programs', () => {
  it('writes a file with vim', async () => {
    const folder = freshHome();
    const path = file(
      `
name: a note
program: vim
args: [-N, -u, NONE, -i, NONE, -n, note.txt]
cwd: .
rows: 10
cols: 40
timeout_ms: 10000
steps:
  - wait: note.txt
  - press: i
  - expect: { visible: INSERT, alternate_screen: true }
  - type: |
      written by
      two lines
  - press: escape
  - gone: INSERT
  - line: ':wq'
  - name: it has saved
    expect: { exit: 0 }
`,
      'vim.yaml',
      folder,
    );
    const { status, stdout, stderr } = await run(path);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('written by\ntwo lines\n\n');
    expect(stdout).toMatch(/^a note\nok 1 wait note\.txt \(\d+ ms\)\nok 2 press \(/);
    expect(stdout).toMatch(/\nok 8 it has saved \(\d+ ms\)\n$/);
  });

  it('reads with less, as JSON', async () => {
    const folder = freshHome();
    file(Array.from({ length: 60 }, (_, at) => `line ${at + 1}.`).join('\n'), 'long.txt', folder);
    const script = {
      program: 'less',
      args: ['long.txt'],
      cwd: folder,
      rows: 11,
      cols: 20,
      env: { LESS: null, TERM: 'xterm' },
      steps: [
        { wait: 'line 10.' },
        { press: 'space' },
        { expect: { visible: ['line 20.', '/line 1[1-9]\\./'], hidden: 'line 10.' } },
        { line: '/line 42' },
        { wait: 'line 42.' },
        { find: { type: 'exact', text: 'line 42.' } },
        { press: 'q' },
        { expect: { exit: 0 } },
      ],
    };
    const { status, stdout } = await run(file(JSON.stringify(script), 'less.json', folder), '--json');
    expect(status, stdout).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ ok: true, steps: { length: 8 } });
    expect(report.steps[5].result).toMatchObject({ row: 0, col: 0, text: 'line 42.' });
  });

  it('answers whiptail', async () => {
    const path = file(`
program: whiptail
args: [--yesno, 'Go on?', '8', '30']
timeout_ms: 10000
steps:
  - wait: Go on?
  - find: <Yes>
  - press: right
  - press: enter
  - expect: { exit: 1 }
`);
    const { status, stderr } = await run(path);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('picks with fzf, by keys and by the mouse', async () => {
    const path = file(
      shell(
        'printf "%s\\n" apple banana cherry | fzf --no-color --bind double-click:accept; echo "picked $?"; exec cat',
        `
  - wait: 3/3
  - type: an
  - wait: { for: 1/3, fresh: true }
  - press: ctrl+u
  - wait: 3/3
  - click: { on: banana, count: 2 }
  - expect: { visible: [picked 0, '/(?m)^banana/'] }
`,
      ),
    );
    const { status, stderr } = await run(path);
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('a step', () => {
  it('that fails is reported with its line and the screen, and ends the run', async () => {
    const path = file(
      shell('echo ready; exec cat', '  - wait: ready\n  - wait: absent\n    timeout_ms: 20\n  - type: x\n'),
    );
    const { status, stdout, stderr } = await run(path);
    expect(status).toBe(1);
    expect(stdout).toContain('not ok 2 wait absent (');
    expect(stdout).not.toContain('3 type');
    expect(stderr).toContain(
      `${path}:6: step 2 (wait absent): "absent" was not seen on the screen within 20 ms`,
    );
    expect(stderr).toContain('┌───────\n│ ready\n└───────\n');
  });

  it.each([
    ['  - click: item\n', 1, 'Ambiguous selector; matched 2 elements: "item" at 0:0, "item" at 1:0'],
    ['  - click: { on: item, ambiguity: last }\n', 1, 'The program has not enabled mouse events'],
    ['  - expect: { exit: 0 }\n    timeout_ms: 10\n', 1, 'the program did not end within 10 ms'],
    ['  - press: ctrl+d\n  - expect: { exit: 1 }\n', 1, 'expected exit status 1, got 0'],
    ['  - press: ctrl+d\n  - wait: absent\n', 3, 'ended'],
    ['  - expect: { screen: "item" }\n    timeout_ms: 10\n', 1, 'did not become equal to the expected one'],
  ])('%j', async (steps, status, message) => {
    const ended = await run(file(shell('printf "item\\nitem\\n"; exec cat', `  - wait: item\n${steps}`)));
    expect(ended.stderr).toContain(message);
    expect(ended.status).toBe(status);
  });

  it('never reports what is typed', async () => {
    const typed = 'correct horse battery';
    const path = file(
      shell(
        'stty -echo; echo ready; exec cat >/dev/null',
        `  - wait: ready\n  - line: ${typed}\n  - paste: ${typed}\n`,
      ),
    );
    const dir = join(freshHome(), 'kept');
    const { status, stdout, stderr } = await run(path, '--artifact-dir', dir, '--keep', 'always');
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain('horse');
    for (const name of readdirSync(join(dir, 'runs', 'steps-yaml')))
      expect(readFileSync(join(dir, 'runs', 'steps-yaml', name), 'latin1')).not.toContain('horse');
  });
});

describe('several files', () => {
  it('are all read before the first program is started', async () => {
    const folder = freshHome();
    const good = file(
      shell('touch started; echo ready; exec cat', '  - wait: ready\n').replace('timeout', 'cwd: .\ntimeout'),
      'a.yaml',
      folder,
    );
    const bad = file('program: x\nsteps: []\n', 'b.yaml', folder);
    expect((await runCommand(['steps', good, bad])).status).toBe(2);
    expect(existsSync(join(folder, 'started'))).toBe(false);
    expect((await runCommand(['steps', good, good])).status).toBe(0);
    expect(existsSync(join(folder, 'started'))).toBe(true);
  });

  it('end as shells do where there is no program', async () => {
    expect((await run(file('program: /no/such/program\nsteps: [{ wait: x }]\n'))).status).toBe(127);
  });
});

it('a signal ends the program and the step, and the requested files are still written', async () => {
  const dir = join(freshHome(), 'kept');
  const path = file(shell('echo $$ ready; exec cat', '  - wait: ready\n  - wait: absent\n'));
  const running = new Ptywright(['steps', '--artifact-dir', dir, path, path], {
    PTYWRIGHT_HOME: freshHome(),
  });
  await running.says('ok 1 wait ready');
  running.process.kill('SIGTERM');
  const { status, stdout, stderr } = await running.ended;
  expect([status, stdout.match(/ok 1/g)?.length]).toEqual([143, 1]);
  expect(stderr).toContain(`evidence saved in ${dir}`);
  const pid = Number(
    /(\d+) ready/.exec(readFileSync(join(dir, 'runs', 'steps-yaml', 'transcript.txt'), 'utf8'))![1],
  );
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
