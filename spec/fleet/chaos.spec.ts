/** What clients see while parts of a fleet are killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../session/driven.ts';
import { joinAs, natsServer, startBroker } from './nats.ts';

describe.skipIf(!natsServer)('a fleet (needs nats-server)', () => {
  it('continues calls and waits when the broker was killed, and delivers input once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const first = await startBroker('', -1, folder);
    const host = await joinAs(first.url, 'h1');
    const gateway = await joinAs(first.url);
    const { calls } = gateway.client;
    const args = ['-c', 'stty -echo; echo ready; exec cat'];
    const { session } = await calls.session.create({ program: 'sh', args });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await calls.session.capture_input({ session, name: 'ada' });
    const matcher = { type: 'contains_text', value: 'again' } as const;
    const waited = calls.session.wait({ session, matcher, timeout_ms: 60_000 });
    await first.close();
    const write = (value: string) => calls.session.input({ session, action: { type: 'text', value } });
    const written = [write('o'), write('nce'), write('\nagain\n')];
    const second = await startBroker('', Number(new URL(first.url).port), folder);
    await Promise.all([...written, waited]);
    const { text } = await calls.session.transcript({ session });
    expect(text).toBe('ready\r\nonce\r\nagain\r\n');
    expect((await calls.session.info({ session })).holder).toMatchObject({ name: 'ada' });
    for (const one of [gateway, host]) await one.close();
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the sessions at another gateway when one has gone', async () => {
    const broker = await startBroker();
    const host = await joinAs(broker.url, 'h1');
    const [first, second] = await Promise.all([joinAs(broker.url), joinAs(broker.url)]);
    const { session } = await first.client.calls.session.create({ program: 'cat', name: 'kept' });
    await first.client.calls.session.capture_input({ session, name: 'ada' });
    await first.close();
    const { calls } = second.client;
    expect(await calls.session.list({})).toEqual({ sessions: [session] });
    expect((await calls.session.info({ session: 'kept' })).session).toBe(session);
    await host.close();
    await faultOf(calls.session.create({ program: 'cat', place: { host: 'h1' } }), 'NoHost');
    await second.close();
    await broker.close();
  });
});
