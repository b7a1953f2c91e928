/** Hosts and gateways as processes, as an operator starts them. */
import { describe, expect, it } from 'vitest';
import { natsServer, startBroker } from '../../fleet/nats.ts';
import { type Running, runOnSocket } from '../../harness/server.ts';
import { faultOf } from '../../session/driven.ts';
import { ptywright } from '../ptywright.ts';

const host = (url: string, name: string, ...more: readonly string[]) =>
  runOnSocket('ndjson', [`--fleet=${url}`, `--host=${name}`, ...more]);

describe.skipIf(!natsServer)('ptywright serve --fleet (needs nats-server)', () => {
  it('serves hosts through a gateway, and reports the sessions of a killed host as lost', async () => {
    const broker = await startBroker();
    const one = await host(broker.url, 'one', '--label=disk=big');
    const two = await host(broker.url, 'two', '--max-sessions=7');
    const gateway = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--gateway']);
    try {
      const { stdout } = await ptywright(['fleet', '--socket', gateway.path]);
      expect(stdout).toMatch(/^HOST +STATE +SESSIONS.*\none +up +0\/1024 .*disk=big\ntwo +up +0\/7 .*\n$/);
      await killHost(gateway, one);
      const sessions = await ptywright(['sessions', '--socket', gateway.path]);
      expect(sessions.stdout).toMatch(/^two\/s1 +doomed +running .*\none\/s1 {2}lost with its host\n$/);
    } finally {
      for (const server of [gateway, two, one]) await server.close();
      await broker.close();
    }
  });
});

async function killHost({ client }: Running, victim: Awaited<ReturnType<typeof host>>): Promise<void> {
  const { calls } = client;
  const place = { host: 'one' };
  const { session } = await calls.session.create({ program: 'cat', name: 'doomed', place });
  const { viewer } = await calls.session.attach({ session });
  await calls.server.set_notifications({ enabled: true, lifecycle: true });
  const lost = new Promise((resolve) => client.on('session.lost', resolve));
  const detached = new Promise((resolve) => client.on('session.detached', resolve));
  const wait = calls.session.wait({ session, matcher: { type: 'process_exited' }, timeout_ms: 60_000 });
  const failed = faultOf(wait, 'HostUnreachable');
  victim.process.kill('SIGKILL');
  expect(await lost).toEqual({ session, host: 'one' });
  expect(await failed).toMatchObject({ host: 'one' });
  expect(await detached).toEqual({ session, viewer, reason: 'closed' });
  expect(await calls.session.list({})).toEqual({ sessions: [], lost: [session] });
  expect(await faultOf(calls.session.info({ session }), 'HostUnreachable')).toMatchObject({ host: 'one' });
  const again = await calls.session.create({ program: 'cat', name: 'doomed', reuse: true });
  expect(again.session).toMatch(/^two\//);
}

describe('options that a fleet cannot have', () => {
  it.each([
    [['--label', 'a=b'], '--label needs a fleet'],
    [['--gateway'], '--gateway needs a fleet'],
    [['--no-keep'], '--no-keep needs a fleet'],
    [['--fleet', 'http://x'], 'expected nats://HOST:PORT'],
    [['--fleet', 'nats://x', '--label', 'gpu'], 'expected KEY=VALUE'],
    [['--fleet', 'nats://x', '--host', 'A b'], 'expected up to 32 lower-case letters'],
    [['--fleet', 'nats://x', '--fleet-cert', 'f'], 'are given together'],
    [['--fleet', 'nats://x', '--fleet-creds', 'f', '--fleet-nkey', 'g'], 'cannot be combined'],
    [['--fleet', 'nats://x', '--gateway', '--deny', 'raw.read'], '--deny has no effect at a gateway'],
    [['--fleet', 'nats://x', '--gateway', '--redaction', 'enforced'], '--redaction has no effect'],
    [['--fleet', 'nats://x', '--gateway', '--max-sessions', '3'], '--max-sessions has no effect'],
    [['--fleet', 'nats://x', '--gateway', '--listen', 'wsh+http://127.0.0.1'], 'a gateway cannot serve wsh'],
  ])('%j', async (args, reason) => {
    const { status, stderr } = await ptywright(['serve', ...args]);
    expect(stderr).toContain(reason);
    expect(status).toBe(2);
  });
});
