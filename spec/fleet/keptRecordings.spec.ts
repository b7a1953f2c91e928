/** Recordings of lost hosts, with a real broker and a host that is killed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker, type KeptText } from '#fleet/broker.ts';
import { readKeptRecording } from '#fleet/keptRecordings.ts';
import { keptSubject } from '#fleet/subjects.ts';
import { systemClock } from '#platform/clock.ts';
import { runOnSocket } from '../harness/server.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, natsServer, nextKept, type RunningBroker, startBroker } from './nats.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const cat = { program: 'cat' };

const info = { recording: 'h3/r1', session: 'h3/s1', path: null, format: 'asciicast-v2' };
const progress = { bytes: 0, events: 0, duration_ms: 0, ended: null, head: '{"version":2}\n' };
const partOf = (text: string, to: number, change: object = {}): KeptText => ({
  text,
  to,
  recording: { state: JSON.stringify({ ...info, ...progress, ...change }), id: `${to}`, first: false },
});

describe.skipIf(!natsServer)('kept recordings (needs nats-server)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  let broker: RunningBroker;
  let observer: Broker;
  beforeAll(async () => {
    broker = await startBroker();
    observer = await Broker.connect({ url: broker.url, name: 'host.observer' });
    await observer.openKept();
  });
  afterAll(async () => {
    await observer.close();
    await broker.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are read at a gateway after their host was killed, without secrets', async () => {
    const host = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--host=h1']);
    const gateway = await joinAs(broker.url);
    const { calls } = gateway.client;
    try {
      const { session } = await calls.session.create(cat);
      const path = join(folder, 'one.cast');
      const { recording } = await calls.recording.start({ session, path });
      const raw = await calls.recording.start({ session, path: join(folder, 'raw.cast'), redact: false });
      const stopped = await calls.recording.start({ session, path: join(folder, 'two.cast') });
      const visible = nextKept(observer, recording, '"end of the text"]\n');
      const stoppedText = nextKept(observer, stopped.recording);
      await calls.session.act({
        session,
        actions: [{ type: 'text', value: `key ${secret}\n` }],
        // The terminal echoes the line, and then cat prints it. No output may follow the mark.
        matcher: { type: 'screen_regex', value: 'key .*\\nkey ' },
      });
      await stoppedText;
      await calls.recording.mark({ recording, label: 'end of the text' });
      await visible;
      const ended = nextKept(observer, stopped.recording);
      await calls.recording.stop(stopped);
      await ended;
      const live = await calls.recording.read({ recording });
      expect(live).not.toHaveProperty('lost');
      await calls.server.set_notifications({ enabled: true, lifecycle: true });
      const lost = new Promise((resolve) => gateway.client.on('session.lost', resolve));
      host.process.kill('SIGKILL');
      await lost;
      const read = await calls.recording.read({ recording });
      expect(read).toMatchObject({ recording, session, path, format: 'asciicast-v2', lost: true });
      expect(read).toMatchObject({ text: readFileSync(path, 'utf8'), next: live.next, ended: 'lost' });
      expect(read.text).toContain('key ');
      expect(read.text).not.toContain(secret.slice(4, 20));
      const header = read.text.indexOf('\n') + 1;
      expect(await calls.recording.read({ recording, offset: header })).toMatchObject({
        text: read.text.slice(header),
        next: read.next,
      });
      expect(await calls.recording.read({ recording, offset: read.next })).toMatchObject({ text: '' });
      expect(await calls.recording.read(stopped)).toMatchObject({ ended: 'stopped', lost: true });
      await faultOf(calls.recording.read(raw), 'HostUnreachable');
      await faultOf(calls.recording.read({ recording: 'h1/r9' }), 'HostUnreachable');
      const again = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--host=h1']);
      expect(await calls.recording.read({ recording })).toEqual(read);
      await faultOf(calls.recording.read(raw), 'Invalid');
      await again.close();
    } finally {
      await host.close();
      await gateway.close();
    }
  });

  it('are removed with the recording, and not sent with --no-keep, unredacted or appended to a file', async () => {
    const host = await joinAs(broker.url, 'h2');
    const silent = await joinAs(broker.url, 'h4', { keep: false });
    const sent: string[] = [];
    const listener = observer.subscribe(keptSubject('*/*'), ({ subject }) => sent.push(subject));
    const { calls } = host.client;
    const { session } = await calls.session.create(cat);
    const unredacted = await calls.session.create({ ...cat, redaction: { enabled: false } });
    await calls.recording.start({ session, redact: false });
    await calls.recording.start({ session: unredacted.session });
    const path = join(folder, 'added.jsonl');
    await calls.recording.start({ session, path, format: 'jsonl-frames', append: true });
    const other = await silent.client.calls.session.create(cat);
    await silent.client.calls.recording.start(other);
    const kept = nextKept(observer, 'h2/r4');
    const { recording } = await calls.recording.start({ session });
    expect(await kept).toMatch(/^\{"version": ?2/);
    const removed = nextKept(observer, recording);
    // The removal is sent at once.
    await observer.flush();
    await calls.recording.stop({ recording });
    expect(await removed).toBe('');
    expect(new Set(sent)).toEqual(new Set([keptSubject(recording)]));
    // The broker answers when it has stored this part, after the removal.
    await observer.appendKept('h2/s9', { text: 'later', to: 5 });
    expect(await observer.readKept(recording)).toEqual([]);
    listener.dispose();
    for (const member of [host, silent]) await member.close();
  });

  it('replace those of an earlier recording of the same id', async () => {
    await observer.appendKept('h3/r1', partOf('old\n', 4));
    const next = partOf('new\n', 4);
    await observer.appendKept('h3/r1', { ...next, recording: { ...next.recording!, id: 'x', first: true } });
    expect(await observer.readKept('h3/r1')).toMatchObject([{ text: 'new\n', to: 4 }]);
  });
});

describe('a kept recording', () => {
  const read = (parts: readonly KeptText[], params: { offset?: number } = {}) => {
    const broker = { readKept: async () => parts } as unknown as Broker;
    return readKeptRecording({ broker, clock: systemClock }, 'h3/r1', params);
  };

  it('whose start was dropped begins with its first line and the next complete one', async () => {
    const parts = [partOf('x"]\n[1]\n', 108), partOf('[2]\n[', 113)];
    expect(await read(parts)).toMatchObject({
      result: { text: '{"version":2}\n[1]\n[2]\n', next: 112, dropped: true, lost: true },
    });
    expect(await read(parts, { offset: 108 })).toEqual({
      result: expect.not.objectContaining({ dropped: true }),
    });
    expect(await read(parts, { offset: 108 })).toMatchObject({ result: { text: '[2]\n', next: 112 } });
  });

  it('is refused if the host describes it wrongly', async () => {
    expect(await read([])).toBeUndefined();
    expect(await read([partOf('a\n', 2, { session: 'h1/s1' })])).toBeUndefined();
    expect(await read([partOf('a\n', 2, { format: 'gif' })])).toBeUndefined();
    expect(await read([{ text: 'a\n', to: 2 }])).toBeUndefined();
  });

  it('fails with Busy if the broker does not answer', async () => {
    const broker = { readKept: async () => Promise.reject(new Error('no leader')) } as unknown as Broker;
    const clock = { ...systemClock, after: (_: number, due: () => void) => systemClock.after(0, due) };
    expect(await readKeptRecording({ broker, clock }, 'h3/r1', {})).toMatchObject({
      error: { data: { fault: 'Busy', limit: 'transcripts' } },
    });
  });
});
