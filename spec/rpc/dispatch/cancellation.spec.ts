/** Any pending request can be cancelled, and ends exactly once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../../harness/server.ts';
import { type Reply, rawInProcess } from '../../server/rawLine.ts';
import { absent, outcomeOf, readySession } from '../../server/sessions.ts';
import { times } from '../../soak/scale.ts';

describe('cancellation', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  const cancelled = { code: -32005, data: { reason: 'request' } };

  it.each([
    ['session.wait', 'prints-ready', { matcher: absent }],
    [
      'session.wait',
      'prints-ready',
      { matcher: { type: 'idle', value: { min_ms: 60_000 } }, timeout_ms: 90_000 },
    ],
    ['session.act', 'echoes-raw', { actions: [{ type: 'text', value: 'x' }], matcher: absent }],
    [
      'session.act',
      'echoes-raw',
      {
        actions: [{ type: 'stream_text', value: { text: 'x'.repeat(1000), chunk_chars: 1, delay_ms: 100 } }],
        matcher: absent,
      },
    ],
    [
      'session.input',
      'echoes-raw',
      { action: { type: 'stream_text', value: { text: 'x'.repeat(1000), chunk_chars: 1, delay_ms: 100 } } },
    ],
    ['session.kill', 'ignores-hangup', {}],
    ['session.close', 'ignores-hangup', {}],
  ] as const)('%s of %s', async (method, name, params) => {
    const { client } = served;
    const session = await readySession(client, name);
    const cancel = new AbortController();
    const answer = outcomeOf(client.send(method, { session, ...params }, { signal: cancel.signal }));
    await client.calls.session.list();
    cancel.abort();
    expect(await answer).toMatchObject(cancelled);
  });

  it('text that was being typed stops', async () => {
    const { client } = served;
    const session = await readySession(client, 'echoes-raw');
    const cancel = new AbortController();
    const typing = outcomeOf(
      client.calls.session.input(
        {
          session,
          action: { type: 'stream_text', value: { text: 'abcdefghij', chunk_chars: 1, delay_ms: 100 } },
        },
        { signal: cancel.signal },
      ),
    );
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ab' } });
    cancel.abort();
    expect(await typing).toMatchObject(cancelled);
    await client.calls.session.wait({ session, matcher: { type: 'idle', value: { min_ms: 250 } } });
    const { text } = await client.calls.session.transcript({ session });
    expect(text).toMatch(/^ready\nabc?d?$/);
  });

  it('ignores an id that has ended, was never used or has another type', async () => {
    const line = rawInProcess(served.server);
    const session = await readySession(served.client);
    line.say({ id: 5, method: 'session.wait', params: { session, matcher: absent, timeout_ms: 40 } });
    for (const id of ['5', 6, null, 5.5, {}]) line.say({ method: '$/cancelRequest', params: { id } });
    line.say({ method: '$/cancelRequest' });
    line.say({ method: '$/cancelRequest', params: [5] });
    expect(await line.reply()).toMatchObject({ id: 5, error: { code: -32001 } });
    line.say({ method: '$/cancelRequest', params: { id: 5 } });
    expect(await line.ask(5, 'session.list')).toMatchObject({ id: 5, result: { sessions: [session] } });
  });

  it('sent as a request is an unknown method, and cancels nothing', async () => {
    const line = rawInProcess(served.server);
    const session = await readySession(served.client);
    line.say({ id: 5, method: 'session.wait', params: { session, matcher: absent } });
    expect(await line.ask(6, '$/cancelRequest', { id: 5 })).toMatchObject({ id: 6, error: { code: -32601 } });
    expect(await served.client.calls.session.info({ session })).toMatchObject({ pending_waits: 1 });
  });

  it('twice is once', async () => {
    const line = rawInProcess(served.server);
    const session = await readySession(served.client);
    line.say({ id: 'w', method: 'session.wait', params: { session, matcher: absent } });
    line.say({ method: '$/cancelRequest', params: { id: 'w' } });
    line.say({ method: '$/cancelRequest', params: { id: 'w' } });
    expect(await line.reply()).toMatchObject({ id: 'w', error: cancelled });
    expect(await line.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it('does not reach the requests of another connection', async () => {
    const session = await readySession(served.client);
    const [mine, theirs] = [rawInProcess(served.server), rawInProcess(served.server)];
    const wait = { id: 1, method: 'session.wait', params: { session, matcher: absent } };
    mine.say(wait);
    theirs.say(wait);
    mine.say({ method: '$/cancelRequest', params: { id: 1 } });
    expect(await mine.reply()).toMatchObject({ error: cancelled });
    expect(await served.client.calls.session.info({ session })).toMatchObject({ pending_waits: 1 });
  });

  it.each(['the same connection', 'another connection'])('by wait_id from %s', async (from) => {
    const { client, connect } = served;
    const session = await readySession(client);
    const other = from === 'another connection' ? await connect() : client;
    const waits = [1, 2].map(() =>
      outcomeOf(client.calls.session.wait({ session, matcher: absent, wait_id: 'w' })),
    );
    await client.calls.session.list();
    expect(await other.calls.session.cancel_wait({ wait_id: 'w' })).toEqual({
      cancelled: true,
      wait_id: 'w',
    });
    for (const wait of waits) expect(await wait).toMatchObject({ code: -32005, data: { reason: 'wait_id' } });
    expect(await other.calls.session.cancel_wait({ wait_id: 'w' })).toEqual({
      cancelled: false,
      wait_id: 'w',
    });
  });

  it('a match at the same moment: one outcome each, and each side wins in some rounds', async () => {
    const line = rawInProcess(served.server);
    const session = await readySession(served.client, 'echoes-raw');
    const rounds = times(240, 20_000);
    const tally = { matched: 0, cancelled: 0 };
    for (let round = 0; round < rounds; round++) {
      const marker = `<${round}>`;
      line.say({
        id: round,
        method: 'session.wait',
        params: {
          session,
          matcher: { type: 'transcript_contains', value: marker },
          evidence: 'none',
          wait_id: 'w',
        },
      });
      line.say({
        id: 'in',
        method: 'session.input',
        params: { session, action: { type: 'text', value: marker } },
      });
      // The echo takes a few turns of the event loop. The cancellation comes after 0, 1, 2 … of them.
      for (let turn = 0; turn < round % 12; turn++) await new Promise(setImmediate);
      if (round % 2 === 0) line.say({ method: '$/cancelRequest', params: { id: round } });
      else line.say({ id: 'cancel', method: 'session.cancel_wait', params: { wait_id: 'w' } });
      const replies: Reply[] = [];
      for (let awaited = round % 2 === 0 ? 2 : 3; awaited > 0; awaited--) replies.push(await line.reply());
      const own = replies.filter(({ id }) => id === round);
      expect(own).toHaveLength(1);
      const { result, error } = own[0]!;
      if (result) tally.matched++;
      else tally.cancelled += Number(error!.code === -32005);
      const requested = replies.find(({ id }) => id === 'cancel');
      if (requested) expect(requested.result!.cancelled).toBe(error !== undefined);
      if (error) await settled(marker);
    }
    expect(tally.matched + tally.cancelled).toBe(rounds);
    expect(Math.min(tally.matched, tally.cancelled)).toBeGreaterThan(rounds / 100);
    expect(await line.ask('last', 'session.info', { session })).toMatchObject({
      id: 'last',
      result: { pending_waits: 0 },
    });

    async function settled(marker: string): Promise<void> {
      await served.client.calls.session.wait({
        session,
        matcher: { type: 'transcript_contains', value: marker },
        evidence: 'none',
      });
    }
  });
});
