/** How the built server starts and ends. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, freshHome, Ptywright } from '../cli/ptywright.ts';
import { Running } from '../platform/pty/running.ts';
import { connect, gone, listening, opens, replies, request, stubborn, waits } from './built.ts';

describe('serve on standard input', () => {
  it('answers, and ends with it', async () => {
    const server = new Ptywright(['serve', '--stdio'], { PTYWRIGHT_HOME: freshHome() });
    server.process.stdin!.end(request(1, 'server.capabilities'));
    const { status, stdout, stderr } = await server.ended;
    expect([status, stderr]).toEqual([0, '']);
    expect(replies(stdout)).toMatchObject([{ id: 1, result: { name: 'ptywright' } }]);
  });

  it('takes its sessions with it', async () => {
    const server = new Ptywright(['serve', '--stdio'], { PTYWRIGHT_HOME: freshHome() });
    server.send(opens('cat') + request(2, 'session.info', { session: 's1' }));
    await server.says('"id":2');
    const { pid } = replies(server.stdout)[1]!.result as { pid: number };
    server.process.stdin!.end();
    expect((await server.ended).status).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('ends sockets beside it, too', async () => {
    const path = join(freshHome(), 's');
    const server = new Ptywright(['serve', '--stdio', '--socket', path], { PTYWRIGHT_HOME: freshHome() });
    await server.says('listening', 'stderr');
    const { all } = await connect(path);
    server.process.stdin!.end();
    expect(await all).toBe('');
    expect((await server.ended).status).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it('makes no file and no directory', async () => {
    const home = join(freshHome(), 'home');
    const server = new Ptywright(['serve', '--stdio'], { PTYWRIGHT_HOME: home });
    server.process.stdin!.end(request(1, 'server.capabilities'));
    await server.ended;
    expect(existsSync(home)).toBe(false);
  });

  it('loads only what its first reply needs', async () => {
    const server = new Ptywright(['serve', '--stdio'], { PTYWRIGHT_HOME: freshHome(), NODE_DEBUG: 'module' });
    server.process.stdin!.end(request(1, 'server.capabilities'));
    const { stderr } = await server.ended;
    expect(stderr).toContain('MODULE');
    expect(stderr).not.toMatch(/node-pty|@xterm|smol-toml/);
  });

  it.each([
    ['without a fleet loads no package of NATS', ['--stdio'], false],
    ['with a fleet loads them', ['--stdio', '--fleet=nats://127.0.0.1:1'], true],
  ] as const)('%s', async (_, args, loads) => {
    const server = new Ptywright(['serve', ...args], { PTYWRIGHT_HOME: freshHome(), NODE_DEBUG: 'module' });
    server.process.stdin!.end(request(1, 'server.capabilities'));
    const { stderr } = await server.ended;
    // Parts of the program that load others. That with the packages of NATS loads modules of Node.
    const parts = new Set([...stderr.matchAll(/ parent: (\/.+)$/gm)].map(([, file]) => file!));
    const hasNats = (file: string) => readFileSync(file, 'utf8').includes('node_modules/@nats-io/');
    expect([...parts].some(hasNats)).toBe(loads);
  });
});

describe.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s', (signal, status) => {
  it('answers pending waits, ends the sessions and removes the socket', async () => {
    const { server, path } = await listening();
    const { socket, says, all } = await connect(path);
    socket.write(opens('cat') + waits + request(3, 'session.info', { session: 's1' }));
    await says('"id":3');
    server.process.kill(signal);
    const received = replies(await all);
    const { pid } = received.find(({ id }) => id === 3)!.result as { pid: number };
    expect(received.find(({ id }) => id === 2)).toMatchObject({
      error: { code: expect.toBeOneOf([-32002, -32005]) },
    });
    expect((await server.ended).status).toBe(status);
    expect(existsSync(path)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('ends a server on standard input', async () => {
    const server = new Ptywright(['serve', '--stdio'], { PTYWRIGHT_HOME: freshHome() });
    server.send(request(1, 'server.capabilities'));
    await server.says('"id":1');
    server.process.kill(signal);
    expect((await server.ended).status).toBe(status);
  });
});

describe('the end of a server', () => {
  it('does not wait for a client that does not read', async () => {
    const { server, path } = await listening();
    const { socket, says } = await connect(path);
    socket.write(
      opens('seq', ['300000']) +
        request(2, 'session.wait', { session: 's1', matcher: { type: 'process_exited' } }),
    );
    await says('"id":2');
    socket.pause();
    const asks = Array.from({ length: 200 }, (_, at) =>
      request(at + 3, 'session.snapshot', { session: 's1', cells: 'full' }),
    );
    socket.write(asks.join(''));
    server.process.kill('SIGTERM');
    expect((await server.ended).status).toBe(143);
    socket.destroy();
  });

  it('is immediate at a second signal, also for a program that ignores it', async () => {
    const { server, path } = await listening([], freshHome(), { PTYWRIGHT_LOG: 'info' });
    const { socket, says, all } = await connect(path);
    socket.write(opens('/bin/sh', ['-c', stubborn]) + request(2, 'session.info', { session: 's1' }));
    await says('"id":2');
    server.process.kill('SIGTERM');
    await server.says('stopping on SIGTERM', 'stderr');
    server.process.kill('SIGINT');
    expect((await server.ended).status).toBe(130);
    const { pid } = replies(await all)[1]!.result as { pid: number };
    await gone(pid);
  });

  it('is in time, also for a program that ignores signals', async () => {
    const { server, path } = await listening();
    const { socket, says } = await connect(path);
    socket.write(opens('/bin/sh', ['-c', stubborn]));
    socket.write(request(2, 'session.info', { session: 's1' }));
    await says('"id":2');
    server.process.kill('SIGTERM');
    expect((await server.ended).status).toBe(143);
  });
});

describe('the permissions of a server', () => {
  async function ask(args: readonly string[], ...lines: readonly string[]) {
    const server = new Ptywright(['serve', '--stdio', ...args], { PTYWRIGHT_HOME: freshHome() });
    server.send(lines.join(''));
    await server.until(() => server.stdout.split('\n').length > lines.length, 'all replies');
    server.process.stdin!.end();
    return replies((await server.ended).stdout);
  }

  it('are all but the denied ones', async () => {
    expect(await ask(['--deny', 'session.spawn', '--deny', 'raw.read'], opens('cat'))).toMatchObject([
      { error: { code: -32004, data: { required_permission: 'session.spawn' } } },
    ]);
  });

  it('exclude raw text if redaction is enforced', async () => {
    const raw = request(2, 'session.snapshot', { session: 's1', redact: false });
    expect(await ask(['--redaction', 'enforced'], opens('cat'), raw)).toMatchObject([
      { id: 1, result: { session: 's1' } },
      { id: 2, error: { code: -32004 } },
    ]);
  });
});

describe('a server at a terminal', () => {
  it('ends with ctrl+c', async () => {
    const env = { ...(process.env as Record<string, string>), PTYWRIGHT_HOME: freshHome() };
    const server = new Running(process.execPath, [bin, 'serve'], { env });
    await server.says('listening');
    server.send('\x03');
    expect(await server.exited).toEqual({ exitCode: 130, signal: null });
  });
});
