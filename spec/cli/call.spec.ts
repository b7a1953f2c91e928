import { describe, expect, it } from 'vitest';
import { listening } from '../server/built.ts';
import { Ptywright } from './ptywright.ts';

describe('call', () => {
  it('prints results on standard output and errors on standard error', async () => {
    const { server, home } = await listening();
    const call = async (...words: string[]) =>
      new Ptywright(['call', ...words], { PTYWRIGHT_HOME: home }).ended;
    const opened = await call('session.create', '{"program":"cat"}');
    expect([opened.status, JSON.parse(opened.stdout), opened.stderr]).toEqual([0, { session: 's1' }, '']);
    const refused = await call('session.info', '{"session":"s9"}');
    expect([refused.status, refused.stdout, JSON.parse(refused.stderr).code]).toEqual([1, '', -32602]);
    expect((await call('session.info', '[1]')).status).toBe(2);
    expect((await call('session.info', '{')).status).toBe(2);
    server.process.kill();
    await server.ended;
    const gone = await call('server.capabilities');
    expect(gone).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('ptywright serve') });
  });
});
