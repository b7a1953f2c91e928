/** The server that commands start on demand: one for all of them, which ends when it is idle. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectSocket } from '#client/index.ts';
import { resolveHome } from '#platform/paths.ts';
import { freshHome, Ptywright, ptywright } from '../ptywright.ts';
import { TestTerminal } from '../testTerminal.ts';

const home = freshHome();
const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_SESSION: '' };
const run = (...args: string[]) => ptywright(args, { env });
/** Prints the process id of the server, which is the parent of its programs. */
const telling = ['sh', '-c', 'echo server $PPID; exec cat'];
let pid = 0;

afterAll(() => {
  if (pid > 0) process.kill(pid, 'SIGTERM');
});

describe('start without a server', () => {
  it('starts one server for commands that run at the same time', async () => {
    expect(await run('sessions')).toMatchObject({ status: 4 });
    const started = await Promise.all([1, 2, 3, 4].map(() => run('start', ...telling)));
    expect(started.map(({ status, stderr }) => `${status}${stderr}`)).toEqual(['0', '0', '0', '0']);
    expect(started.map(({ stdout }) => stdout.trim()).toSorted()).toEqual(['s1', 's2', 's3', 's4']);
    const pids = new Set<string>();
    for (const session of ['s1', 's2', 's3', 's4']) {
      const words = ['wait', '-s', session, 'text', '--regex', 'server (\\d+)', '--json'];
      pids.add(JSON.parse((await run(...words)).stdout).hit.capture);
    }
    expect(pids.size).toBe(1);
    pid = Number([...pids][0]);
  });

  it('listens on a private socket, where other commands find it too', async () => {
    expect(existsSync(join(home, 'sockets', 'on-demand'))).toBe(true);
    expect(existsSync(join(home, 'socket'))).toBe(false);
    const { stdout } = await run('call', 'session.list');
    expect(JSON.parse(stdout).sessions).toHaveLength(4);
  });

  it('keeps its sessions in reach when a server starts on the default socket', async () => {
    await run('start', '--name', 'kept', 'cat');
    const server = new Ptywright(['serve'], env);
    await server.says('listening', 'stderr');
    await run('start', '--name', 'other', 'cat');
    const { stdout } = await run('sessions');
    expect(stdout).toMatch(/ kept .* \S+on-demand$/m);
    expect(stdout).toMatch(/ other .* \S+socket$/m);
    for (const name of ['kept', 'other'])
      expect(await run('type', '-s', name, 'x')).toMatchObject({ status: 0 });
    for (const words of [['read'], ['read', '-s', 's1']])
      expect(await run(...words)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('choose a server with --socket'),
      });
    for (const name of ['kept', 'other']) {
      const { stdout } = await run('call', 'session.info', JSON.stringify({ session: name }));
      expect(JSON.parse(stdout)).toMatchObject({ name });
    }
    expect(await run('call', 'session.info', '{"session":"s1"}')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('choose a server with --socket'),
    });
    const terminal = new TestTerminal('attach kept', undefined, env);
    await terminal.shows('ctrl+] d');
    terminal.type('\x1dd');
    await terminal.shows('detached from kept');
    const page = await run('watch');
    expect(page).toMatchObject({ status: 0, stderr: expect.stringMatching(/watch --socket \S+on-demand$/m) });
    expect(await run('close', '-s', 'kept')).toMatchObject({ status: 0 });
    server.process.kill('SIGTERM');
    await server.ended;
  });

  it('uses the runtime folder of the user, unless PTYWRIGHT_HOME is set', () => {
    const runtime = { HOME: '/home/ada', XDG_RUNTIME_DIR: '/run/user/1' };
    expect(resolveHome(runtime).onDemand).toBe('/run/user/1/ptywright/on-demand');
    expect(resolveHome({ ...runtime, PTYWRIGHT_HOME: '/h' }).onDemand).toBe('/h/sockets/on-demand');
    expect(resolveHome({ HOME: '/home/ada' }).onDemand).toBe('/home/ada/.ptywright/sockets/on-demand');
  });
});

describe('serve --idle-exit', () => {
  const serve = async () => {
    const path = join(freshHome(), 's');
    const server = new Ptywright(['serve', '--socket', path, '--idle-exit', '0'], { PTYWRIGHT_HOME: home });
    return { server, path };
  };

  it('ends at once without a client and a session', async () => {
    const { server, path } = await serve();
    expect((await server.ended).status).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it('stays for a client, and for a running program', async () => {
    const path = join(freshHome(), 's');
    // Long enough for the first client, which then has as much time as it needs.
    const server = new Ptywright(['serve', '--socket', path, '--idle-exit', '20000'], {
      PTYWRIGHT_HOME: home,
    });
    await server.says('listening', 'stderr');
    const client = await connectSocket(path);
    const { session } = await client.calls.session.create({ program: 'cat' });
    await client.close();
    const other = await connectSocket(path);
    expect((await other.calls.session.list({})).sessions).toEqual([session]);
    await other.close();
    server.process.kill('SIGTERM');
    expect((await server.ended).status).toBe(143);
  });
});
