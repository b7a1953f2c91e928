/** Recordings in memory. */
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { readActionsRecording } from '#recording/actionsRecording.ts';
import { program } from '../../../harness/programs.ts';
import { runInProcess } from '../../../harness/server.ts';
import { faultOf } from '../../../session/driven.ts';

it('is returned when it is stopped, and only then', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const { session } = await calls.session.create(program('asks-name'));
    const { recording } = await calls.recording.start({ session, format: 'actions-json' });
    await calls.session.input({ session, action: { type: 'text', value: 'ada' } });
    expect((await calls.recording.list({})).recordings).toMatchObject([{ recording, path: null }]);
    const { text = '', path, events } = await calls.recording.stop({ recording });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([path, events]).toEqual([null, lines.length]);
    expect(lines.at(-1)).toMatchObject({ call: 'input', actions: [{ type: 'text', value: 'ada' }] });
  } finally {
    await close();
  }
});

it('of actions starts with the creation of the session', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const requested = {
      env: { A: 'b' },
      clear_env: true,
      pixel_width: 640,
      pixel_height: 480,
      rows: 10,
      cols: 40,
    };
    const { session } = await calls.session.create({ ...program('asks-name'), ...requested });
    const { recording } = await calls.recording.start({ session, format: 'actions-json' });
    const { text = '' } = await calls.recording.stop({ recording });
    const refuse = (line: number, why: string) => {
      throw new Error(`line ${line}: ${why}`);
    };
    expect(readActionsRecording(text, { refuse, torn: false }).started).toMatchObject(requested);
  } finally {
    await close();
  }
});

it('has its own size limit', async () => {
  const { client, close } = runInProcess('ndjson', { log: () => {} });
  try {
    const { calls } = client;
    const { session } = await calls.session.create({
      program: '/bin/sh',
      args: ['-c', `read -r _; yes ${'y'.repeat(70)} | head -c ${limits.recordingTextBytes + 1024}`],
    });
    const { recording } = await calls.recording.start({ session });
    await calls.session.act({
      session,
      actions: [{ type: 'key', value: 'enter' }],
      matcher: { type: 'process_exited' },
    });
    const { ended, text = '' } = await calls.recording.stop({ recording });
    expect(ended).toBe('full');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.recordingTextBytes);
    expect(text.endsWith('\n')).toBe(true);
  } finally {
    await close();
  }
});

it('is replaced after its client has disconnected, and not before', async () => {
  const { client, connect, close } = runInProcess();
  try {
    const { calls } = client;
    const { session } = await calls.session.create(program('asks-name'));
    const mine = await calls.recording.start({ session });
    const other = await connect();
    for (let at = 1; at < limits.recordings; at++) await other.calls.recording.start({ session });
    expect(await faultOf(calls.recording.start({ session }), 'Busy')).toMatchObject({ limit: 'recordings' });
    await other.close();
    const more = await calls.recording.start({ session });
    const ids = (await calls.recording.list({})).recordings.map(({ recording }) => recording);
    expect(ids).toHaveLength(limits.recordings);
    expect([ids[0], ids[1], ids.at(-1)]).toEqual([mine.recording, 'r3', more.recording]);
  } finally {
    await close();
  }
});
