/** Terminal events of real programs: shells that mark their commands, an editor, and a plain `printf`. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../harness/withProgram.ts';
import { type ActionSent, aServer, type MatcherSent } from './driven.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'told-')));
afterAll(() => rmSync(folder, { recursive: true }));

const key = (value: string): ActionSent => ({ type: 'key', value });
const type = (value: string): ActionSent => ({ type: 'text', value });
const finished = (value: object = {}): MatcherSent => ({ type: 'command_finished', value });

writeFileSync(
  join(folder, 'bashrc'),
  String.raw`PS1='\[\e]133;A\a\]$ \[\e]133;B\a\]'
PS0='\e]133;C\a'
PROMPT_COMMAND='printf "\e]133;D;%s\a\e]7;file://%s%s\a" "$?" "$HOSTNAME" "$PWD"'
`,
);
writeFileSync(
  join(folder, '.zshrc'),
  String.raw`PS1=$'%{\e]133;A\a%}$ %{\e]133;B\a%}'
unsetopt prompt_sp
precmd() { printf '\e]133;D;%s\a\e]7;file://%s%s\a' $? $HOST $PWD }
preexec() { printf '\e]133;C\a' }
`,
);

async function running(program: string, args: readonly string[]) {
  const { calls } = aServer();
  const { session } = await calls.session.create({
    program,
    args: [...args],
    cwd: folder,
    env: { HOME: folder, ZDOTDIR: folder, PATH: process.env.PATH!, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    clear_env: true,
  });
  const wait = (matcher: MatcherSent) =>
    calls.session.wait({ session, matcher, timeout_ms: 20_000, evidence: 'text' });
  const act = async (actions: ActionSent[], matcher: MatcherSent) =>
    (await calls.session.act({ session, actions, matcher, timeout_ms: 20_000 })).hit;
  return { wait, act };
}

describe('a shell that marks its commands', () => {
  const shells: [string, string[]][] = [
    ['bash', ['--noprofile', '--rcfile', join(folder, 'bashrc'), '-i']],
    ['zsh', ['-i']],
  ];
  for (const [name, args] of shells) {
    withProgram(name, 'tells which one ended, and how', async () => {
      const { wait, act } = await running(name, args);
      await wait({ type: 'event', value: { kind: 'prompt_ended', since: 0 } });
      const run = (line: string, matcher: MatcherSent) => act([type(line), key('enter')], matcher);
      for (let round = 0; round < 20; round++)
        expect(await run(`(exit ${round})`, finished())).toMatchObject({
          exit_code: round,
          command: `(exit ${round})`,
        });
      // Far longer than a row.
      const long = `true ${'word '.repeat(60)}end`;
      expect(await run(long, finished({ exit_code: 0 }))).toMatchObject({ command: long });
      expect(await run('mkdir sub; cd sub', { type: 'cwd', value: { equals: `${folder}/sub` } })).toEqual({
        kind: 'cwd',
        text: `${folder}/sub`,
      });
      expect(await run('cd ..; rmdir sub', finished({ command: { regex: '^cd' } }))).toMatchObject({
        exit_code: 0,
      });
    });
  }
});

describe('an editor', () => {
  withProgram('vim', 'tells its screen, its title and its cursor', async () => {
    const { wait, act } = await running('vim', ['-u', 'NONE', '-N', '-n', '--cmd', 'set title', 'note.txt']);
    const matcherFor = (kind: 'title' | 'alternate_screen' | 'mode', facts = {}): MatcherSent => ({
      type: 'event',
      value: { kind, facts, since: 0 },
    });
    await wait(matcherFor('alternate_screen', { on: true }));
    await wait(matcherFor('title', { text: { contains: 'note.txt' } }));
    await wait(matcherFor('mode', { mode: 'bracketed_paste', value: true }));
    await act([type(':q'), key('enter')], {
      type: 'event',
      value: { kind: 'alternate_screen', facts: { on: false } },
    });
  });
});

describe('a line of a script', () => {
  withProgram('printf', 'tells a notification, progress and an image', async () => {
    const { act } = await running('sh', ['-i']);
    const say = (format: string, matcher: MatcherSent) =>
      act([type(`printf '${format}'`), key('enter')], matcher);
    const expectEvent = (kind: 'notification' | 'progress' | 'image', facts: object): MatcherSent => ({
      type: 'event',
      value: { kind, facts: facts as never },
    });
    const note = expectEvent('notification', { text: 'built' });
    expect(await say('\\033]777;notify;make;built\\007', note)).toMatchObject({ facts: { title: 'make' } });
    await say('\\033]9;4;1;50\\007', expectEvent('progress', { percent: 50 }));
    await say(
      '\\033Pq"1;1;16;32#0!16~\\033\\\\',
      expectEvent('image', { protocol: 'sixel', width_cells: 2, height_cells: 2 }),
    );
  });
});
