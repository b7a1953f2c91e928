/** Errors of calls when there is no server, or no longer one. */
import { expect, it } from 'vitest';
import { connectStdio } from '#client/index.ts';
import { bin, runInProcess } from '../harness/server.ts';

const messageOf = (answer: Promise<unknown>) => answer.then(String, ({ message }: Error) => message);

const node = (script: string) => connectStdio(process.execPath, ['-e', script]);

it.each([
  ['a command that does not exist', () => connectStdio('no-such-command-anywhere', []), 'ENOENT'],
  ['a command that is no program', () => connectStdio('/etc/passwd', []), 'EACCES'],
  ['a server that fails', () => node('process.exit(7)'), 'status 7'],
  ['a server that is killed', () => node('process.kill(process.pid, "SIGKILL")'), 'SIGKILL'],
] as const)('%s fails pending calls and later ones', async (_, connect, why) => {
  const { client } = connect();
  const waiting = messageOf(client.calls.session.list());
  expect(await waiting).toMatch(/^the connection closed before the reply arrived: /);
  expect(await waiting).toContain(why);
  await client.closed;
  expect(await messageOf(client.calls.session.list())).toMatch(/^the connection is closed: /);
  expect(await messageOf(client.calls.session.list())).toContain(why);
});

it('a server that closes its output without ending blocks no call', async () => {
  const { client, process: server } = node(
    'process.stdin.resume(); fs.closeSync(1); net.createServer().listen(0, "127.0.0.1")',
  );
  expect(await messageOf(client.calls.session.list())).toBe('the connection closed before the reply arrived');
  server.kill('SIGKILL');
});

it('close() of a client resolves after its server has ended', async () => {
  const { client, process: server } = connectStdio(process.execPath, [bin, 'serve', '--stdio']);
  expect(await client.calls.session.list()).toEqual({ sessions: [] });
  await client.close();
  expect(server.exitCode).toBe(0);
  expect(await messageOf(client.calls.session.list())).toBe(
    'the connection is closed: the server ended with status 0',
  );
});

it('awaiting a group of methods sends no request', async () => {
  const { client, close } = runInProcess();
  const sent: string[] = [];
  const send = client.send.bind(client);
  client.send = (method, ...rest) => {
    sent.push(method);
    return send(method, ...rest);
  };
  const calls = await client.calls;
  const session = await calls.session;
  expect(`${Object.prototype.toString.call(session)}`).toBe('[object Object]');
  expect(await session.list()).toEqual({ sessions: [] });
  expect(sent).toEqual(['session.list']);
  await close();
});
