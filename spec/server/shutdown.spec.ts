/**
 * The shutdown of a server, however it is requested: in time, with a reply to every request, and nothing left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';
import { bin } from '../harness/server.ts';
import { RawLine, rawOnSocket } from './rawLine.ts';
import { absent, outcomeOf, readySession } from './sessions.ts';

const ends: Readonly<
  Record<string, { readonly end: (server: ChildProcess) => void; readonly status: number }>
> = {
  SIGTERM: { end: (server) => server.kill('SIGTERM'), status: 143 },
  SIGINT: { end: (server) => server.kill('SIGINT'), status: 130 },
  SIGHUP: { end: (server) => server.kill('SIGHUP'), status: 129 },
  'the end of standard input': { end: (server) => server.stdin!.end(), status: 0 },
};

describe('the end of a server', () => {
  let folder: string;
  let servers: ChildProcess[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) {
      if (server.exitCode !== null || server.signalCode !== null) continue;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const path = () => join(folder, 'p.sock');

  /** A server on standard input and on a socket at once, with one client on each. */
  async function started(args: readonly string[] = []) {
    const server = start(['--stdio', '--socket', path(), ...args]);
    const client = new NotingClient({ input: server.stdout!, output: server.stdin! });
    await client.calls.session.list();
    return { server, client, ended: endOf(server) };
  }

  function start(args: readonly string[]): ChildProcess {
    const server = spawn(process.execPath, [bin, 'serve', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    server.stderr!.resume();
    servers.push(server);
    return server;
  }

  const endOf = async (server: ChildProcess) => {
    const [status, signal] = (await once(server, 'exit')) as [number | null, string | null];
    return { status, signal };
  };

  /** Processes with the tag of this session. */
  const survivorsOf = (tag: string) =>
    readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(tag));

  function environmentOf(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8');
    } catch {
      return '';
    }
  }

  const tagOf = (pid: number) => /PTYWRIGHT_SESSION_TAG=[^\0]+/.exec(environmentOf(String(pid)))![0];

  describe.each(Object.entries(ends))('by %s', (_, { end, status }) => {
    it('answers pending waits, ends every program, removes its socket', async () => {
      const { server, client, ended } = await started();
      const other = await rawOnSocket(path());
      const sessions: string[] = [];
      for (const name of ['echoes-raw', 'ignores-hangup', 'leaves-a-child'])
        sessions.push(await readySession(client, name));
      const tags = await Promise.all(
        sessions.map(async (session) => tagOf((await client.calls.session.info({ session })).pid)),
      );
      expect(tags.map((tag) => survivorsOf(tag).length)).toEqual([
        1,
        1,
        expect.toSatisfy((count) => count > 1),
      ]);
      const waits = sessions.map((session) =>
        outcomeOf(client.calls.session.wait({ session, matcher: absent })),
      );
      await client.calls.session.list();
      other.say({ id: 'w', method: 'session.wait', params: { session: sessions[0], matcher: absent } });
      other.say({ id: 'in', method: 'session.list' });
      expect(await other.reply()).toMatchObject({ id: 'in' });

      end(server);
      expect(await other.reply()).toMatchObject({
        id: 'w',
        error: { code: -32005, data: { reason: 'shutdown' } },
      });
      for (const wait of waits) {
        const { code, data } = await wait;
        // Our client closes when its input ends.
        if (status !== 0)
          expect({ code, data }).toEqual({ code: -32005, data: { fault: 'Cancelled', reason: 'shutdown' } });
      }
      await other.ended;
      expect(await ended).toEqual({ status, signal: null });
      expect(existsSync(path())).toBe(false);
      expect(tags.flatMap(survivorsOf)).toEqual([]);
    });

    it('does not wait for clients that do not read', async () => {
      const { server, client, ended } = await started();
      const session = await readySession(client, 'echoes-raw');
      for (let clients = 0; clients < 5; clients++) {
        const stuck = await rawOnSocket(path());
        stuck.stream.pause();
        // More replies than the kernel buffers for a client that does not read.
        for (let id = 0; id < 200; id++) stuck.say({ id, method: 'rpc.discover' });
        stuck.say({ id: 'w', method: 'session.wait', params: { session, matcher: absent } });
      }
      await client.calls.session.list();
      end(server);
      await ended;
      expect(existsSync(path())).toBe(false);
    });
  });

  it('end of standard input: earlier requests are answered, a wait is cancelled', async () => {
    const server = start(['--stdio']);
    const ended = endOf(server);
    const line = new RawLine(server.stdout!, server.stdin!);
    line.say({ id: 1, method: 'session.create', params: program('prints-ready') });
    line.say({ id: 2, method: 'session.info', params: { session: 's1' } });
    line.say({ id: 3, method: 'session.wait', params: { session: 's1', matcher: absent } });
    server.stdin!.end();
    expect(await line.reply()).toMatchObject({ id: 1, result: { session: 's1' } });
    expect(await line.reply()).toMatchObject({ id: 2, result: { session: 's1' } });
    expect(await line.reply()).toMatchObject({
      id: 3,
      error: { code: -32005, data: { reason: 'shutdown' } },
    });
    await line.ended;
    expect(await ended).toMatchObject({ status: 0, signal: null });
  });

  it('after two signals: the second one ends it at once', async () => {
    const { server, client, ended } = await started();
    await readySession(client, 'ignores-hangup');
    const notified = new Promise<void>((resolve) => {
      server.stderr!.on('data', (text: Buffer) => text.includes('SIGTERM') && resolve());
    });
    const wait = outcomeOf(client.calls.session.wait({ session: 's1', matcher: absent }));
    await client.calls.session.list();
    server.kill('SIGTERM');
    // The shutdown has begun: pending requests were answered.
    await wait;
    server.kill('SIGINT');
    // A clean shutdown would have the status of the first signal.
    expect(await ended).toMatchObject({ status: 130 });
    void notified;
  });

  it('while it ends, no session is opened', async () => {
    const { server, client, ended } = await started();
    const session = await readySession(client, 'ignores-hangup');
    const wait = outcomeOf(client.calls.session.wait({ session, matcher: absent }));
    await client.calls.session.list();
    server.kill('SIGTERM');
    await wait;
    expect(await outcomeOf(client.send('session.create', { program: 'sh' }))).toMatchObject({
      code: -32005,
      data: { reason: 'shutdown' },
    });
    await ended;
  });

  it('two servers on one socket: the second reports it, ends and does not affect the first', async () => {
    const { client, ended, server } = await started();
    const second = start(['--socket', path()]);
    const said: string[] = [];
    second.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text));
    expect(await endOf(second)).toMatchObject({ status: 1 });
    expect(said.join('')).toContain(path());
    const line = await rawOnSocket(path());
    expect(await line.ask(1, 'session.list')).toMatchObject({ id: 1, result: { sessions: [] } });
    expect(await client.calls.session.list()).toEqual({ sessions: [] });
    server.kill('SIGTERM');
    await ended;
  });

  it('killed outright, it is started again on the same socket', async () => {
    const { server, client, ended } = await started();
    const session = await readySession(client, 'echoes-raw');
    const tag = tagOf((await client.calls.session.info({ session })).pid);
    server.kill('SIGKILL');
    await ended;
    expect(existsSync(path())).toBe(true);
    const again = await started();
    const line = await rawOnSocket(path());
    expect(await line.ask(1, 'session.list')).toMatchObject({ result: { sessions: [] } });
    // The kernel has hung up the terminal of the first server's program.
    expect(survivorsOf(tag)).toEqual([]);
    again.server.kill('SIGTERM');
    await again.ended;
    expect(existsSync(path())).toBe(false);
  });

  it('out of descriptors it refuses, and takes clients and programs again when there are some', async () => {
    const server = spawn(
      '/bin/sh',
      ['-c', `ulimit -n 64; exec "$0" "$@"`, process.execPath, bin, 'serve', '--stdio', '--socket', path()],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    server.stderr!.resume();
    servers.push(server);
    const line = new RawLine(server.stdout!, server.stdin!);
    expect(await line.ask('up', 'session.list')).toMatchObject({ id: 'up' });
    const reader = { program: '/bin/sh', args: ['-c', 'read -r _'] };
    const opened: string[] = [];
    for (;;) {
      const { result, error } = await line.ask('create', 'session.create', reader);
      if (error) {
        expect(error.code).toBe(-32602);
        expect(error.data).toMatchObject({ reason: 'EMFILE' });
        break;
      }
      opened.push(result!.session as string);
      expect(opened.length).toBeLessThan(64);
    }
    expect(opened.length).toBeGreaterThan(5);
    // Clients connect until no descriptor is left. None of them may crash the server.
    const clients = await Promise.all(
      Array.from({ length: 30 }, () => rawOnSocket(path()).catch(() => undefined)),
    );
    expect(await line.ask('alive', 'session.list')).toMatchObject({
      id: 'alive',
      result: { sessions: opened },
    });
    for (const client of clients) client?.stream.destroy();
    for (const session of opened.slice(0, 3))
      expect(await line.ask('close', 'session.close', { session })).toMatchObject({
        result: { closed: true },
      });
    expect(await line.ask('again', 'session.create', reader)).toMatchObject({ result: {} });
    const late = await rawOnSocket(path());
    expect(await late.ask('late', 'session.list')).toMatchObject({ id: 'late', result: {} });
    const ended = endOf(server);
    server.stdin!.end();
    expect(await ended).toMatchObject({ status: 0 });
  });
});
