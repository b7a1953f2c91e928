import { describe, expect, it } from 'vitest';
import { programPath, Running } from '../../platform/pty/running.ts';
import { Desk } from '../desk.ts';
import { bin, freshHome } from '../ptywright.ts';

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
    const desk = new Desk(`run sh ${programPath('leaves-all-on.sh')} waits`, undefined, {
      NODE_OPTIONS: `--import ${programPath('throws-on-usr2.mjs')}`,
    });
    await desk.shows('all on');
    desk.signal('SIGUSR2');
    await desk.shows('mode same');
    expect(desk.isOrdinary).toBe(true);
    await desk.shell.exited;
  });

  it('writes nothing of its own where nothing was left', async () => {
    const shell = bridged('sh -c \'printf "\\033[?25l\\033[31mred\\033[0m\\033[?25h"\'');
    await shell.says('status 0 mode same');
    expect(shell.text).toMatch(/^\x1b\[\?25l\x1b\[31mred\x1b\[0m\x1b\[\?25hstatus/);
    await shell.exited;
  });
});
