/** `ptywright run` on a real terminal, operated from its other end. */
import { describe, expect, it } from 'vitest';
import { programPath, Running, size } from '../../platform/pty/running.ts';
import { bin, freshHome, Ptywright, ptywright } from '../ptywright.ts';
import { TestTerminal } from '../testTerminal.ts';

const env = {
  PATH: process.env.PATH!,
  TERM: 'xterm-256color',
  LC_ALL: 'C.UTF-8',
  NODE: process.execPath,
  BIN: bin,
};

/** A shell that starts ptywright, then prints its exit status and whether the terminal modes were restored. */
function bridged(command: string, more: Readonly<Record<string, string>> = {}): Running {
  const script = `before=$(stty -g); "$NODE" "$BIN" run ${command}; status=$?
    [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
    echo "status $status mode $mode"`;
  return new Running('/bin/sh', ['-c', script], { env: { ...env, PTYWRIGHT_HOME: freshHome(), ...more } });
}

describe('ptywright run on a terminal', () => {
  it('turns it off as well when ptywright itself fails', async () => {
    const terminal = new TestTerminal(`run sh ${programPath('leaves-all-on.sh')} waits`, undefined, {
      NODE_OPTIONS: `--import ${programPath('throws-on-usr2.mjs')}`,
    });
    await terminal.shows('all on');
    terminal.signal('SIGUSR2');
    await terminal.shows('mode same');
    expect(terminal.isOrdinary).toBe(true);
    await terminal.shell.exited;
  });

  it('writes no sequences if the program left nothing to restore', async () => {
    const shell = bridged('sh -c \'printf "\\033[?25l\\033[31mred\\033[0m\\033[?25h"\'');
    await shell.says('status 0 mode same');
    expect(shell.text).toMatch(/^\x1b\[\?25l\x1b\[31mred\x1b\[0m\x1b\[\?25hstatus/);
    await shell.exited;
  });

  it.each([
    ["sh -c 'exit 7'", 7],
    ["-- sh -c 'kill -KILL $$'", 137],
    ["sh -c 'kill -TERM $$'", 143],
    ['no-such-program', 127],
    ['/etc/passwd', 126],
  ])('ends as %s ends, with %i', async (command, status) => {
    const shell = bridged(command);
    await shell.says(`status ${status} mode same`);
    await shell.exited;
  });

  it('passes every key to the program, also those that a terminal usually handles', async () => {
    const shell = bridged("sh -c 'stty raw -echo; echo ready; dd bs=1 count=4 2>/dev/null | od -An -tx1'");
    await shell.says('ready');
    expect(shell.pty.lineModes()?.canonical).toBe(false);
    shell.send('\x03\x1a\x04\x11');
    await shell.says('03 1a 04 11');
    await shell.says('status 0 mode same');
    await shell.exited;
  });

  it('passes output byte for byte: a line feed stays one', async () => {
    const shell = bridged('sh -c \'stty -opost; printf "a\\nb\\n"; stty opost\'');
    await shell.says('status 0 mode same');
    expect(shell.text).toMatch(/^a\nb\n/);
    await shell.exited;
  });

  it('lets only the real terminal answer', async () => {
    const shell = bridged(`sh ${programPath('asks-terminal.sh')}`);
    await shell.says('\x1b[c');
    shell.send('\x1b[?9;9c');
    await shell.says('answer 033[?9;9c');
    await shell.says('status 0 mode same');
    await shell.exited;
  });

  it('has the size of the terminal, and follows it', async () => {
    const shell = bridged(`sh ${programPath('tells-size.sh')}`);
    await shell.says('24 80');
    shell.pty.resize({ ...size, rows: 31, cols: 97 });
    await shell.says('31 97');
    shell.send('\x03');
    await shell.says('status 130 mode same');
    await shell.exited;
  });

  it('accepts a size', async () => {
    const shell = bridged('--rows 7 --cols 33 stty size');
    await shell.says('7 33');
    await shell.exited;
  });

  it.each([
    ['TERM', 143],
    ['INT', 130],
    ['HUP', 129],
  ])('restores the terminal after SIG%s, and the program has ended', async (name, status) => {
    const shell = bridged(`sh -c 'echo program $$; kill -${name} $PPID; cat'`);
    await shell.says(`status ${status} mode same`);
    const [, pid] = /program (\d+)/.exec(shell.text)!;
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await shell.exited;
  });

  it.each([
    ['dies', 'status 137', ''],
    ['waits', 'status 143', 'TERM'],
  ])('turns off modes that a program left on %s', async (how, status, signal) => {
    const terminal = new TestTerminal(`run sh ${programPath('leaves-all-on.sh')} ${how}`);
    const usual = { ...terminal.screen.modes };
    if (signal) {
      await terminal.shows('all on');
      expect(terminal.isOrdinary).toBe(false);
      terminal.signal(`SIG${signal}` as NodeJS.Signals);
    }
    await terminal.shows(`${status} mode same`);
    expect(terminal.isOrdinary).toBe(true);
    expect(terminal.screen.modes).toEqual(usual);
    expect(terminal.text).toContain('before');
    await terminal.shell.exited;
  });

  it('restores the terminal when ptywright itself fails', async () => {
    const preload = programPath('throws-on-usr2.mjs');
    const shell = bridged(`sh -c 'kill -USR2 $PPID; cat'`, { NODE_OPTIONS: `--import ${preload}` });
    await shell.says('on purpose');
    await shell.says('mode same');
    expect(shell.text).not.toContain('status 0');
    await shell.exited;
  });
});

describe('ptywright run without a terminal', () => {
  it('bridges standard input, its end and standard output', async () => {
    const { status, stdout, stderr } = await ptywright(
      ['run', 'sh', '-c', 'stty -echo -onlcr; echo ready; cat; echo end'],
      { input: 'one\ntwo' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('two');
    expect(stdout).toMatch(/end\n$/);
  });

  it('gives the program 24 rows and 80 columns', async () => {
    expect(await ptywright(['run', 'stty', 'size'])).toMatchObject({ status: 0, stdout: '24 80\r\n' });
  });

  it('passes the modes that a program left on, and nothing more', async () => {
    const { stdout } = await ptywright(['run', 'sh', programPath('leaves-all-on.sh')]);
    expect(stdout).toMatch(/all on$/);
  });

  it('loses nothing of a long output', async () => {
    const { stdout } = await ptywright(['run', 'seq', '100000']);
    expect(stdout.split('\r\n')).toHaveLength(100_001);
  });

  it('ends when its output is closed', async () => {
    const program = new Ptywright(['run', 'yes'], { PTYWRIGHT_HOME: freshHome() });
    await program.says('y');
    program.process.stdout!.destroy();
    expect((await program.ended).status).toBe(141);
  });
});
