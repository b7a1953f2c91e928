/** Terminal variables in a program's environment, however the session was created. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ptywright } from '../cli/ptywright.ts';
import { TestTerminal } from '../cli/testTerminal.ts';
import { serverWithPlugins } from '../dialects/ptywright/adapter/driven.ts';
import { serve } from '../dialects/termwright/served.ts';
import { start } from '../dialects/tuispec/running.ts';
import { wright } from '../dialects/wrightty/running.ts';
import { wshServers } from '../dialects/wsh/running.ts';
import { runOnSocket } from '../harness/server.ts';
import { withProgram } from '../harness/withProgram.ts';
import { aServer, type MatcherSent } from './driven.ts';

/** Variables that terminals and multiplexers set for their programs. */
const ofOthers = [
  ...['TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'ZELLIJ', 'ZELLIJ_SESSION_NAME', 'ZELLIJ_PANE_ID'],
  ...['WINDOWID', 'TERMCAP', 'COLUMNS', 'LINES', 'COLORFGBG', 'GPG_TTY', 'TERM_SESSION_ID', 'TERM_FEATURES'],
  ...['KITTY_WINDOW_ID', 'KITTY_PID', 'KITTY_LISTEN_ON', 'GHOSTTY_RESOURCES_DIR', 'GHOSTTY_BIN_DIR'],
  ...['WEZTERM_PANE', 'WEZTERM_UNIX_SOCKET', 'ALACRITTY_WINDOW_ID', 'ALACRITTY_SOCKET', 'KONSOLE_VERSION'],
  ...['KONSOLE_DBUS_SESSION', 'VTE_VERSION', 'XTERM_VERSION', 'XTERM_LOCALE', 'XTERM_SHELL', 'WT_SESSION'],
  ...['WT_PROFILE_ID', 'ITERM_SESSION_ID', 'ITERM_PROFILE', 'LC_TERMINAL', 'LC_TERMINAL_VERSION'],
  ...[
    'GNOME_TERMINAL_SCREEN',
    'GNOME_TERMINAL_SERVICE',
    'TILIX_ID',
    'TERMINATOR_UUID',
    'TERMINATOR_DBUS_NAME',
  ],
  ...['TERMINAL_EMULATOR', 'VSCODE_INJECTION', 'VSCODE_NONCE', 'INSIDE_EMACS', 'VIM_TERMINAL', 'NVIM'],
  ...['TERMINFO', 'DOMTERM', 'MLTERM', 'TERMINOLOGY', 'RIO_CONFIG'],
];
/** Variables of editors and user preferences, which the program keeps. */
const kept = ['VSCODE_IPC_HOOK_CLI', 'NO_COLOR', 'WINDOWS', 'LC_TIME'];

const wsh = wshServers();
const version = (await ptywright(['--version'])).stdout.replace('ptywright', '').trim();
const before = { ...process.env };
const set = Object.fromEntries([
  ...[...ofOthers, ...kept].map((name) => [name, 'server']),
  ['TERM_PROGRAM', 'server'],
  ['TERM_PROGRAM_VERSION', 'server'],
  ['TERM', 'server'],
]);

beforeAll(() => void Object.assign(process.env, set));
afterAll(() => {
  for (const name of Object.keys(set)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

const folder = mkdtempSync(join(tmpdir(), 'environment-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = join(folder, 'tells.sh');

/** Prints the variables of this terminal, then the names of set variables of other terminals. */
writeFileSync(
  script,
  `wrong=
for name in ${ofOthers.join(' ')}; do eval "[ -z \\"\\$$name\\" ]" || wrong="$wrong $name"; done
echo "$TERM_PROGRAM $TERM_PROGRAM_VERSION on $TERM$wrong."
[ "$1" != stays ] || exec cat`,
);
const program = '/bin/sh';
const args = [script];
const identityOf = (version: string) => `ptywright ${version} on xterm-256color.`;
const inProcess = identityOf('0.0.0-spec');
const built = identityOf(version);

async function readScreen(create: object): Promise<string> {
  const { calls } = aServer();
  const { session } = await calls.session.create({ program, args, rows: 60, ...create });
  const { snapshot } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
  return snapshot!.plain_text;
}

describe('the environment of a program', () => {
  it('describes this terminal, and not that of the server', async () => {
    expect(await readScreen({})).toBe(inProcess);
    expect(await readScreen({ clear_env: true })).toBe(inProcess);
  });

  it('keeps variables that do not describe a terminal', async () => {
    const names = kept.map((name) => `$${name}`).join(' ');
    expect(await readScreen({ args: ['-c', `echo "${names}"`] })).toBe(kept.map(() => 'server').join(' '));
  });

  it('uses the values of the caller', async () => {
    const env = { TERM_PROGRAM: 'mine', TERM_PROGRAM_VERSION: '7', TMUX: 'mine', KITTY_WINDOW_ID: '3' };
    const says = 'echo "$TERM_PROGRAM $TERM_PROGRAM_VERSION $TMUX $KITTY_WINDOW_ID"';
    expect(await readScreen({ env, args: ['-c', says] })).toBe('mine 7 mine 3');
  });

  it('is the same for an adapter', async () => {
    const { client, close } = serverWithPlugins();
    onTestFinished(close);
    const { session } = await client.calls.adapter.start({ plugin: 'echo', program, args, rows: 60 });
    const { snapshot } = await client.calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(snapshot!.plain_text).toBe(inProcess);
  });

  it('is the same for `ptywright exec`', async () => {
    const ended = await ptywright(['exec', '--rows', '60', '--', program, ...args]);
    expect(ended).toMatchObject({ status: 0, stdout: `${built}\n` });
  });

  it('is the same for `ptywright run --share`, which uses the terminal of the server', async () => {
    const served = await runOnSocket();
    onTestFinished(() => served.close());
    const context = new TestTerminal(
      `run --share --socket ${served.path} -- ${program} ${script} stays`,
      undefined,
      set,
    );
    await context.shows(built);
  });

  it('keeps that of the terminal for `ptywright run`, which answers queries of the program', async () => {
    const says = 'echo "$TERM_PROGRAM $TMUX $TERM."';
    const env = { TERM_PROGRAM: 'theirs', TMUX: 'theirs', TERM: 'vt100' };
    const context = new TestTerminal(`run -- ${program} -c '${says}'`, undefined, env);
    await context.shows('status 0');
    expect(context.text).toContain('theirs theirs vt100.');
  });

  it('is the same in termwright', async () => {
    const { client } = await serve([program, ...args]);
    await client.call('wait_for_exit');
    expect((await client.call('screen', { format: 'text' })).trim()).toBe(inProcess);
  });

  it('is the same in wrightty', async () => {
    const server = await wright();
    onTestFinished(() => server.close());
    const client = await server.connect();
    const { sessionId } = await client.call('Session.create', { shell: program, args: [script, 'stays'] });
    await client.shows(sessionId, inProcess);
  });

  it('is the same in wsh', async () => {
    const client = await (await wsh()).connect();
    await client.session('tells', `${program} ${script} stays`, inProcess);
  });

  it('is the same in tuispec', async () => {
    const { client } = start();
    await client.call('initialize');
    await client.call('launch', { command: program, args: [script, 'stays'] });
    await client.call('waitForText', { selector: { type: 'exact', text: inProcess } });
  });
});

describe('shell integration', () => {
  const home = join(folder, 'home');
  mkdirSync(join(home, '.config', 'fish'), { recursive: true });
  mkdirSync(join(home, 'own'));
  writeFileSync(join(home, '.zshenv'), 'BEFORE=1');
  writeFileSync(join(home, '.zshrc'), 'setopt prompt_subst\nprecmd() { last=$? }\nPS1="[\\$last] > "');
  writeFileSync(join(home, 'own', '.zshrc'), 'PS1="own > "');
  writeFileSync(
    join(home, '.config', 'fish', 'config.fish'),
    'function fish_prompt; echo "[$status] > "; end',
  );

  /** Runs a command that fails with 7, then prints a variable. */
  async function runs(shell: string, print: string, env: Readonly<Record<string, string>> = {}) {
    const { calls } = aServer();
    const { session } = await calls.session.create({
      program: shell,
      clear_env: true,
      env: { PATH: process.env.PATH!, LC_ALL: 'C.UTF-8', HOME: home, ...env },
      shell_integration: true,
    });
    const rendered = { type: 'contains_text', value: ' > ' } as const;
    await calls.session.wait({ session, matcher: rendered });
    const enter = (value: string, matcher: MatcherSent) =>
      calls.session.act({ session, actions: [{ type: 'text', value: `${value}\r` }], matcher });
    const { hit } = await enter("sh -c 'exit 7'", { type: 'command_finished' });
    expect(hit).toMatchObject({ kind: 'command_finished', exit_code: 7 });
    await enter(print, { type: 'command_finished', value: { exit_code: 0 } });
    return ((await calls.session.snapshot({ session })) as { plain_text: string }).plain_text;
  }

  withProgram('zsh', 'reports its commands, and reads the files of the user', async () => {
    const print = 'echo "<$ZDOTDIR|$PTYWRIGHT_ZDOTDIR|$BEFORE>"';
    const screen = await runs('zsh', print);
    expect(screen).toContain('[7] > ');
    expect(screen).toContain('<||1>');
    const own = join(home, 'own');
    const other = await runs('zsh', print, { ZDOTDIR: own });
    expect(other).toContain('own > ');
    expect(other.replaceAll('\n', '')).toContain(`<${own}||>`);
  });

  withProgram('zsh', 'without files keeps its own variables', async () => {
    const { calls } = aServer();
    const args = ['-f', '-c', 'print "<$ZDOTDIR>"'];
    const { session } = await calls.session.create({ program: 'zsh', args, shell_integration: true });
    await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(((await calls.session.snapshot({ session })) as { plain_text: string }).plain_text).toBe('<>');
  });

  withProgram('fish', 'reports its commands, and reads the files of the user', async () => {
    const print = 'echo "<$XDG_DATA_DIRS|$PTYWRIGHT_XDG_DATA_DIRS>"';
    const screen = await runs('fish', print);
    expect(screen).toContain('[7] > ');
    expect(screen).toContain('<|>');
    expect(await runs('fish', print, { XDG_DATA_DIRS: '/a:/b' })).toContain('</a:/b|>');
  });
});
