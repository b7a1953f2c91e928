/** `ptywright steps` through the built program, with real programs. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { programPath } from '../../harness/programs.ts';
import { freshHome, Ptywright, ptywright } from '../ptywright.ts';

function file(text: string, name = 'steps.yaml', folder = freshHome()): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const shell = (script: string, steps: string) =>
  `program: /bin/sh\nargs: [-c, ${JSON.stringify(script)}]\ntimeout_ms: 10000\nsteps:\n${steps}`;

const run = (path: string, ...more: readonly string[]) => ptywright(['steps', ...more, path]);

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
  it('that fails is told with its line and the screen, and ends the run', async () => {
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
  ])('%j', async (steps, status, said) => {
    const ended = await run(file(shell('printf "item\\nitem\\n"; exec cat', `  - wait: item\n${steps}`)));
    expect(ended.stderr).toContain(said);
    expect(ended.status).toBe(status);
  });

  it('can be of every other kind', async () => {
    const path = file(
      `program: /bin/sh\nargs: [${programPath('offers-buttons')}]\ntimeout_ms: 10000\nsteps:
  - wait: '[ OK ]'
  - expect: { screen: "\\n  [ OK ]  [ Cancel ]\\n  line one\\n  line two\\n", cursor: { row: 5, col: 0 } }
  - mouse: { on: line, ambiguity: first, gesture: { event: scroll, direction: up } }
  - wait: { for: '^[[<64;4;3M', fresh: true }
  - paste: pasted
  - wait: pasted
  - action: { type: raw, value: eA== }
  - match: { type: contains_text, value: pastedx }
  - resize: { rows: 30, cols: 100 }
  - stable: 20
  - mark: here
  - signal: hup
  - expect: { signal: SIGHUP }
`,
    );
    const { status, stderr } = await run(path);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('can be about how something looks', async () => {
    const script = `printf 'plain \\033[1;31mred error\\033[0m \\033[30;4mblack\\033[0m'; exec cat`;
    const good = `
  - looks: { on: red error, style: { fg: 1, bold: true, italic: false, bg: null } }
  - looks: { on: black, style: { fg: 0, underline: single } }
  - looks: { on: plain, style: { fg: null, bold: false } }
`;
    expect((await run(file(shell(script, good)))).stderr).toBe('');
    for (const style of ['{ fg: 0 }', '{ fg: 2 }', '{ bold: false }', '{ bg: 1 }']) {
      const { stderr } = await run(
        file(shell(script, `  - looks: { on: error, style: ${style} }\n    timeout_ms: 10\n`)),
      );
      expect(stderr, style).toContain('step 1 (looks error): "error" was not seen on the screen with {');
    }
  });

  it('never tells what is typed', async () => {
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

describe('artifacts', () => {
  const home = (text: string, steps: string) =>
    file(shell(`printf '${text}'; exec cat`, `  - wait: END\n${steps}`), 'home.yaml');

  it('are baselines, kept by --update and compared afterwards', async () => {
    const dir = join(freshHome(), 'artifacts');
    const compare = '  - baseline: { name: home, mode: styled }\n';
    const first = await run(home('one END', compare), '--artifact-dir', dir);
    expect(first.stderr).toContain('the baseline does not exist; to save the screen');
    expect((await run(home('one END', compare), '--artifact-dir', dir, '--update')).status).toBe(0);
    expect((await run(home('one END', compare), '--artifact-dir', dir)).status).toBe(0);
    const { status, stderr } = await run(home('\\033[1mone\\033[0m END', compare), '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain('1 of 1 lines differ, the first is line 1\n  line 1\n  - one END\n  + \x1b[');
  });

  it('are what led to a failure, without secrets', async () => {
    const dir = join(freshHome(), 'artifacts');
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const path = home(
      `token ${token}\\r\\nEND`,
      '  - screenshot: home.svg\n  - wait: absent\n    timeout_ms: 10\n',
    );
    const { status, stderr } = await run(path, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain(`evidence saved in ${dir}/runs/home-yaml`);
    const folder = join(dir, 'runs', 'home-yaml');
    const names = readdirSync(folder).sort();
    expect(names).toEqual([
      'recording.cast',
      'report.json',
      'screen.ansi.txt',
      'screen.png',
      'screens.txt',
      'trace.html',
      'trace.json',
      'trace.md',
      'transcript.txt',
    ]);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'latin1');
      expect(text.length, name).toBeGreaterThan(20);
      expect(text, name).not.toContain('a1B2c3D4');
    }
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ ok: false });
    expect(JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'))).toMatchObject({
      title: 'home.yaml',
      ok: false,
      error: '"absent" was not seen on the screen within 10 ms',
      exit: 'running',
      calls: [
        { call: 'wait END', ok: true, after: 'token [REDACTED]\nEND' },
        { call: 'screenshot home.svg', ok: true },
        { call: 'wait absent', ok: false, found: '"absent" was not seen on the screen within 10 ms' },
      ],
      transcript: 'token [REDACTED]\nEND',
    });
    expect(readFileSync(join(folder, 'recording.cast'), 'utf8')).toMatch(/^\{"version":2,/);
    expect(readFileSync(join(dir, 'screenshots', 'home.svg'), 'utf8')).toContain('<svg');
  });

  it('have no half of a secret that was just being printed', async () => {
    const dir = join(freshHome(), 'artifacts');
    const half = `ghp_${'a1B2c3D4'.repeat(2)}`;
    const steps = '  - screenshot: home.svg\n  - wait: absent\n    timeout_ms: 10\n';
    await run(home(`END is ${half}`, steps), '--artifact-dir', dir);
    const folder = join(dir, 'runs', 'home-yaml');
    const kept = ['screens.txt', 'screen.ansi.txt', 'transcript.txt', 'report.json'];
    for (const path of [...kept.map((name) => join(folder, name)), join(dir, 'screenshots', 'home.svg')])
      expect(readFileSync(path, 'utf8').includes('a1B2c3D4'), path).toBe(false);
    expect(readFileSync(join(folder, 'screens.txt'), 'utf8')).toContain('END is [REDACTED]');
    // The arguments of the program contain it.
    const { calls, transcript } = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'));
    expect(JSON.stringify([calls, transcript])).not.toContain('a1B2c3D4');
    expect(transcript).toBe('END is ');
  });

  it('are of each run, also of two that have one title', async () => {
    const dir = join(freshHome(), 'artifacts');
    const failing = '  - wait: absent\n    timeout_ms: 10\n';
    await run(home('two END', failing), '--artifact-dir', dir, home('one END', failing));
    const transcript = (name: string) => readFileSync(join(dir, 'runs', name, 'transcript.txt'), 'utf8');
    expect([transcript('home-yaml'), transcript('home-yaml-2')]).toEqual(['one END', 'two END']);
  });

  it('have the end of a run that printed much, and each of them what it can', async () => {
    const dir = join(freshHome(), 'artifacts');
    const folder = join(dir, 'runs', 'steps-yaml');
    mkdirSync(join(folder, 'screen.png'), { recursive: true });
    const flood = 'yes "line of the flood" | head -c 6000000; echo IT BROKE; exec cat';
    const path = file(shell(flood, '  - wait: IT BROKE\n  - wait: absent\n    timeout_ms: 10\n'));
    const { status, stderr } = await run(path, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toMatch(/\ncannot save screen\.png: .*not_a_file.*\nevidence saved in /);
    const [before, last] = ['recording.before.cast', 'recording.cast'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(last).toContain('IT BROKE');
    for (const cast of [before!, last!]) {
      expect(cast).toMatch(/^\{"version":2,/);
      expect(cast.length).toBeLessThan(limits.recordingTextBytes);
    }
  });

  it('that cannot be kept hide neither the failure nor why', async () => {
    const dir = realpathSync(freshHome());
    symlinkSync(freshHome(), join(dir, 'runs'));
    const failing = home('END', '  - gone: END\n    timeout_ms: 10\n');
    const { status, stderr } = await run(failing, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain('step 2 (gone END)');
    expect(stderr).toContain(`cannot save the evidence: The folder ${dir}/runs is a symbolic link`);
    const json = await run(failing, '--json', '--artifact-dir', dir);
    expect(JSON.parse(json.stdout)).not.toHaveProperty('artifacts');
    expect(json.stderr).toContain('cannot save the evidence');
  });

  it('are nothing where none are asked for', async () => {
    const dir = join(freshHome(), 'artifacts');
    await run(home('END', '  - gone: END\n    timeout_ms: 10\n'), '--artifact-dir', dir, '--keep', 'never');
    expect(existsSync(join(dir, 'runs'))).toBe(false);
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
    expect((await ptywright(['steps', good, bad])).status).toBe(2);
    expect(existsSync(join(folder, 'started'))).toBe(false);
    expect((await ptywright(['steps', good, good])).status).toBe(0);
    expect(existsSync(join(folder, 'started'))).toBe(true);
  });

  it('end as shells do where there is no program', async () => {
    expect((await run(file('program: /no/such/program\nsteps: [{ wait: x }]\n'))).status).toBe(127);
  });
});

it('a signal ends the program and the step, and what was asked for is kept still', async () => {
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
