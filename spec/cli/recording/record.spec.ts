/** `ptywright record` on a real terminal, operated from its other end. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCast } from '#recording/asciicast.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import { programPath, Running, size } from '../../platform/pty/running.ts';
import { leaked, secretSamples } from '../../redaction/samples.ts';
import { bin, freshHome, ptywright } from '../ptywright.ts';

const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(5);

function recording(command: string) {
  const home = freshHome();
  const env = {
    PATH: process.env.PATH!,
    TERM: 'xterm-256color',
    LC_ALL: 'C.UTF-8',
    NODE: process.execPath,
    BIN: bin,
    PTYWRIGHT_HOME: home,
  };
  const script = `cd "$PTYWRIGHT_HOME"; before=$(stty -g); "$NODE" "$BIN" record ${command}; status=$?
    [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
    echo "status $status mode $mode"`;
  return { home, shell: new Running('/bin/sh', ['-c', script], { env }) };
}

const castIn = (path: string) => {
  const { events, ...rest } = readCast(readFileSync(path, 'utf8'), {
    refuse: refuseInFile(path),
    torn: false,
  });
  return { ...rest, events: [...events].map(({ code, text }) => [code, text] as const) };
};

describe('ptywright record', () => {
  it('records output and sizes, and exits with the status of the program', async () => {
    const { home, shell } = recording(`--title one -o a.cast -- sh ${programPath('tells-size.sh')}`);
    await shell.says('24 80');
    shell.pty.resize({ ...size, rows: 31, cols: 97 });
    await shell.says('31 97');
    shell.send('\x03');
    await shell.says('status 130 mode same');
    expect(shell.text).toMatch(/a\.cast: \d+ lines, \d+ bytes/);
    const { version, size: began, title, command, events } = castIn(join(home, 'a.cast'));
    expect([version, began, title]).toEqual([2, { rows: 24, cols: 80 }, 'one']);
    expect(command).toContain('tells-size.sh');
    const codes = events.map(([code]) => code).join('');
    expect(codes).toMatch(/^o+ro+x$/);
    expect(events.find(([code]) => code === 'r')![1]).toBe('97x31');
    expect(events.at(-1)).toEqual(['x', '130']);
    expect(statSync(join(home, 'a.cast')).mode & 0o777).toBe(0o600);
    await shell.exited;
  });

  it('hides secrets, and answers to password prompts', async () => {
    const { home, shell } = recording(
      `--input --format asciicast-v3 sh -c 'echo token ${github} shown; sh ${programPath('asks-password.sh')}; read -r line; echo "said $line"'`,
    );
    await shell.says('[sudo] password');
    shell.send('hunter2\r');
    await shell.says('7 characters');
    shell.send('hello\r');
    await shell.says('status 0 mode same');
    const text = readFileSync(join(home, 'recording-1.cast'), 'utf8');
    expect(leaked(github, text)).toBeUndefined();
    expect(text).not.toContain('hunter2');
    const { events } = castIn(join(home, 'recording-1.cast'));
    expect(events.filter(([code]) => code === 'i')).toEqual([
      ['i', '[REDACTED]\r'],
      ['i', 'hello\r'],
    ]);
    await shell.exited;
  });

  it('continues a recording, and ends at its limit', async () => {
    const { home, shell } = recording(
      `-o b.cast --format asciicast-v3 echo one && "$NODE" "$BIN" record -o b.cast --format asciicast-v3 --append --max-bytes 400 seq 1000`,
    );
    await shell.says('status 0 mode same');
    expect(shell.text).toContain('it ends early: it reached the maximum size (--max-bytes)');
    const { events } = castIn(join(home, 'b.cast'));
    expect(events.map(([, text]) => text).join('')).toMatch(/^one\r\n/);
    await shell.exited;
  });

  it('leaves no file for a program that cannot be started, and existing files unchanged', async () => {
    const cwd = freshHome();
    expect(await ptywright(['record', '-o', 'x.cast', 'no-such-program'], { cwd })).toMatchObject({
      status: 127,
    });
    expect(existsSync(join(cwd, 'x.cast'))).toBe(false);
    writeFileSync(join(cwd, 'there.cast'), 'kept\n');
    const refused = await ptywright(['record', '-o', 'there.cast', 'echo'], { cwd });
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain('there.cast already exists');
    expect(refused.stderr).toContain('--append --format asciicast-v3');
    expect(refused.stderr).not.toContain('raw_transcript_append');
    expect(await ptywright(['record', '--append', 'echo'], { cwd })).toMatchObject({ status: 2 });
    expect(readFileSync(join(cwd, 'there.cast'), 'utf8')).toBe('kept\n');
  });
});
