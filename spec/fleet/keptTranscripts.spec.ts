/** Transcripts of lost sessions, with a real broker and a host that is killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { readKept } from '#fleet/keptTranscripts.ts';
import { keptSubject } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { runOnSocket } from '../harness/server.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, natsServer, nextKept, type RunningBroker, startBroker } from './nats.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const printing = (text: string) => ({ program: 'sh', args: ['-c', 'printf %s "$0"; exec cat', text] });

describe.skipIf(!natsServer)('kept transcripts (needs nats-server)', () => {
  let broker: RunningBroker;
  let observer: Broker;
  beforeAll(async () => {
    broker = await startBroker();
    observer = await Broker.connect({ url: broker.url, name: 'host.observer' });
  });
  afterAll(async () => {
    await observer.close();
    await broker.close();
  });

  it('are read at a gateway after their host was killed, without secrets', async () => {
    const host = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--host=h1']);
    const gateway = await joinAs(broker.url);
    const { calls } = gateway.client;
    try {
      const kept = nextKept(observer, 'h1/s1');
      const printer = printing(`key ${secret}\nred \x1b[31mtext\n`);
      const { session } = await calls.session.create({ ...printer, name: 'printer' });
      expect(await kept).not.toContain(secret.slice(4, 20));
      const live = await calls.session.transcript({ session });
      expect(live).not.toHaveProperty('lost');
      await calls.server.set_notifications({ enabled: true, lifecycle: true });
      const keptToo = nextKept(observer, 'h1/s2');
      const { adapter } = await calls.adapter.start({ plugin: 'shell' });
      const visible = await keptToo;
      const lost = new Promise((resolve) => gateway.client.on('session.lost', resolve));
      host.process.kill('SIGKILL');
      await lost;
      const read = await calls.session.transcript({ session });
      const { text } = live;
      const range = { start: 0, next: text.length, dropped: false, markers: {} };
      expect(read).toEqual({ text, ...range, lost: true });
      expect(text).toMatch(/^key [^\w]*\w+[^\w]*\r\nred \x1b\[31mtext\r\n$/);
      const plain = await calls.session.transcript({ session, strip_escapes: true });
      expect(plain.text).toMatch(/\nred text\n$/);
      const since = await calls.session.transcript({ session, since: 2, max_chars: 3 });
      expect(since).toMatchObject({ text: text.slice(2, 5), start: 2, next: 5 });
      const end = await calls.session.transcript({ session, max_chars: 4 });
      expect(end).toMatchObject({ text: text.slice(-4), next: text.length });
      expect(await calls.session.transcript({ session: 'printer' })).toEqual(read);
      expect(await calls.adapter.transcript({ adapter })).toMatchObject({
        lost: true,
        text: expect.stringContaining(visible),
      });
      const refused = calls.session.transcript({ session, redact: false });
      await expect(refused).rejects.toThrow('the host h1 cannot be reached: it does not answer');
      await faultOf(refused, 'HostUnreachable');
      const again = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--host=h1']);
      expect(await calls.session.transcript({ session })).toEqual(read);
      await again.close();
    } finally {
      await host.close();
      await gateway.close();
    }
  });

  it('are removed when their session closes, and not sent for a session without redaction', async () => {
    const host = await joinAs(broker.url, 'h2');
    const { calls } = host.client;
    const open = await calls.session.create({ ...printing('open'), redaction: { enabled: false } });
    const kept = nextKept(observer, 'h2/s2');
    const { session } = await calls.session.create(printing('hello'));
    expect(await kept).toBe('hello');
    const sent: string[] = [];
    const listener = observer.subscribe(keptSubject(open.session), ({ subject }) => sent.push(subject));
    const removed = nextKept(observer, session);
    await calls.session.close({ session });
    expect(await removed).toBe('');
    // The broker answers when it has stored this part, after the removal.
    await observer.appendKept(session, { text: 'next', to: 4 });
    expect(await readKept({ broker: observer, clock: systemClock }, session, {})).toMatchObject({
      result: { text: 'next' },
    });
    await calls.session.close({ session: open.session });
    expect(sent).toEqual([]);
    listener.dispose();
    await host.close();
  });

  it('store a part that is sent again once', async () => {
    await observer.openKept();
    const parts = [
      { text: 'one', to: 3 },
      { text: 'two', to: 6 },
    ];
    for (const part of [...parts, ...parts]) await observer.appendKept('h3/s1', part);
    expect(await observer.readKept('h3/s1')).toEqual(parts);
    expect(await readKept({ broker: observer, clock: systemClock }, 'h3/s1', { since: 9 })).toMatchObject({
      result: { text: '', start: 6, next: 6, lost: true },
    });
  });

  it('report a missing part', async () => {
    await observer.appendKept('h3/s2', { text: 'end', to: 103 });
    expect(await readKept({ broker: observer, clock: systemClock }, 'h3/s2', { since: 0 })).toMatchObject({
      result: { text: 'end', start: 100, next: 103, dropped: true },
    });
  });
});

describe('a broker that refuses to read', () => {
  const part = { text: 'kept', to: 4 };
  /** Refuses the first readings. Waits end at once. */
  function refusing(count: number) {
    let left = count;
    const broker = {
      readKept: async () => {
        if (left-- > 0) throw new Error('no leader');
        return [part];
      },
    } as unknown as Broker;
    const clock = { ...systemClock, after: (_: number, due: () => void) => systemClock.after(0, due) };
    return { broker, clock };
  }

  it('is called again', async () => {
    expect(await readKept(refusing(limits.keptReads - 1), 'h1/s1', {})).toMatchObject({
      result: { text: 'kept', lost: true },
    });
  });

  it('fails with Busy after the last attempt', async () => {
    expect(await readKept(refusing(limits.keptReads), 'h1/s1', {})).toMatchObject({
      error: { data: { fault: 'Busy', limit: 'transcripts' } },
    });
  });
});

describe.skipIf(!natsServer)('a broker that was away (needs nats-server)', () => {
  it('gets the output of that time when it is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const first = await startBroker('', -1, folder);
    const observer = await Broker.connect({ url: first.url, name: 'host.observer' });
    const host = await joinAs(first.url, 'h1');
    const { calls } = host.client;
    const one = nextKept(observer, 'h1/s1');
    const { session } = await calls.session.create(printing('one'));
    expect(await one).toBe('one');
    const two = nextKept(observer, session, 'two\r\n');
    await first.close();
    await calls.session.input({ session, action: { type: 'text', value: 'two\n' } });
    const second = await startBroker('', Number(new URL(first.url).port), folder);
    await two;
    // The broker answers when it has stored this part, after the other.
    await observer.appendKept('h1/s2', { text: 'later', to: 5 });
    const parts = await observer.readKept(session);
    expect(parts.map(({ text }) => text).join('')).toMatch(/^onetwo\r\n/);
    for (const member of [host, observer]) await member.close();
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe.skipIf(!natsServer)('a broker without room for transcripts (needs nats-server)', () => {
  it('disturbs no session, and is logged once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const full = `jetstream { store_dir: "${folder}", max_file_store: 16MB }`;
    const broker = await startBroker(full, -1, folder);
    const lines: string[] = [];
    let logged = () => {};
    const log = (line: string) => {
      lines.push(line);
      logged();
    };
    const host = await joinAs(broker.url, 'h1', { log });
    const { calls } = host.client;
    const first = new Promise<void>((resolve) => {
      logged = resolve;
    });
    const created = await Promise.all([1, 2].map(() => calls.session.create(printing('ready'))));
    await first;
    for (const { session } of created) {
      await calls.session.act({
        session,
        actions: [{ type: 'text', value: 'more\n' }],
        matcher: { type: 'contains_text', value: 'more' },
      });
      await calls.session.close({ session });
    }
    expect(lines).toEqual(['the broker does not keep transcripts']);
    await host.close();
    await broker.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
