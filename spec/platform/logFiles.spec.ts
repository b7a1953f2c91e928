import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../cli/ptywright.ts';
import { listening } from '../server/built.ts';

describe('the log of a server', () => {
  it('is written to standard error and to the file of the day, at the configured level', async () => {
    const { server, home } = await listening([], freshHome(), { PTYWRIGHT_LOG: 'info' });
    server.process.kill();
    const { stderr } = await server.ended;
    expect(stderr).toMatch(/INFO {2}serving .*socket/);
    const [name] = readdirSync(join(home, 'logs'));
    expect(name).toMatch(/^ptywright\.\d{4}-\d\d-\d\d\.log$/);
    const written = readFileSync(join(home, 'logs', name!), 'utf8');
    expect(written).toMatch(/INFO {2}serving .*\n.*INFO {2}stopping on SIGTERM\n$/);
  });
});
