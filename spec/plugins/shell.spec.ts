/** The plugin `shell` with each installed shell. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { programPath } from '../harness/programs.ts';
import { adapterOf, has } from './adapters.ts';

const shells = [
  { name: 'bash', program: 'bash', args: ['--norc'] },
  { name: 'zsh', program: 'zsh', args: ['-f'] },
  { name: 'fish', program: 'fish', args: ['--no-config'] },
  { name: 'dash', program: 'dash', args: ['-i'] },
  { name: 'busybox', program: 'busybox', args: ['sh'] },
] as const;

type Shell = (typeof shells)[number];

const started = ({ program, args }: Shell) =>
  adapterOf({ plugin: 'shell', program, args, rows: 24, cols: 80 });

const bash = () => started(shells[0]);

const ended = (output: string, exit_code = 0) => ({
  state: 'ready',
  metadata: { command: { output, exit_code, truncated: false } },
});

for (const shell of shells)
  describe.skipIf(!has(shell.program))(`${shell.name}, if it is installed`, () => {
    it('runs commands and reports their output and exit status', async () => {
      const { turn } = await started(shell);
      expect(await turn('run', { command: 'echo hello' })).toMatchObject(ended('hello\n'));
      expect(await turn('run', { command: 'false' })).toMatchObject(ended('', 1));
      expect(await turn('run', { command: 'printf "no newline"' })).toMatchObject(ended('no newline'));
      expect(await turn('run', { command: `printf '%s\\n' "a'b" '中文 😀'` })).toMatchObject(
        ended("a'b\n中文 😀\n"),
      );
      expect(await turn('run', { command: 'sh -c "exit 42"' })).toMatchObject(ended('', 42));
    });

    it('runs several lines as one command', async () => {
      const { turn } = await started(shell);
      expect(await turn('run', { command: 'echo one\n\nfalse\necho "two\n  three"\n' })).toMatchObject({
        ...ended('one\ntwo\n  three\n'),
        last_intent: 'command_submitted',
      });
    });

    it('is set up without a trace on the screen and in the environment of commands', async () => {
      const { send, turn, text, until } = await started(shell);
      await send('setup');
      await until('ready');
      const visible = await text();
      expect(visible).not.toMatch(/stty|__pw|133/);
      expect(visible.trimEnd().split('\n').at(-1)).toMatch(/[#$%>]$/);
      const { metadata } = await turn('run', { command: 'env; set 2>&1 | grep -c __pw_nothing' });
      expect((metadata.command as { output: string }).output).not.toContain('aid=');
    });

    it('interrupts a command, and one that is not complete', async () => {
      const { send, turn, see, until } = await started(shell);
      await turn('run', { command: 'true' });
      await send('run', { command: `sh -c 'echo begun; exec sleep 1000'` });
      await see({ type: 'screen_regex', value: '(?m)^begun$' });
      await send('interrupt');
      expect(await until('ready')).toMatchObject({ metadata: { command: { exit_code: 130 } } });
      expect(await turn('send_input', { text: "echo 'a" })).toMatchObject({ state: 'continuation' });
      await send('interrupt');
      expect(await until('ready')).toMatchObject({ state: 'ready' });
      expect(await turn('run', { command: 'echo again' })).toMatchObject(ended('again\n'));
    });

    it('reports a password prompt, and answers it', async () => {
      const { turn, until, send, text } = await started(shell);
      const command = `sh ${programPath('asks-password')}`;
      expect(await turn('run', { command })).toMatchObject({
        state: 'password_prompt',
        metadata: { prompt: '[sudo] password for ada:' },
      });
      await send('answer_password', { password: 'two words' });
      expect(await until('ready')).toMatchObject(ended('[sudo] password for ada: \n9 characters\n'));
      expect(await text()).not.toContain('two words');
    });

    it('is not deceived by a program that prints prompts and marks', async () => {
      const { turn, send, state, see, until } = await started(shell);
      await turn('run', { command: 'true' });
      await send('run', { command: `sh ${programPath('forges-marks')}` });
      await see({ type: 'contains_text', value: 'user@host:~$' });
      expect(await state()).toMatchObject({ state: 'running' });
      await send('send_input', { text: 'x' });
      expect(await until('ready')).toMatchObject({ metadata: { command: { exit_code: 0 } } });
    });

    it('ends', async () => {
      const { turn, send } = await started(shell);
      await turn('run', { command: 'true' });
      expect(await turn('run', { command: 'exit 3' })).toMatchObject({
        state: 'exited',
        metadata: { exit_code: 3 },
      });
      await expect(send('run', { command: 'true' })).rejects.toThrow();
    });
  });

describe('output', () => {
  it('keeps its end when it is long', async () => {
    const { turn } = await bash();
    const { metadata } = await turn('run', { command: 'seq 100000; exit_code() { return 5; }; exit_code' });
    const { output, ...rest } = metadata.command as { output: string };
    expect(rest).toMatchObject({ exit_code: 5, truncated: true });
    expect(output.endsWith('\n99999\n100000\n')).toBe(true);
    expect(output.length).toBeGreaterThan(20_000);
  });

  it.each([
    [
      'colours and titles',
      String.raw`printf '\033[31mred\033[m \033]0;title\007\033]8;;http://x\033\\link\033]8;;\033\\\n'`,
      'red link\n',
    ],
    ['a line that was written over', String.raw`printf '10%%\r50%%\r100%%\nab\bc\n'`, '100%\nac\n'],
    ['a screen that is cleared', 'clear; echo after', 'after\n'],
    ['a reset', String.raw`printf 'a\033cb\n'`, 'ab\n'],
    ['nothing but blanks', 'echo; echo " "', '\n \n'],
  ])('%s', async (_, command, output) => {
    const { turn } = await bash();
    expect(await turn('run', { command })).toMatchObject(ended(output));
  });

  it('of a rejected command is its error message', async () => {
    const { turn } = await bash();
    const { metadata } = await turn('run', { command: 'echo )' });
    expect(metadata.command).toMatchObject({ exit_code: 2, output: expect.stringContaining('syntax error') });
  });

  it('of a background job is reported after the prompt, which stays one', async () => {
    const { turn, see, state } = await bash();
    await turn('run', {
      command: 'set +m; (sleep 0.1; echo late) &',
    });
    await see({ type: 'screen_regex', value: '(?m)late$' });
    expect(await state()).toMatchObject({ state: 'ready' });
  });

  it.each([
    ['escape', '"\\x1b["*16000'],
    ['backspace', '"a"*16000+"\\b"*16000'],
    ['return', '"a\\r"*16000'],
    ['forged mark', '"\\x1b]133;A;aid=00.1\\x07"*1500'],
    ['open title', '"\\x1b]"*16000'],
  ])('that consists of one %s costs no more than ordinary output', async (_, expression) => {
    const { turn } = await bash();
    const command = `python3 -c 'import sys; sys.stdout.write(${expression})'`;
    expect(await turn('run', { command })).toMatchObject({ state: 'ready' });
  });
});

describe('a pager', () => {
  const page = join(mkdtempSync(join(tmpdir(), 'ptywright-page-')), 'page.1');
  writeFileSync(page, `.TH PAGE 1\n.SH NAME\npage\n${'.PP\nwords\n'.repeat(50)}`);
  afterAll(() => rmSync(dirname(page), { recursive: true }));

  const pagers = [
    ['less', 'less', `seq 100 | LESS= less`, ':'],
    ['less', 'less at the end of a file', `LESS= less ${programPath('obeys')}`, '(END)'],
    ['less', 'less on the main screen', 'seq 100 | LESS= less -X', ':'],
    ['more', 'more', 'seq 100 | more', '--More--'],
    ['man', 'a manual page', `man -P less -l ${page}`, 'Manual page'],
  ] as const;
  for (const [program, title, command, sign] of pagers)
    it.skipIf(!has(program))(`${title} is reported, and left, if ${program} is installed`, async () => {
      const { turn, send, until } = await bash();
      expect(await turn('run', { command })).toMatchObject({
        state: 'pager',
        evidence: expect.stringContaining(sign),
      });
      await send('quit_pager');
      expect(await until('ready')).toMatchObject({ metadata: { command: { exit_code: 0 } } });
    });
});

describe('a command that is not over', () => {
  it('leaves no room for another', async () => {
    const { turn, send } = await bash();
    await turn('run', { command: 'true' });
    await send('run', { command: 'sleep 1000' });
    await expect(send('run', { command: 'echo' })).rejects.toThrow('the shell is not ready but running');
    await expect(send('answer_password', { password: 'x' })).rejects.toThrow('nothing asks for a password');
    await expect(send('quit_pager')).rejects.toThrow('there is no pager');
  });

  it('has the whole screen', async () => {
    const { turn, send, until, see } = await bash();
    await turn('run', { command: 'true' });
    await send('run', { command: String.raw`printf '\033[?1049h'; read -r x; printf '\033[?1049l'` });
    await see({ type: 'alternate_screen', value: true });
    expect(await until('running')).toMatchObject({ metadata: { full_screen: true } });
    await send('send_input', { text: '' });
    await until('ready');
  });
});

describe('a shell', () => {
  it('is reported even if its prompt was replaced', async () => {
    const home = mkdtempSync(join(tmpdir(), 'ptywright-home-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const rc = join(home, 'rc');
    writeFileSync(rc, `export PS1; PROMPT_COMMAND='PS1="\\w [$?] » "; echo; trap : DEBUG'\n`);
    const { turn } = await adapterOf({ plugin: 'shell', program: 'bash', args: ['--rcfile', rc] });
    expect(await turn('run', { command: '(exit 7)' })).toMatchObject(ended('', 7));
    expect(await turn('run', { command: 'env | grep -c aid=' })).toMatchObject(ended('0\n', 1));
  });

  it('inside a shell is set up automatically, and the outer one is reported again after it', async () => {
    const { turn, send, until } = await bash();
    await turn('run', { command: 'true' });
    await send('run', { command: 'dash -i' });
    await turn('setup');
    expect(await turn('run', { command: 'echo inner' })).toMatchObject(ended('inner\n'));
    await turn('run', { command: 'exit 4' });
    expect(await until('ready')).toMatchObject({ metadata: { command: { exit_code: 4 } } });
    expect(await turn('run', { command: 'echo outer' })).toMatchObject(ended('outer\n'));
  });

  it('with a read-only prompt runs commands between marks', async () => {
    const { turn } = await started(shells[3]);
    await turn('send_input', { text: 'readonly PS1' });
    expect(await turn('run', { command: 'echo a\necho b; false' })).toMatchObject(ended('a\nb\n', 1));
    expect(await turn('run', { command: 'echo c' })).toMatchObject(ended('c\n'));
  });

  it('runs a command between marks on request', async () => {
    const { turn } = await bash();
    expect(await turn('run', { command: "echo 'a b'; (exit 9)", how: 'inline' })).toMatchObject(
      ended('a b\n', 9),
    );
    expect(await turn('run', { command: 'echo c' })).toMatchObject(ended('c\n'));
  });

  it.each([
    [{}, 'command'],
    [{ command: ' \n' }, 'command'],
    [{ command: 'echo \x03' }, 'control characters'],
  ])('refuses %j', async (params, why) => {
    const { send } = await bash();
    await expect(send('run', params)).rejects.toThrow(why);
  });

  it('has no password with keys in it', async () => {
    const { send, turn } = await bash();
    await turn('run', { command: `sh ${programPath('asks-password')}` });
    await expect(send('answer_password', { password: 'a\rb' })).rejects.toThrow('control characters');
  });
});

it('describes itself', async () => {
  const { client } = await bash();
  const reply = await client.calls.plugin.describe({ plugin: 'shell' });
  expect(reply.intents.map(({ name }) => name)).toEqual([
    'run',
    'setup',
    'send_input',
    'answer_password',
    'quit_pager',
    'interrupt',
    'eof',
  ]);
  expect(reply.states.map(({ name }) => name)).toContain('password_prompt');
});
