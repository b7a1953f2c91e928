/** Input of several clients to one session is written in the order of the requests, each in one piece. */
import { describe, expect, it } from 'vitest';
import type { Client } from '#client/index.ts';
import { InputQueue } from '#session/input.ts';
import { program } from '../harness/programs.ts';
import { aServer, type Calls, faultOf } from './driven.ts';

const stream = (text: string, delay_ms = 10) =>
  ({ type: 'stream_text', value: { text, chunk_chars: 1, delay_ms } }) as const;
const text = (value: string) => ({ type: 'text', value }) as const;

/** A session whose program writes back each byte that it reads, and nothing else. */
async function echoing({ calls }: { calls: Calls }) {
  const { session } = await calls.session.create(program('echoes-raw'));
  await calls.session.wait({ session, matcher: { type: 'transcript_regex', value: '.' } });
  const { next: since } = await calls.session.transcript({ session });
  const echoed = async (last: string) => {
    await calls.session.wait({ session, matcher: { type: 'transcript_contains', value: last } });
    return (await calls.session.transcript({ session, since })).text;
  };
  return { session, echoed };
}

describe('an input with pauses', () => {
  it('is written completely before other input', async () => {
    const server = aServer();
    const { session, echoed } = await echoing(server);
    const others = await Promise.all([server.connect(), server.connect()]);
    const input = (
      { calls }: { calls: Calls },
      action: ReturnType<typeof stream> | ReturnType<typeof text>,
    ) => calls.session.input({ session, action });
    const sent: Promise<unknown>[] = [
      input(server, stream('first')),
      input(server, text('second')),
      server.calls.session.act({
        session,
        actions: [{ type: 'keys', value: { chords: 't h i', delay_ms: 10 } }, text('rd')],
        matcher: { type: 'changed' },
        evidence: 'none',
      }),
      input(server, text('fourth')),
    ];
    await server.calls.session.list({});
    sent.push(input(others[0]!, stream('fifth')));
    await others[0]!.calls.session.list({});
    sent.push(input(others[1]!, text('sixth.')));
    expect(await echoed('sixth.')).toBe('firstsecondthirdfourthfifthsixth.');
    await Promise.all(sent);
  });

  it('is stopped by a cancelled request, and so is an input in the queue', async () => {
    const server = aServer();
    const { session, echoed } = await echoing(server);
    const [streaming, waiting] = [new AbortController(), new AbortController()];
    const send = (client: Client, action: object, signal?: AbortSignal) =>
      client.request('session.input', { session, action: action as never }, { signal });
    const one = faultOf(send(server.client, stream('a'.repeat(500), 100), streaming.signal), 'Cancelled');
    const two = faultOf(send(server.client, text('never'), waiting.signal), 'Cancelled');
    const three = send(server.client, text('end.'));
    await echoed('a');
    waiting.abort();
    expect(await two).toEqual({ reason: 'request' });
    streaming.abort();
    expect(await one).toEqual({ reason: 'request' });
    expect(await three).toMatchObject({ sent: true, bytes: 4 });
    expect(await echoed('end.')).toMatch(/^a{1,3}end\.$/);
  });

  it('is stopped by a lost connection', async () => {
    const server = aServer();
    const { session, echoed } = await echoing(server);
    const other = await server.connect();
    const lost = other.calls.session
      .input({ session, action: stream('b'.repeat(500), 100) })
      .catch((problem) => problem.message);
    await echoed('b');
    const next = server.calls.session.input({ session, action: text('end.') });
    await other.close();
    expect(await lost).toContain('closed');
    await next;
    expect(await echoed('end.')).toMatch(/^b{1,3}end\.$/);
  });

  it('does not delay a signal, a resize or the end of the program', async () => {
    const server = aServer();
    const { session, echoed } = await echoing(server);
    const streaming = faultOf(
      server.calls.session.input({ session, action: stream('c'.repeat(500), 100) }),
      'SessionClosed',
    );
    const behind = faultOf(server.calls.session.input({ session, action: text('d') }), 'SessionClosed');
    await echoed('c');
    await server.calls.session.input({ session, action: { type: 'resize', value: { rows: 9, cols: 9 } } });
    expect(await server.calls.session.input({ session, action: { type: 'kill' } })).toMatchObject({
      sent: true,
    });
    for (const received of [await streaming, await behind])
      expect(received).toEqual({ session, exit: { exit_code: null, signal: 'SIGKILL' } });
  });

  it('does not delay other sessions', async () => {
    const server = aServer();
    const [slow, quick] = [await echoing(server), await echoing(server)];
    const streaming = server.calls.session
      .input({ session: slow.session, action: stream('e'.repeat(500), 100) })
      .catch(() => 'ended');
    await server.calls.session.input({ session: quick.session, action: text('quick.') });
    expect(await quick.echoed('quick.')).toBe('quick.');
    await server.calls.session.kill({ session: slow.session, force: true });
    expect(await streaming).toBe('ended');
  });
});

describe('a turn', () => {
  it('is synchronous without pauses', () => {
    const turns = new InputQueue();
    expect(turns.run(() => 1)).toBe(1);
    expect(() =>
      turns.run(() => {
        throw new Error('refused');
      }),
    ).toThrow('refused');
    expect(turns.run(() => 2)).toBe(2);
  });

  it('ends when its operation fails, early or late', async () => {
    const turns = new InputQueue();
    let fail!: (problem: Error) => void;
    const failing = turns.run(
      () =>
        new Promise<string>((_, reject) => {
          fail = reject;
        }),
    );
    const refused = turns.run(() => {
      throw new Error('refused');
    });
    const last = turns.run(() => 'last');
    fail(new Error('failed'));
    await expect(failing).rejects.toThrow('failed');
    await expect(refused).rejects.toThrow('refused');
    expect(await last).toBe('last');
    expect(turns.run(() => 'now')).toBe('now');
  });
});
