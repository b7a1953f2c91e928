/** `ptywright adapter record` on a real terminal: records screens of a program while a person uses it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Running } from '../../platform/pty/running.ts';
import { Workshop } from '../plugins.ts';
import { bin, freshHome } from '../ptywright.ts';

let shop: Workshop;

beforeEach(async () => {
  shop = new Workshop();
  await shop.fresh();
});

/** Asks for a line, replies to it, and asks again. */
const asks = `printf '> '; while read -r line; do printf 'you said %s\\nend of it\\n> ' "$line"; done; echo bye`;
const chord = '\x1d';
const secret = 'ghp_0123456789abcdefghij0123456789abcdef';

/** A shell that records, then prints the exit status and whether the terminal modes were restored. */
function recording(rest: string, more: Readonly<Record<string, string>> = {}): Running {
  const script = `before=$(stty -g); "$NODE" "$BIN" adapter record ${rest}; status=$?
    [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
    echo "status $status mode $mode"`;
  const env = {
    PATH: process.env.PATH!,
    TERM: 'xterm-256color',
    LC_ALL: 'C.UTF-8',
    NODE: process.execPath,
    BIN: bin,
    ASKS: asks,
    PTYWRIGHT_HOME: freshHome(),
    ...more,
  };
  return new Running('/bin/sh', ['-c', script], { env, cwd: shop.folder });
}

const screens = () => readdirSync(shop.path('demo/screens')).filter((name) => name.startsWith('recording'));

describe('ptywright adapter record', () => {
  it('drives a program, and keeps pictures and a recording that the plugin passes', async () => {
    const shell = recording(`--plugin demo -- sh -c "$ASKS"`);
    await shell.says('> ');
    shell.send(`${chord}s`);
    await shell.says('\x07');
    shell.send('hello\r');
    await shell.says('end of it\r\n> ');
    shell.send(`${chord}s`);
    shell.send('\x04');
    await shell.says('status 0 mode same');
    await shell.exited;
    expect(shell.text).toContain('demo/screens/recording-1.txt: ready\r\n');
    expect(shell.text).toContain('demo/screens/recording-1.cast: 2 marked\r\n');
    expect(screens()).toEqual(['recording-1.cast', 'recording-1.txt', 'recording-2.txt']);

    expect(shop.read('demo/screens/recording-2.txt')).toMatch(
      /^# confidence 0\.9, evidence: a prompt before the cursor\nstate = "ready"\nsize = \{ rows = 24, cols = 80 \}\n/,
    );
    expect(shop.read('demo/screens/recording-2.txt')).toContain('\nyou said hello\nend of it\n>');
    const cast = shop
      .read('demo/screens/recording-1.cast')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(cast[0]).toEqual({ version: 2, width: 80, height: 24 });
    expect(new Set(cast.slice(1).map(([, code]) => code))).toEqual(new Set(['o', 'm']));

    const { status, stdout } = await shop.run('plugin', 'test', 'demo', 'recording');
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, '4 tested, 0 failed']);
  });

  it('saves under names that are free', async () => {
    for (const status of [0, 0]) {
      const shell = recording(`--plugin demo --name mine --dir kept -- sh -c "$ASKS"`);
      await shell.says('> ');
      shell.send(`${chord}s\x04`);
      await shell.says(`status ${status} mode same`);
      await shell.exited;
    }
    expect(readdirSync(shop.path('kept')).sort()).toEqual([
      'mine-1.cast',
      'mine-1.txt',
      'mine-2.cast',
      'mine-2.txt',
    ]);
  });

  it('adds a marker at the end of a recording without one', async () => {
    const shell = recording(`--plugin demo -- sh -c 'echo over; exit 3'`);
    await shell.says('status 3 mode same');
    await shell.exited;
    expect(screens()).toEqual(['recording-1.cast']);
    expect(shop.read('demo/screens/recording-1.cast')).toContain(
      'state: exited {\\"exit\\":{\\"exit_code\\":3}}',
    );
    expect(await shop.run('plugin', 'test', 'demo', 'recording')).toMatchObject({ status: 0 });
  });

  it('hides secrets, except on request', async () => {
    const says = `-- sh -c 'printf "token ${secret.slice(0, 9)}"; printf "${secret.slice(9)}\\n> "; read x'`;
    for (const [raw, name] of [
      ['', 'hidden'],
      ['--raw', 'open'],
    ]) {
      const shell = recording(`--plugin demo --name ${name} ${raw} ${says}`);
      await shell.says('> ');
      shell.send(`${chord}s\x04`);
      await shell.says('mode same');
      await shell.exited;
    }
    for (const file of ['hidden-1.txt', 'hidden-1.cast']) {
      expect(shop.read('demo/screens', file)).toContain('token [REDACTED]');
      expect(shop.read('demo/screens', file)).not.toContain(secret.slice(9));
    }
    expect(shop.read('demo/screens/open-1.txt')).toContain(secret);
    expect(shop.read('demo/screens/open-1.cast')).toContain(secret.slice(9));
    expect(statSync(shop.path('demo/screens/open-1.cast')).mode & 0o077).toBe(0);
  });

  it('gives the program every other key, and ends it on ctrl+] q', async () => {
    const shell = recording(
      `--plugin demo -- sh -c 'stty raw -echo; echo ready; dd bs=1 count=4 2>/dev/null | od -An -tx1; exec cat'`,
    );
    await shell.says('ready');
    shell.send(`${chord}${chord}\x03${chord}x`);
    await shell.says('1d 03 1d 78');
    shell.send(`${chord}q`);
    await shell.says('status 129 mode same');
    await shell.exited;
  });

  it('starts the program of the manifest, with its variables', async () => {
    shop.change(
      'demo/manifest.toml',
      'program = "demo"\nargs = []',
      `program = "sh"\nargs = ["-c", "echo $GREETING; stty size"]\nenv = { GREETING = "good day" }`,
    );
    const shell = recording('--plugin demo --rows 10 --cols 40');
    await shell.says('good day\r\n10 40');
    await shell.says('status 0 mode same');
    await shell.exited;
    expect(shop.read('demo/screens/recording-1.cast')).toContain('"width":40,"height":10');
  });

  it('follows the size of the terminal', async () => {
    const shell = recording(`--plugin demo -- sh -c "$ASKS"`);
    await shell.says('> ');
    shell.pty.resize({ rows: 10, cols: 40, pixelWidth: 0, pixelHeight: 0 });
    shell.send('size?\r');
    await shell.says('end of it');
    shell.send(`${chord}s\x04`);
    await shell.says('status 0 mode same');
    await shell.exited;
    expect(shop.read('demo/screens/recording-1.txt')).toContain('size = { rows = 10, cols = 40 }');
    expect(shop.read('demo/screens/recording-1.cast')).toContain('"r","40x10"');
  });

  it.each([
    ['TERM', 143],
    ['HUP', 129],
  ])('restores the terminal after SIG%s, and saves the recording so far', async (name, status) => {
    const shell = recording(`--plugin demo -- sh -c 'echo up; read x; kill -${name} $PPID; cat'`);
    await shell.says('up');
    shell.send(`${chord}s\r`);
    await shell.says(`status ${status} mode same`);
    await shell.exited;
    expect(screens()).toEqual(['recording-1.cast', 'recording-1.txt']);
  });

  it('saves a screen that the plugin cannot classify', async () => {
    shop.write('demo/main.lua', 'return { classify = function() error("on purpose") end }');
    const shell = recording(`--plugin demo -- sh -c "$ASKS"`);
    await shell.says('> ');
    shell.send(`${chord}s\x04`);
    await shell.says('status 0 mode same');
    await shell.exited;
    const picture = shop.read('demo/screens/recording-1.txt');
    expect(picture).toMatch(/^# the plugin failed: main\.lua:1: on purpose\nstate = "unknown"\n/);
  });

  it.each([
    ['', 2, 'expected --plugin PLUGIN'],
    ['--plugin nobody -- true', 1, 'no plugin is called nobody'],
    ['--plugin shell -- true', 2, 'expected --dir DIRECTORY: the folder of the built-in plugin shell'],
    ['--plugin demo -- no-such-program', 127, 'no-such-program'],
    ['--plugin demo --dir demo/main.lua -- true', 1, 'demo/main.lua is not a directory'],
    ['--plugin demo --name ../up -- true', 2, '--name ../up'],
  ])('refuses %j with %i', async (words, status, message) => {
    const shell = recording(words);
    await shell.says(`status ${status} mode same`);
    await shell.exited;
    expect(shell.text).toContain(message);
    expect(existsSync(shop.path('demo/screens/recording-1.cast'))).toBe(false);
  });
});
