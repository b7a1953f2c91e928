/** A server on a socket that its parent has opened, as systemd does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { withProgram } from '../../../harness/withProgram.ts';
import { connect, opens, request } from '../../../server/built.ts';
import { bin, freshHome } from '../../ptywright.ts';

/** Opens the socket, and becomes the server, as systemd starts a service. */
const activate = `
import os, socket, sys
kind, where, mode, pid, *command = sys.argv[1:]
opened = socket.socket(getattr(socket, kind), socket.SOCK_STREAM)
opened.bind(where if kind == 'AF_UNIX' else ('127.0.0.1', 0))
opened.listen()
if kind == 'AF_UNIX': os.chmod(where, int(mode, 8))
os.dup2(opened.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_PID=pid or str(os.getpid()), LISTEN_FDS='1', LISTEN_FDNAMES='a')
os.execv(command[0], command)
`;

interface Options {
  readonly kind?: 'AF_UNIX' | 'AF_INET';
  readonly mode?: string;
  /** Value of LISTEN_PID, instead of the pid of the server. */
  readonly pid?: string;
  readonly args?: readonly string[];
}

async function activated({ kind = 'AF_UNIX', mode = '600', pid = '', args = [] }: Options = {}) {
  const home = freshHome();
  const path = join(home, 'passed');
  const command = [process.execPath, bin, 'serve', ...args];
  const server = spawn('python3', ['-c', activate, kind, path, mode, pid, ...command], {
    env: { ...process.env, PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'close');
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  await Promise.race([once(server.stderr, 'data'), ended]);
  const stop = async () => {
    server.kill('SIGTERM');
    return (await ended)[0] as number | null;
  };
  return { home, path, ended, output: () => output, stop };
}

describe('a server with an inherited socket', () => {
  withProgram('python3', 'serves on it, and leaves its file', async () => {
    const { path, output, stop } = await activated();
    expect(output()).toContain(`listening on ${path}\n`);
    const inode = lstatSync(path).ino;
    const { socket, says } = await connect(path);
    const shows = 'ls /proc/self/fd 2>/dev/null | xargs; env | grep -c ^LISTEN_; echo end';
    socket.write(opens('sh', ['-c', shows]));
    const wait = { session: 's1', matcher: { type: 'contains_text', value: 'end' }, evidence: 'text' };
    socket.write(request(2, 'session.wait', wait));
    await says('"id":2');
    socket.write(request(3, 'session.snapshot', { session: 's1' }));
    await says('"plain_text":"0 1 2 3\\n0\\nend');
    expect(await stop()).toBe(143);
    expect(lstatSync(path).ino).toBe(inode);
  });

  withProgram('python3', 'does not use it if it was passed to another process', async () => {
    const { home, output, stop } = await activated({ pid: '1' });
    expect(output()).toContain(`listening on ${join(home, 'socket')}\n`);
    await stop();
  });

  withProgram('python3', 'does not use it beside an option that names a listener', async () => {
    const own = join(freshHome(), 'own');
    const { output, path, stop } = await activated({ args: ['--socket', own] });
    expect(output()).toContain(`listening on ${own}\n`);
    expect(output()).not.toContain(path);
    await stop();
  });

  withProgram('python3', 'refuses a socket that other machines could reach', async () => {
    const { output, ended } = await activated({ kind: 'AF_INET' });
    expect((await ended)[0]).toBe(1);
    expect(output()).toContain('The socket "descriptor 3" is not a listening Unix socket. Set ListenStream=');
  });

  withProgram('python3', 'refuses a socket that other users could open', async () => {
    const { output, ended, path } = await activated({ mode: '666' });
    expect((await ended)[0]).toBe(1);
    expect(output()).toContain(`The socket "${path}" can be opened by other users. Set SocketMode=0600`);
  });
});
