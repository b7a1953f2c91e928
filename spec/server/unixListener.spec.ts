import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, freshHome, Ptywright } from '../cli/ptywright.ts';
import { connect, listening, opens, request } from './built.ts';

describe('a listener on a Unix socket', () => {
  it('prints a command that gets a first answer', async () => {
    const { server, home, path } = await listening();
    await server.says('try: ', 'stderr');
    expect(server.stderr).toContain(`listening on ${path}\n`);
    const [, line] = /try: (.*)\n/.exec(server.stderr)!;
    const commands = join(home, 'bin');
    mkdirSync(commands);
    symlinkSync(bin, join(commands, 'ptywright'));
    const env = { ...process.env, PTYWRIGHT_HOME: home, PATH: `${commands}:${process.env.PATH}` };
    const { status, stdout } = spawnSync('/bin/sh', ['-c', line!], { env, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'ptywright' });
    server.process.kill();
    await server.ended;
  });

  it('prints a command that also works if ptywright is not on the PATH', async () => {
    const { server, home } = await listening();
    await server.says('try: ', 'stderr');
    const [, line] = /try: (.*)\n/.exec(server.stderr)!;
    expect(line).toMatch(/^node .*bin\/ptywright\.js call/);
    const env = { ...process.env, PTYWRIGHT_HOME: home };
    const { status, stdout } = spawnSync('/bin/sh', ['-c', line!], { env, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'ptywright' });
    server.process.kill();
    await server.ended;
  });

  it('prints the key of the page if one was generated', async () => {
    const server = new Ptywright(['serve', '--listen', 'ptywright+ws://127.0.0.1:0'], {
      PTYWRIGHT_HOME: freshHome(),
    });
    await server.says('/watch/#key=', 'stderr');
    server.process.kill();
    await server.ended;
    expect(server.stderr).toMatch(
      /listening on ws:\/\/127\.0\.0\.1:(\d+)\nptywright: watch at http:\/\/127\.0\.0\.1:\1\/watch\/#key=[\w-]{32}\n/,
    );
  });

  it('may have several addresses, which share their sessions', async () => {
    const home = freshHome();
    const [one, other] = [join(home, 'one'), join(home, 'other')];
    const server = new Ptywright(['serve', '--socket', one, '--listen', `ptywright+unix:${other}`], {
      PTYWRIGHT_HOME: home,
    });
    await server.says(`listening on ${other}`, 'stderr');
    const [first, second] = [await connect(one), await connect(other)];
    first.socket.write(opens('cat'));
    await first.says('"s1"');
    second.socket.write(request(1, 'session.list'));
    await second.says('"s1"');
    server.process.kill();
    await server.ended;
  });

  it.each([
    [['--listen', 'nonsense'], 2, 'expected DIALECT+TRANSPORT:ADDRESS'],
    [['--listen', 'klingon+stdio:'], 2, 'unknown dialect klingon'],
    [['--listen', 'ptywright+pigeon:x'], 2, 'unknown transport pigeon'],
    [['--listen', 'wsh+ws:/x'], 2, 'wsh does not support ws; it supports http and unix'],
    [['--listen', 'wsh+http://0.0.0.0:0'], 1, 'set WSH_TOKEN'],
    [['--stdio', '--listen', 'ptywright+stdio:'], 2, 'only one listener can use'],
    [['--socket', `/tmp/${'x'.repeat(200)}`], 1, 'bytes'],
    [['--socket', '/proc/none/socket'], 1, '/proc/none/socket'],
    [['--deny', 'sesion.spawn'], 2, 'did you mean session.spawn?'],
  ])('is refused with one line: %j', async (args, status, message) => {
    const server = new Ptywright(['serve', ...args], { PTYWRIGHT_HOME: freshHome() });
    const ended = await server.ended;
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is removed by a server that could not start all its listeners', async () => {
    const home = freshHome();
    const path = join(home, 'one');
    writeFileSync(join(home, 'file'), '');
    const server = new Ptywright(['serve', '--socket', path, '--socket', join(home, 'file')]);
    expect((await server.ended).status).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it('is not taken from another server', async () => {
    const { server, home, path } = await listening();
    const second = new Ptywright(['serve'], { PTYWRIGHT_HOME: home });
    expect(await second.ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('already listening'),
    });
    const { socket, says } = await connect(path);
    socket.write(request(1, 'server.capabilities'));
    await says('"id":1');
    server.process.kill();
    await server.ended;
  });

  it('is not a directory that others may enter', async () => {
    const home = freshHome();
    chmodSync(home, 0o755);
    const server = new Ptywright(['serve'], { PTYWRIGHT_HOME: home });
    expect(await server.ended).toMatchObject({ status: 1, stderr: expect.stringContaining('mkdir -m 700') });
  });
});
