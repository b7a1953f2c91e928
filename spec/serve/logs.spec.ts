import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { listening, replies } from './built.ts';

describe('what a server logs', () => {
  it('goes to standard error and to the file of the day, at the level that is asked for', async () => {
    const { server, home } = await listening([], freshHome(), { PTYWRIGHT_LOG: 'info' });
    server.process.kill();
    const { stderr } = await server.ended;
    expect(stderr).toMatch(/INFO {2}serves .*socket/);
    const [name] = readdirSync(join(home, 'logs'));
    expect(name).toMatch(/^ptywright\.\d{4}-\d\d-\d\d\.log$/);
    const written = readFileSync(join(home, 'logs', name!), 'utf8');
    expect(written).toMatch(/INFO {2}serves .*\n.*INFO {2}ends by SIGTERM\n$/);
  });

  it('follows config.toml, unless the environment says otherwise', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), '[logging]\nlevel = "info"\nformat = "json"\n');
    for (const PTYWRIGHT_LOG of ['', 'error']) {
      const { server } = await listening([], home, { PTYWRIGHT_LOG });
      server.process.kill();
      await server.ended;
    }
    const [name] = readdirSync(join(home, 'logs'));
    expect(replies(readFileSync(join(home, 'logs', name!), 'utf8')).map(({ message }) => message)).toEqual([
      'serves',
      'ends by SIGTERM',
    ]);
  });

  it.each([
    [{}, '[logging]\nlevel = 3\n', 'config.toml:2: logging.level'],
    [{ PTYWRIGHT_LOG: 'loud' }, '', 'PTYWRIGHT_LOG: loud'],
  ])('is refused before anything starts: %j %j', async (env, config, message) => {
    const home = freshHome();
    writeFileSync(join(home, 'config.toml'), config);
    const server = new Ptywright(['serve'], { PTYWRIGHT_HOME: home, ...env });
    expect(await server.ended).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
