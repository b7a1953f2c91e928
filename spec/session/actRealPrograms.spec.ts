/** session.act with real programs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../harness/withProgram.ts';
import { times } from '../soak/scale.ts';
import { type ActionSent, aServer, type MatcherSent } from './driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'act-'));
afterAll(() => rmSync(folder, { recursive: true }));

const regex = (value: string, rest: object = {}): MatcherSent => ({ type: 'screen_regex', value, ...rest });
const text = (value: string): MatcherSent => ({ type: 'contains_text', value });
const key = (value: string): ActionSent => ({ type: 'key', value });
const type = (value: string): ActionSent => ({ type: 'text', value });

async function running(program: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const { calls } = aServer();
  const { session } = await calls.session.create({
    program,
    args: [...args],
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH!, LANG: 'C.UTF-8', ENV: '', ...env },
    clear_env: true,
  });
  return {
    session,
    calls,
    wait: (matcher: MatcherSent) => calls.session.wait({ session, matcher, timeout_ms: 20_000 }),
    act: async (actions: ActionSent[], matcher: MatcherSent) =>
      (await calls.session.act({ session, actions, matcher, timeout_ms: 20_000 })).snapshot!.plain_text,
  };
}

describe('a shell', () => {
  const rounds = times(60, 2000);
  const shells: [string, string[]][] = [
    ['bash', ['--norc', '--noprofile', '-i']],
    ['bash', ['--norc', '--noprofile', '--noediting', '-i']],
    ['sh', ['-i']],
    ['zsh', ['-f', '-i']],
  ];
  for (const [name, args] of shells)
    withProgram(name, `${args.join(' ')} ${rounds} times, and no answer is lost`, async () => {
      const { wait, act } = await running(name, args, { PS1: '$ ', PROMPT_EOL_MARK: '' });
      await wait(regex('\\$ ?$'));
      for (let round = 0; round < rounds; round++) {
        const visible = await act([type(`echo $((${round} + 1000))`), key('enter')], regex('(?m)^\\$ ?\\z'));
        expect(visible.split('\n').slice(-2)).toEqual([`${round + 1000}`, '$']);
      }
    });

  withProgram('bash', 'clear: the prompt that is printed in the same place', async () => {
    const { wait, act } = await running('bash', ['--norc', '--noprofile', '-i'], {
      PS1: '$ ',
      TERM: 'xterm',
    });
    await wait(regex('\\$ ?$'));
    for (let round = 0; round < 20; round++)
      expect(await act([{ type: 'keys', value: 'ctrl+l' }], regex('\\A\\$ ?\\z'))).toBe('$');
  });
});

describe('full screen', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n');
  const book = join(folder, 'book.txt');
  writeFileSync(book, lines);

  withProgram('less', 'pages, a search, the same page again, and back to the shell', async () => {
    const { wait, act, calls, session } = await running('less', [book], { LESS: '' });
    await wait(text('line 23'));
    expect(await act([key('space')], text('line 46'))).toMatch(/^line 24\n/);
    // The whole page, because output may be cut within the number of another line.
    const first = regex('(?s)\\Aline 1\\nline 2\\n.*line 23\\n');
    expect(await act([type('b')], first)).toMatch(/^line 1\n/);
    for (let round = 0; round < 5; round++)
      expect(await act([{ type: 'keys', value: 'ctrl+l' }], first)).toMatch(/^line 1\n/);
    expect(
      await act([type('/line 250'), key('enter')], regex('\\Aline 250$', { rows: { from: 0 } })),
    ).toMatch(/^line 250\n/);
    await act([type('q')], { type: 'all', value: [{ type: 'process_exited' }] });
    const { alternate_screen } = await calls.session.snapshot({ session }).then((one) => one as never);
    expect(alternate_screen).toBe(false);
  });

  withProgram('vim', 'edits, writes and ends', async () => {
    const { wait, act, calls, session } = await running('vim', ['-u', 'NONE', '-N', '-n', 'note.txt'], {
      TERM: 'xterm-256color',
    });
    await wait(text('note.txt'));
    await wait({ type: 'alternate_screen' });
    const { modes } = await calls.session.info({ session });
    expect(modes).toMatchObject({ alternate_screen: true });
    await act([type('ihello vim'), key('escape')], { type: 'cursor_at', value: { row: 0, col: 8 } });
    expect(await act([type(':w'), key('enter')], text('written'))).toMatch(/^hello vim\n~/);
    const paste: ActionSent = { type: 'text', value: 'yyp' };
    expect(await act([paste], text('hello vim\nhello vim'))).toMatch(/^hello vim\nhello vim\n~/);
    await act([type('u')], { type: 'not', value: text('hello vim\nhello vim') });
    const end = await calls.session.act({
      session,
      actions: [type(':q'), key('enter')],
      matcher: { type: 'process_exited' },
    });
    expect(end.hit).toMatchObject({ exit_code: 0 });
  });

  withProgram('htop', 'its help, and back', async () => {
    const { wait, act } = await running('htop', [], { TERM: 'xterm-256color' });
    await wait(text('Quit'));
    await act([key('f1')], regex('htop \\d'));
    await act([key('escape')], text('Quit'));
    await act([type('q')], { type: 'process_exited' });
  });

  withProgram('fzf', 'narrows a list and prints the choice', async () => {
    const { wait, act } = await running('sh', ['-c', 'seq 1 500 | fzf --no-color; read -r end']);
    await wait(text('500/500'));
    await act([type('49')], regex('(?m)^ +\\d+/500'));
    await act([type('9')], regex('1/500'));
    expect(await act([key('enter')], regex('(?m)^499$'))).toContain('499');
  });

  withProgram('whiptail', 'a choice', async () => {
    const { wait, act } = await running('sh', [
      '-c',
      'whiptail --yesno "go on?" 8 30; echo "status $?"; read -r end',
    ]);
    await wait(text('go on?'));
    await wait({ type: 'screen_stable', value: { min_ms: 60 } });
    expect(await act([key('tab'), key('enter')], regex('status \\d'))).toContain('status 1');
  });

  withProgram('python3', 'a line and its value, on its prompt', async () => {
    const { wait, act } = await running('python3', ['-q'], { PYTHON_BASIC_REPL: '1', TERM: 'xterm' });
    await wait(text('>>>'));
    for (let round = 0; round < 20; round++) {
      const visible = await act([type(`${round} * 1001`), key('enter')], regex('(?m)^>>> ?\\z'));
      expect(visible.split('\n').slice(-2)).toEqual([`${round * 1001}`, '>>>']);
    }
  });
});
