import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { times } from '../soak/scale.ts';
import { aServer, faultOf, obeying } from './driven.ts';

describe('a name', () => {
  it('can replace the id until the session is closed', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { name: 'editor:1', tags: ['a', 'b c'] });
    await show('hello');
    expect(await server.calls.session.info({ session: 'editor:1' })).toMatchObject({
      session,
      name: 'editor:1',
      tags: ['a', 'b c'],
    });
    expect(await server.calls.session.snapshot({ session: 'editor:1' })).toMatchObject({
      plain_text: 'hello',
    });
    await server.calls.session.input({ session: 'editor:1', action: { type: 'text', value: '\n' } });
    await server.calls.session.resize({ session: 'editor:1', rows: 10, cols: 40 });
    const again = server.calls.session.create({ program: 'true', name: 'editor:1' });
    expect(await faultOf(again, 'Invalid')).toMatchObject({ path: 'name', got: 'editor:1' });
    await server.calls.session.close({ session: 'editor:1' });
    await faultOf(server.calls.session.info({ session: 'editor:1' }), 'SessionUnknown');
    await server.calls.session.create({ program: 'true', name: 'editor:1' });
    expect((await server.calls.session.list({})).sessions).toEqual(['s2']);
  });

  it('belongs to one session, and an error states whether that one can be closed', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({ program: 'cat', name: 'one' });
    const again = () => faultOf(calls.session.create({ program: 'cat', name: 'one' }), 'Invalid');
    expect((await again()).reason).toBe(`the session ${session} has that name; choose another`);
    await calls.session.kill({ session });
    await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect((await again()).reason).toContain('whose program has ended, has that name; close it');
  });

  it('of the object prototype is unknown', async () => {
    const { calls } = aServer();
    for (const session of ['__proto__', 'constructor', 'toString'])
      await faultOf(calls.session.info({ session }), 'SessionUnknown');
  });
});

describe('the session limit', () => {
  it('counts exited sessions until they are closed', async () => {
    const maxSessions = times(8, limits.sessions);
    const { calls } = aServer({ maxSessions });
    const tiny = { program: 'true', rows: 1, cols: 2, scrollback: 1 };
    const ids: string[] = [];
    for (let count = 0; count < maxSessions; count += 1) ids.push((await calls.session.create(tiny)).session);
    const refused = await faultOf(calls.session.create(tiny), 'Busy');
    expect(refused).toEqual({ reason: 'busy', limit: 'sessions', max: maxSessions });
    await calls.session.close({ session: ids[5]! });
    expect(await calls.session.create(tiny)).toEqual({ session: `s${maxSessions + 1}` });
    expect((await calls.session.list({})).sessions).toHaveLength(maxSessions);
  });
});
