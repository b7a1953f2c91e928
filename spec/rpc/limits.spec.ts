/** Limits of a connection and of the server: what exceeds a limit is refused, and all others continue. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { runInProcess } from '../harness/server.ts';
import { rawInProcess } from '../server/rawLine.ts';
import { absent, outcomeOf, readySession } from '../server/sessions.ts';

describe('limits', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  const waitIn = (session: string) => ({
    method: 'session.wait',
    params: { session, matcher: absent, evidence: 'none' },
  });

  it('one wait too many in the whole server is Busy, for every connection', async () => {
    const session = await readySession(served.client);
    const lines = [0, 1, 2, 3, 4].map(() => rawInProcess(served.server));
    for (let wait = 0; wait < limits.pendingWaits; wait++)
      lines[wait % lines.length]!.say({ id: wait, ...waitIn(session) });
    for (const line of lines) expect(await line.ask('in', 'session.list')).toMatchObject({ id: 'in' });
    expect(await outcomeOf(served.client.calls.session.wait({ session, matcher: absent }))).toMatchObject({
      code: -32000,
      data: { reason: 'busy', limit: 'pendingWaits', max: limits.pendingWaits },
    });
    for (const line of lines) line.stream.destroy();
    for (const line of lines) await line.ended;
    await new Promise(setImmediate);
    expect(
      await outcomeOf(served.client.calls.session.wait({ session, matcher: absent, timeout_ms: 1 })),
    ).toMatchObject({ code: -32001 });
  });

  it.each([
    ['0 looks once', 0, { code: -32001, data: { timeout_ms: 0 } }],
    ['1', 1, { code: -32001, data: { timeout_ms: 1 } }],
    ['negative', -1, { code: -32602, data: { path: 'timeout_ms' } }],
    ['above the ceiling', limits.timeoutMs + 1, { code: -32602, data: { path: 'timeout_ms' } }],
    ['beyond what a timer takes', 2 ** 31, { code: -32602, data: { path: 'timeout_ms' } }],
    ['a fraction', 0.5, { code: -32602, data: { path: 'timeout_ms' } }],
  ])('a time-out that is %s', async (_, timeout_ms, outcome) => {
    const session = await readySession(served.client);
    expect(
      await outcomeOf(served.client.calls.session.wait({ session, matcher: absent, timeout_ms })),
    ).toMatchObject(outcome);
  });

  it('a timeout of 0 still evaluates the current screen', async () => {
    const session = await readySession(served.client);
    const seen = served.client.calls.session.wait({
      session,
      matcher: { type: 'contains_text', value: 'ready' },
      timeout_ms: 0,
    });
    expect(await seen).toMatchObject({ matched: true });
  });

  it('the longest time-out is not over at once', async () => {
    const session = await readySession(served.client);
    const cancel = new AbortController();
    const waiting = outcomeOf(
      served.client.calls.session.wait(
        { session, matcher: absent, timeout_ms: limits.timeoutMs },
        { signal: cancel.signal },
      ),
    );
    expect(
      await outcomeOf(served.client.calls.session.wait({ session, matcher: absent, timeout_ms: 30 })),
    ).toMatchObject({ code: -32001 });
    cancel.abort();
    expect(await waiting).toMatchObject({ code: -32005 });
  });
});
