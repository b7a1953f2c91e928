/** What a server logs at each level. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { connect, listening, replies, request } from './built.ts';

const requested = [
  request(1, 'session.create', { program: 'sh', args: ['-c', 'echo unsaid; exit 7'] }),
  request(12, 'session.wait', { session: 's1', matcher: { type: 'process_exited' } }),
  request('two' as never, 'session.info', { session: 'unsaid' }),
  request(3, 'none.such', { unsaid: true }),
];

const closing = `${JSON.stringify({ jsonrpc: '2.0', method: 'session.close', params: { session: 's1' } })}\n`;

/**
 * Returns the log of a server on standard input for these calls, without times. Each call waits for the reply before
 * it.
 */
async function logged(level: string, ...more: readonly string[]): Promise<readonly string[]> {
  const env = { PTYWRIGHT_HOME: freshHome(), PTYWRIGHT_LOG: level };
  const server = new Ptywright(['serve', '--stdio'], env);
  for (const [at, one] of [...requested, ...more].entries()) {
    server.send(one);
    await server.until(() => server.stdout.split('\n').length > at + 1);
  }
  server.process.stdin!.end(more.length > 0 ? '' : closing);
  const { stderr } = await server.ended;
  expect(stderr).not.toContain('unsaid');
  return stderr
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\S+ /, '').replace(/ms=[\d.]+/, 'ms=N'));
}

describe('the log of a server', () => {
  it('follows config.toml, unless the environment overrides it', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), '[logging]\nlevel = "info"\nformat = "json"\n');
    for (const PTYWRIGHT_LOG of ['', 'error']) {
      const { server } = await listening([], home, { PTYWRIGHT_LOG });
      server.process.kill();
      await server.ended;
    }
    const [name] = readdirSync(join(home, 'logs'));
    expect(replies(readFileSync(join(home, 'logs', name!), 'utf8')).map(({ message }) => message)).toEqual([
      'serving',
      'stopping on SIGTERM',
    ]);
  });

  it('contains connections, sessions and failed calls at level debug, and no content', async () => {
    const lines = await logged('debug');
    expect(lines).toEqual([
      'INFO  serving listeners=["ptywright+stdio:"]',
      'DEBUG connection opened connection=1 transport="stdio" dialect="ptywright"',
      'DEBUG session opened session="s1" program="sh"',
      'DEBUG session exited session="s1" code=7 signal=null',
      'DEBUG call failed connection=1 method="session.info" id="two" fault="SessionUnknown"',
      'DEBUG call failed connection=1 method="none.such" id=3 fault=-32601',
      'DEBUG connection closed connection=1 why="ended"',
    ]);
  });

  it('also contains each call with its duration at level trace', async () => {
    const lines = await logged('trace');
    expect(lines.filter((line) => line.startsWith('TRACE'))).toEqual([
      'TRACE call connection=1 method="session.create" id=1 ms=N',
      'TRACE call connection=1 method="session.wait" id=12 ms=N',
      'TRACE call connection=1 method="session.info" id="two" ms=N',
      'TRACE call connection=1 method="none.such" id=3 ms=N',
      'TRACE notification connection=1 method="session.close"',
    ]);
    expect(lines.filter((line) => line.startsWith('DEBUG'))).toHaveLength(6);
  });

  it('replaces a name or an id that is a secret', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = (await logged('trace', request(token as never, token))).join('\n');
    expect(text).toContain('fault=-32601');
    expect(text).not.toContain(token.slice(4));
  });

  it('contains connections to sockets', async () => {
    const { server, path } = await listening([], freshHome(), { PTYWRIGHT_LOG: 'debug' });
    const line = await connect(path);
    await server.says('connection opened connection=1 transport="unix" dialect="ptywright"', 'stderr');
    line.socket.destroy();
    await server.says('connection closed connection=1', 'stderr');
    server.process.kill();
    await server.ended;
  });

  it.each([
    [{}, '[logging]\nlevel = 3\n', 'config.toml:2: logging.level'],
    [{ PTYWRIGHT_LOG: 'loud' }, '', 'PTYWRIGHT_LOG: loud'],
  ])('is refused before the server starts: %j %j', async (env, config, message) => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), config);
    const server = new Ptywright(['serve'], { PTYWRIGHT_HOME: home, ...env });
    expect(await server.ended).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
