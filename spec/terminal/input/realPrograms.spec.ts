import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openPty, type Pty, type PtyExit } from '#platform/pty/pty.ts';
import { Action } from '#terminal/input/actions.ts';
import type { Modes } from '#terminal/modes.ts';
import { performAction, RecordingTarget } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'input-'));
const started: Driven[] = [];
afterAll(() => {
  for (const { pty } of started) pty.kill();
  rmSync(folder, { recursive: true });
});

const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };

/** A program on a PTY that takes actions. `shown` resolves when its output contains the text. */
class Driven {
  output = '';
  readonly pty: Pty;
  readonly exited: Promise<PtyExit>;
  #screens: (() => void)[] = [];

  constructor(program: string, ...args: string[]) {
    const env = { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', HOME: folder, PS1: '$ ' };
    let notify: (exit: PtyExit) => void;
    this.exited = new Promise((resolve) => {
      notify = resolve;
    });
    const output = (bytes: Uint8Array) => {
      this.output += Buffer.from(bytes).toString('latin1');
      for (const look of this.#screens) look();
      return true;
    };
    const events = { output, exit: (exit: PtyExit) => notify(exit) };
    this.pty = openPty(
      { program, args, env, cwd: folder, size, tag: `input-${process.pid}` },
      events,
      systemClock,
    );
  }
  visible(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#screens.push(() => this.output.includes(text) && resolve());
      for (const look of this.#screens) look();
    });
  }
  do(wire: object, modes: Partial<Modes> = {}) {
    const target = new RecordingTarget(modes);
    performAction(target, Action.parse(wire));
    this.pty.write(target.written);
  }
}

const answers = (program: string, ...args: string[]): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
};
const hasBash = answers('bash', '--version').includes('version 5');
const hasVim = answers('vim', '--version').includes('+eval');

describe.skipIf(!hasBash)('a bracketed paste into bash', () => {
  const attack = 'true \x1b[201~\recho broke-$((6*7))\r';

  async function pasteAndLeave(paste: (bash: Driven) => void, until?: string): Promise<string> {
    const bash = new Driven('bash', '--noprofile', '--norc', '-i');
    await bash.visible('\x1b[?2004h');
    paste(bash);
    // While a command runs, the terminal is between two modes, and bash may never read the input.
    if (until !== undefined) await bash.visible(until);
    bash.do({ type: 'key', value: 'ctrl+u' });
    bash.do({ type: 'text', value: 'exit 7\r' });
    expect(await bash.exited).toEqual({ exitCode: 7, signal: null });
    return bash.output;
  }

  it('stays in the line that is being edited', async () => {
    const output = await pasteAndLeave((bash) => {
      bash.do({ type: 'bracketed_paste', value: attack }, { bracketedPaste: true });
    });
    expect(output).not.toContain('broke-42');
  });

  it('would be run without the markers', async () => {
    const paste = Buffer.from(`\x1b[200~${attack}\x1b[201~`);
    const output = await pasteAndLeave((bash) => bash.pty.write(paste), 'broke-42\r\n\x1b[?2004h');
    expect(output).toContain('broke-42');
  });
});

describe.skipIf(!hasVim)('keys that vim reads', () => {
  /** Chords by their vim names. */
  const everywhere: Readonly<Record<string, string>> = {
    '<Up>': 'up',
    '<S-Up>': 'shift+up',
    '<C-Up>': 'ctrl+up',
    '<C-S-Right>': 'ctrl+shift+right',
    '<M-Left>': 'alt+left',
    '<Home>': 'home',
    '<C-End>': 'ctrl+end',
    '<PageUp>': 'page_up',
    '<C-PageDown>': 'ctrl+page_down',
    '<Insert>': 'insert',
    '<Del>': 'delete',
    '<S-Tab>': 'shift+tab',
    '<F1>': 'f1',
    '<F4>': 'f4',
    '<F5>': 'f5',
    '<F12>': 'f12',
    '<S-F2>': 'shift+f2',
    '<C-F7>': 'ctrl+f7',
    '<C-A>': 'ctrl+a',
    '<Space>': 'space',
    '<Tab>': 'tab',
    '<CR>': 'enter',
    '<BS>': 'backspace',
    é: 'é',
    Z: 'Z',
  };
  const reported: Readonly<Record<string, string>> = {
    '<C-S-X>': 'ctrl+shift+x',
    '<M-x>': 'alt+x',
    '<C-M-x>': 'ctrl+alt+x',
    '<C-,>': 'ctrl+,',

    '<S-CR>': 'shift+enter',
    '<C-CR>': 'ctrl+enter',
  };

  it.each<[title: string, modes: Partial<Modes>, chords: Readonly<Record<string, string>>]>([
    ['application mode', {}, everywhere],
    ['modifyOtherKeys 2', { modifyOtherKeys: 2 }, { ...everywhere, ...reported }],
    ['the kitty protocol', { kittyKeyboard: 1 }, { ...everywhere, ...reported }],
  ])('under %s', async (title, modes, chords) => {
    const received = join(folder, title.replaceAll(' ', '-'));
    const names = Object.keys(chords);
    const script = join(folder, 'listen.vim');
    const maps = names.map((name, at) => `nnoremap ${name} <Cmd>call add(heard, ${at})<CR>`);
    const leave = `nnoremap q <Cmd>call writefile(map(heard, 'string(v:val)'), '${received}') <Bar> qa!<CR>`;
    const ready = 'autocmd VimEnter * echo "ready" .. "-to-hear"';
    writeFileSync(script, ['set nocompatible', 'let heard = []', ...maps, leave, ready].join('\n'));
    const vim = new Driven('vim', '-n', '-u', script);
    await vim.visible('ready-to-hear');
    const requested = { applicationCursor: true, applicationKeypad: true, ...modes };
    for (const chord of Object.values(chords)) vim.do({ type: 'key', value: chord }, requested);
    vim.do({ type: 'key', value: 'q' }, requested);
    await vim.exited;
    const indices = readFileSync(received, 'utf8').trim().split('\n').map(Number);
    expect(indices.map((at) => names[at])).toEqual(names);
  });
});
