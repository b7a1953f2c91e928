/** Lists the processes of the machine, on Linux and macOS. */
import { describe, expect, it } from 'vitest';
import { listProcesses, parsePs, readProcess } from '#platform/pty/processes.ts';
import { freshTag, sh } from './running.ts';

describe('the processes of this machine', () => {
  it('are listed with parent, group, session and tag', async () => {
    const tag = freshTag();
    const program = sh('echo up; read -r go', { tag });
    await program.says('up');
    const { pid } = program.pty;
    expect(readProcess(pid)).toMatchObject({
      pid,
      parent: process.pid,
      group: pid,
      session: pid,
      foreground: pid,
      tag,
    });
    program.pty.kill();
    await program.exited;
    expect(listProcesses().some((facts) => facts.tag === tag && facts.pid === pid)).toBe(false);
  });

  it('are found with any name', async () => {
    const program = sh('cp /bin/cat "/tmp/a) S 1 (b"; echo up; exec "/tmp/a) S 1 (b"');
    await program.says('up');
    const { pid } = program.pty;
    program.send('line\r');
    await program.says('line\r\nline');
    expect(readProcess(pid)).toMatchObject({ pid, parent: process.pid, session: pid });
    expect(program.pty.program()).toBe('a) S 1 (b');
    program.pty.kill();
    await program.exited;
  });
});

// Lines in the format of the macOS manual page of ps. They were not recorded on a Mac.
const listing = `
    1     0     1      0 Ss   ??       Mon Nov 17 09:00:00 2025     /sbin/launchd
  501     1   501    502 Ss   ttys003  Mon Nov 17 09:00:01 2025     -zsh TERM=xterm PTYWRIGHT_SESSION_TAG=a.1 PWD=/
  502   501   502    502 S+   ttys003  Mon Nov 17 09:00:02 2025     sleep 5 PTYWRIGHT_SESSION_TAG=a.1
  503     1   503     -1 S    ??       Mon Nov 17 09:00:03 2025     stray PTYWRIGHT_SESSION_TAG=a.1 X=1
  504   501   504    502 Z    ttys003  Mon Nov 17 09:00:04 2025     (gone)
`;

describe('the processes that ps lists on macOS', () => {
  it('are read with the session of their terminal and the tag', () => {
    const seen = parsePs(listing).map(({ pid, session, foreground, tag }) => ({
      pid,
      session,
      foreground,
      tag,
    }));
    expect(seen).toEqual([
      { pid: 1, session: 0, foreground: 0, tag: null },
      { pid: 501, session: 501, foreground: 502, tag: 'a.1' },
      { pid: 502, session: 501, foreground: 502, tag: 'a.1' },
      { pid: 503, session: 0, foreground: -1, tag: 'a.1' },
    ]);
  });
});
