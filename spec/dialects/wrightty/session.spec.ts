/** Sessions of wrightty: session 0, limits, and how they end. */
import { describe, expect, it } from 'vitest';
import { Client as Native } from '#client/index.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { connectInProcess } from '#server/server.ts';
import { ByHand } from './byHand.ts';
import { running } from './running.ts';

describe('session 0', () => {
  it('is a shell that starts at its first use', async () => {
    const { client } = await running();
    expect(await client.call('Session.list')).toEqual({ sessions: [] });
    await client.call('Input.sendText', { sessionId: '0', text: 'echo a"b"c\n' });
    await client.shows('0', 'abc');
    expect((await client.call('Session.list')).sessions).toHaveLength(1);
  });

  it('is the first running session', async () => {
    const { client } = await running();
    const sessionId = await client.session('printf mine; cat');
    await client.shows('0', 'mine');
    expect((await client.call('Session.getInfo', { sessionId: '0' })).sessionId).toBe(sessionId);
  });

  it('is not started without permission', async () => {
    const grants = new Set(permissionNames.filter((name) => name !== 'session.spawn'));
    const { client } = await running({ server: { grants } });
    expect((await client.call('Wrightty.getInfo')).capabilities.supportsSessionCreate).toBe(false);
    expect(await client.code('Screen.getText', { sessionId: '0' })).toBe(-32004);
    expect(await client.code('Session.create', {})).toBe(-32004);
  });
});

describe('sessions', () => {
  it('include those of every other listener', async () => {
    const { server, client } = await running();
    const stream = connectInProcess(server.server);
    const native = new Native({ input: stream, output: stream });
    const sessionId = await client.session('printf from-here; read -r line; echo "got $line"; cat');
    expect((await native.calls.session.list({})).sessions).toEqual([sessionId]);
    await native.calls.session.wait({
      session: sessionId,
      matcher: { type: 'contains_text', value: 'from-here' },
    });
    await native.calls.session.input({ session: sessionId, action: { type: 'text', value: 'word\n' } });
    await client.shows(sessionId, 'got word');
    const { session } = await native.calls.session.create({ program: 'cat', args: [], name: 'by-name' });
    expect((await client.call('Session.getInfo', { sessionId: 'by-name' })).sessionId).toBe(session);
    await client.call('Session.destroy', { sessionId: session });
    expect((await native.calls.session.list({})).sessions).toEqual([sessionId]);
  });

  it('have the address of their server in their environment', async () => {
    const { server, client } = await running();
    const sessionId = await client.session('echo "at $WRIGHTTY_SOCKET."; cat');
    await client.shows(sessionId, `at ${server.url}.`);
  });

  it('are limited in number', async () => {
    const { server, client } = await running();
    const { sessions } = server.server.world;
    sessions.requireCapacity = () => {
      throw fault.Busy({ reason: 'busy', limit: 'sessions', max: limits.sessions });
    };
    expect(await client.code('Session.create', {})).toBe(1007);
  });

  it('end with SIGTERM by default, and get time for it', async () => {
    const { client } = await running();
    const traps = "trap 'sleep 0.2; exit 4' TERM; trap 'exit 5' HUP";
    const sessionId = await client.session(`${traps}; printf ready; while :; do read -r _ || :; done`);
    await client.shows(sessionId, 'ready');
    expect(await client.call('Session.destroy', { sessionId })).toEqual({ exitCode: 4 });
  });

  it('are killed after five seconds, without a hang-up before', async () => {
    const clock = new ByHand();
    const { server, client } = await running({ server: { clock } });
    const sessionId = await client.session(
      "trap 'printf heard' TERM; trap 'exit 5' HUP; printf ready; while :; do read -r _ || :; done",
    );
    await client.shows(sessionId, 'ready');
    const destroyed = client.call('Session.destroy', { sessionId });
    await client.shows(sessionId, 'heard');
    clock.pass(limits.destroyMs - 1);
    await client.call('Wrightty.getInfo');
    expect(server.server.world.sessions.all()[0]!.exit).toBe(null);
    clock.pass(1);
    expect(await destroyed).toEqual({ exitCode: null });
  });

  it('end with the given signal', async () => {
    const { client } = await running();
    const script = "trap 'exit 4' USR1; printf ready; while :; do read -r _ || :; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, 'ready');
    expect(await client.call('Session.destroy', { sessionId, signal: 'SIGUSR1' })).toEqual({ exitCode: 4 });
  });
});
