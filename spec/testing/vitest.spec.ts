/** `ptywright/test` in a real vitest project. Each start of vitest takes seconds, so one runs all tests that pass. */
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../guides/blocks.ts';
import { isInstalled, withProgram } from '../harness/withProgram.ts';
import { guideTests, testingGuide } from './guide.ts';
import { type Outcome, Project } from './project.ts';

const head = "import { expect, test } from 'ptywright/test';\n";
const ownHead = "import { expect, test as all } from 'ptywright/test'; const test = all.extend({});\n";
const guideTest = (words: string) => blocksOf(testingGuide).find(({ code }) => code.includes(words))!.code;

/** Tests as a new user writes them, each for one program. */
const programs: Readonly<Record<string, string>> = {
  vim: `import { mkdtempSync, readFileSync } from 'node:fs';
${head}
test('vim writes a file', async ({ terminal }) => {
  const cwd = mkdtempSync('vim-');
  await terminal.start('vim', ['--clean', 'notes.txt'], { cwd });
  await expect(terminal).toShow('[New]');
  await terminal.type('ihello');
  await expect(terminal).toShow('-- INSERT --');
  await terminal.press('escape');
  await expect(terminal).not.toShow('INSERT');
  await terminal.type(':wq\\n');
  await expect(terminal).toHaveExited(0);
  expect(readFileSync(cwd + '/notes.txt', 'utf8')).toBe('hello\\n');
});
`,
  htop: `${head}
test('htop shows its help, and quits by the mouse', async ({ terminal }) => {
  await terminal.start('htop', [], { cols: 120, rows: 40, env: { HTOPRC: '/dev/null' } });
  await expect(terminal.getByText('PID').withStyle({ bg: 'green' })).toBeShown();
  await terminal.press('f1');
  await expect(terminal).toShow('Press any key');
  await terminal.press('q');
  await terminal.getByText('F10').getByText('Quit', { direction: 'right' }).first().click();
  await expect(terminal).toHaveExited(0);
});
`,
};

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

const passing: Readonly<Record<string, string>> = {
  'run.test.ts': `
test('run', async ({ terminal }) => {
  expect(await terminal.run('echo $((6*7)); false')).toEqual({ output: '42\\n', status: 1 });
  expect(await terminal.run('true')).toEqual({ output: '', status: 0 });
  await expect(terminal).not.toHaveExited();
  await terminal.type('exit 3\\n');
  await expect(terminal).toHaveExited(3);
  await expect(terminal.run('true')).rejects.toThrow(/run failed after \\d+ ms/);
});
test('needs a shell', async ({ terminal }) => {
  await terminal.start('cat');
  await expect(terminal.run('true')).rejects.toThrow('run needs a shell');
});
test('long output', async ({ terminal }) => {
  await terminal.start('/bin/bash', ['--norc']);
  const { output, status } = await terminal.run('seq 20000; (exit 3)');
  expect(output.split('\\n').slice(0, -1)).toEqual(Array.from({ length: 20000 }, (_, at) => String(at + 1)));
  expect(status).toBe(3);
  await expect(terminal.run('seq 400000')).rejects.toThrow('longer than 2097152 characters, and its beginning is lost (status 0)');
  await terminal.type('echo started; read x\\n');
  await terminal.waitFor({ type: 'screen_regex', value: '(?m)^started' });
  const ran = terminal.run('echo after');
  await terminal.type('\\n');
  expect(await ran).toEqual({ output: 'after\\n', status: 0 });
});
`,
  'snapshots.test.ts': `
test('late', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'stty -echo; printf "\\\\033]0;quiet\\\\007"; read x; echo drawn; read x']);
  await expect(terminal).toHaveTitle('quiet');
  const saved = expect(terminal).toMatchScreen('late');
  await terminal.type('\\n');
  await saved;
});
test('blank', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'read x']);
  const saved = expect(terminal).toMatchScreen('blank', { timeout: 100 });
  await expect(saved).rejects.toThrow('has not printed anything');
});
test('widths', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'stty -echo; echo 7ms x; read x; printf "\\\\033[2J\\\\033[H1234ms x"; read x']);
  await expect(terminal).toShow('7ms');
  await expect(terminal).toMatchScreen('widths', { mask: [/\\d+ms/, 'x'] });
  await terminal.type('\\n');
  await expect(terminal).toShow('1234ms');
  await expect(terminal).toMatchScreen('widths', { mask: [/\\d+ms/, 'x'], timeout: 100 });
});
test('located', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'stty -echo; echo by 7 of 7; read x; printf "\\\\033[2J\\\\033[Hby 1234 of 7"; read x']);
  const mask = [terminal.getByText('by').getByText(/\\d+/).first()];
  await expect(terminal).toShow('by 7');
  await expect(terminal).toMatchScreen('located', { mask });
  await terminal.type('\\n');
  await expect(terminal).toShow('1234');
  await expect(terminal).toMatchScreen('located', { mask, timeout: 100 });
  await expect(terminal).toMatchPicture('located', { mask });
  await expect(terminal).toMatchPicture('located', { mask });
});
`,
  'gone.test.ts': `
test.override({ terminalOptions: { trace: 'always', artifacts: 'always', outputDir: 'gone', timeout: 50_000 } });
test('session', async ({ terminal }) => {
  await terminal.start('cat');
  await terminal.client.calls.session.close({ session: await terminal.session });
  await expect(expect(terminal).toShow('x')).rejects.toThrow(/toShow\\("x"\\) failed after .*[Ss]ession/);
});
test('server', async ({ terminal }) => {
  await terminal.start('cat');
  await terminal.client.close();
  await expect(expect(terminal).toShow('x')).rejects.toThrow(/toShow\\("x"\\) failed after .* the connection is closed/);
});
test('next', async ({ terminal }) => {
  expect(await terminal.run('echo works')).toEqual({ output: 'works\\n', status: 0 });
});
`,
  'clicks.test.ts': `
const program = \`stty raw -echo; printf '\\\\033[?1000h\\\\033[?1006h\\\\033[2;3H[ OK ]  [ Cancel ]\\\\033[3;3Hline one\\\\033[4;3Hline two\\\\033[6;1H'; exec cat -v\`;
test.override({ terminalOptions: { program: 'sh', args: ['-c', program], timeout: 50_000 } });
test('clicks', async ({ terminal }) => {
  await terminal.getByText('one').getByText('line').unique().click({ ctrl: true });
  await expect(terminal).toShow('<16;4;4M');
  await terminal.getByText('line').last().scroll('down');
  await expect(terminal).toShow('<65;4;4M');
  await terminal.getByText(/ok/i).click({ button: 'right' });
  await expect(terminal).toShow('<2;5;2M');
  expect(await terminal.getByText('line').count()).toBe(2);
  expect(await terminal.getByText('two').getByText('line', { direction: 'left' }).all()).toMatchObject([{ row: 3, col: 2 }]);
  await expect(terminal.getByText('absent')).not.toBeShown();
  await expect(terminal.getByText('line').click()).rejects.toThrow('Ambiguous selector; matched 2');
  await expect(terminal.getByText('line').unique().waitFor()).rejects.toThrow('Ambiguous selector; matched 2');
});
`,
  'options.test.ts': `
test.override({ terminalOptions: { rows: 10, cols: 33, env: { COLOR: 'teal' }, cwd: '/', timeout: 50_000 } });
test('options', async ({ terminal }) => {
  expect((await terminal.run('stty size; echo $COLOR; pwd')).output).toBe('10 33\\nteal\\n/\\n');
  await terminal.resize({ rows: 12, cols: 40 });
  expect((await terminal.run('stty size')).output).toBe('12 40\\n');
  await terminal.paste('echo pasted');
  await expect(terminal).toShow('echo pasted');
  await terminal.press('enter');
  await expect(terminal).toShow(/^pasted$/m);
  await terminal.run("printf '\\\\033]0;a title\\\\007'");
  await expect(terminal).toHaveTitle('a title');
});
`,
  'several.test.ts': `
test.override({ terminalOptions: { cols: 60, artifacts: 'always', outputDir: 'several', timeout: 50_000 } });
test('several terminals', async ({ terminal }) => {
  await terminal.start('tail', ['-f', '/dev/null']);
  const second = terminal.newTerminal({ rows: 9 });
  expect((await second.run('stty size')).output).toBe('9 60\\n');
  expect(await second.session).not.toBe(await terminal.session);
});
test('clipboard', async ({ terminal }) => {
  await terminal.run("for text in b25l dHdv; do printf '\\\\033]52;c;%s\\\\007' $text; done");
  expect([await terminal.clipboard(), await terminal.clipboard()]).toEqual(['one', 'two']);
  await expect(terminal.clipboard({ timeout: 50 })).rejects.toThrow('clipboard failed after');
});
test('recordings', async ({ terminal }) => {
  await expect(terminal.stopRecording()).rejects.toThrow('call startRecording first');
  for (const path of ['demo.cast', 'demo.cast', 'demo.gif']) {
    await terminal.startRecording(path);
    await expect(terminal.startRecording('two.cast')).rejects.toThrow('a recording for ' + path);
    await terminal.run('echo recorded');
    await terminal.stopRecording();
  }
});
`,
  'secret.test.ts': `
test.override({ terminalOptions: { trace: 'always', recording: 'always', artifacts: 'always', outputDir: 'out', timeout: 50_000 } });
test('secret', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'stty -echo; printf "Password: "; read -r word; stty echo; echo "token ${token}"; exec cat']);
  await expect(terminal).toShow('Password:');
  await terminal.press('h u n');
  await terminal.type('ter2-hunter');
  await terminal.press('2 enter');
  await expect(terminal).toShow('token');
  await terminal.type('vis');
  await terminal.press('i b l e enter');
  await expect(terminal).toShow('visible');
  await expect(terminal).not.toShow('hunter2-hunter2');
});
`,
};

const showing = (text: string) => `
test('home', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'printf "\\\\033[31m${text}\\\\033[m at 12:34"; exec cat']);
  await expect(terminal).toShow('at');
  await expect(terminal).toMatchScreen({ mask: [/\\d\\d:\\d\\d/], timeout: 300 });
  await expect(terminal).toMatchScreen('colors', { style: true });
  await expect(terminal).toMatchScreen('colors', { style: true });
  await expect(terminal).toMatchPicture();
});
`;

const failing: Readonly<Record<string, string>> = {
  'some.test.ts': `
test('login', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'printf "login: ada\\nWelcome"; exec cat']);
  await expect(terminal).toShow('login');
  await expect(terminal).toShow('Wellcome', { timeout: 100 });
});
`,
  'reasons.test.ts': `
test.override({ terminalOptions: { timeout: 50_000, trace: 'off' } });
test('not', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'printf ready; exec cat']);
  await expect(terminal).toShow('ready');
  await expect(terminal).not.toShow(/rea.y/, { timeout: 100 });
});
test('status', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'exit 7']);
  await expect(terminal).toHaveExited(0);
});
test('ended', async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'exit 7']);
  await expect(terminal).toShow('ready', { timeout: 60_000 });
});
test('value', async () => {
  await expect('text').toShow('ready');
});
test('limit', { timeout: 6000 }, async ({ terminal }) => {
  await terminal.start('sh', ['-c', 'printf ready; exec cat']);
  await expect(terminal).toShow('never');
});
`,
  'home.test.ts': showing('done!'),
  'nested/some.test.ts': `
test('login', async ({ terminal }) => {
  await expect(terminal).toShow(123);
});
test('absent', async ({ terminal }) => {
  await terminal.start('no-such-program');
});
`,
};

const withHead = (tests: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(tests).map(([name, code]) => [name, ownHead + code]));

const project = new Project({
  ...withHead(passing),
  'home.test.ts': head + showing('ready'),
  ...Object.fromEntries([
    ...guideTests
      .filter(([, program]) => isInstalled(program))
      .map(([words, program]) => [`guide-${program}.test.ts`, guideTest(words)]),
    ...Object.entries(programs)
      .filter(([program]) => isInstalled(program))
      .map(([program, code]) => [`${program}.test.ts`, code]),
  ]),
});
let passed: Outcome;

beforeAll(async () => {
  passed = await project.vitest();
});

const expectPassed = (title: string) =>
  expect(passed.output.split('\n')).toContainEqual(expect.stringMatching(`✓ .*${title}`));

it('runs tests', () => {
  expect(passed.status, passed.output).toBe(0);
});

describe(testingGuide, () => {
  for (const [words, program] of guideTests) withProgram(program, words, async () => expectPassed(words));

  it('begins with a test of at most 12 lines', () => {
    expect(guideTest('fzf finds').trim().split('\n').length).toBeLessThanOrEqual(12);
  });
});

for (const program of Object.keys(programs))
  withProgram(program, 'a test as a new user writes it', async () => expectPassed(program));

it('runs commands, sends input to matches of locators, and takes options', () => {
  for (const title of ['run', 'needs a shell', 'long output', 'clicks', 'options']) expectPassed(title);
});

it('saves a screen at rest, and masks texts of any width', () => {
  for (const title of ['late', 'blank', 'widths', 'located']) expectPassed(title);
  const folder = '__screens__/snapshots.test.ts';
  expect(project.files(folder)).toEqual(['late.txt', 'located.png', 'located.txt', 'widths.txt']);
  expect(project.read(`${folder}/located.txt`)).toBe('by ░ of 7\n');
  expect(project.read(`${folder}/late.txt`)).toBe('drawn\n');
  expect(project.read(`${folder}/widths.txt`)).toBe('░ ░\n');
});

it('opens several terminals, returns copied texts in their order, and records', () => {
  for (const title of ['several terminals', 'clipboard', 'recordings']) expectPassed(title);
  const files = project.files('several');
  expect(files).toContain('several-test-ts-several-terminals/screen.txt');
  expect(files).toContain('several-test-ts-several-terminals-2/screen.txt');
  expect(project.read('demo.cast')).toContain('recorded');
  expect(project.read('demo.gif')).toMatch(/^GIF89a/);
});

it('reports that the session or the server has ended, and starts a server for the next test', () => {
  for (const title of ['session', 'server', 'next']) expectPassed(title);
  expect(project.files('gone/gone-test-ts-server')).toContain('trace.html');
});

it('keeps the files that the options name, without secrets', () => {
  const folder = 'out/secret-test-ts-secret';
  const files = project.files(folder);
  expect(files).toEqual([
    'recording.cast',
    'screen.png',
    'screen.txt',
    'trace.html',
    'trace.json',
    'trace.md',
    'transcript.txt',
  ]);
  for (const file of files) expect(project.read(`${folder}/${file}`)).not.toMatch(/hunter2|a1B2c3D4/);
  const { calls } = JSON.parse(project.read(`${folder}/trace.json`)) as { calls: { call: string }[] };
  expect(calls.map(({ call }) => call).filter((call) => /^(?:type|press)/.test(call))).toEqual([
    'press (5 characters)',
    'type (11 characters)',
    'press (7 characters)',
    'type "vis"',
    'press "i b l e enter"',
  ]);
});

describe('a failure', () => {
  let output: string;

  beforeAll(async () => {
    for (const [name, code] of Object.entries(withHead(failing))) project.write(name, code);
    const outcome = await project.vitest(...Object.keys(failing));
    expect(outcome.status, outcome.output).toBe(1);
    ({ output } = outcome);
  });

  it('shows the line, the matcher, the time, the nearest text and the screen', () => {
    expect(output).toMatch(/expect\(terminal\)\.toShow\("Wellcome"\) failed after \d+ ms/);
    expect(output).toContain(
      `at some.test.ts:6: await expect(terminal).toShow('Wellcome', { timeout: 100 });`,
    );
    expect(output).toContain('nearest text: "Welcome" in row 1');
    expect(output).toContain('│ login: ada\n│ Welcome\n');
    expect(output).toMatch(/❯ some\.test\.ts:6:/);
    const folder = 'test-results/some-test-ts-login';
    expect(output).toContain(`trace: ${folder}/trace.html`);
    expect(project.files(folder)).toEqual(['trace.html', 'trace.json', 'trace.md']);
    expect(JSON.parse(project.read(`${folder}/trace.json`))).toMatchObject({
      title: 'login',
      file: 'some.test.ts',
      ok: false,
      exit: 'running',
      calls: [
        { call: /^start sh -c/ },
        { call: 'expect(terminal).toShow("login")', ok: true, where: 'some.test.ts:5' },
        {
          call: 'expect(terminal).toShow("Wellcome")',
          ok: false,
          where: 'some.test.ts:6',
          expected: 'the screen to show "Wellcome"',
          found: 'the time limit was reached',
          after: 'login: ada\nWelcome',
        },
      ].map((call, at) => (at === 0 ? expect.any(Object) : call)),
    });
    expect(project.read(`${folder}/trace.md`)).toContain('# Failed: login');
  });

  it('of .not, of an exit status and of a program that ends first describes what happened', () => {
    expect(output).toContain('expected the screen not to show /rea.y/; the time limit was reached');
    expect(output).toContain('expected the program to end with status 0; it ended with status 7');
    expect(output).toContain('expected the screen to show "ready"; the program ended first (status 7)');
    expect(output).toContain('TypeError: toShow expects a terminal');
    expect(output).toContain('expected a text or a pattern, not 123');
    expect(project.files('test-results')).toContain('nested-some-test-ts-login');
    expect(output).toContain('expected the screen to show "never"; the time limit was reached');
    expect(project.files('test-results')).not.toContain('reasons-test-ts-status');
    expect(output).toContain('start no-such-program failed');
    expect(output).not.toContain('some-test-ts-absent');
  });

  it('of a snapshot shows the lines that differ, and --update accepts them', async () => {
    const folder = '__screens__/home.test.ts';
    expect(project.files(folder)).toEqual(['colors.ansi', 'home.png', 'home.txt']);
    expect(project.read(`${folder}/home.txt`)).toBe('ready at ░\n');
    expect(project.read(`${folder}/colors.ansi`)).toContain('ready');
    expect(output).toContain('1 of 1 lines differ, the first is line 1');
    expect(output).toContain('- ready at ░');
    expect(output).toContain('+ done! at ░');
    expect(project.read('test-results/home-test-ts-home/actual-home.txt')).toBe('done! at ░\n');
    expect(await project.vitest('home.test.ts', '--update')).toMatchObject({ status: 0 });
    expect(project.read(`${folder}/home.txt`)).toBe('done! at ░\n');
  });
});
