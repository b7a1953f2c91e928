/** Bounds of a connection and of the whole server: the one too many is told so, and everybody else goes on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { runInProcess, runOnSocket } from '../harness/server.ts';
import { type RawLine, rawInProcess, rawOnSocket } from '../serve/rawLine.ts';
import { residentBytes } from '../serve/residentBytes.ts';
import { absent, outcomeOf, readySession } from '../serve/sessions.ts';
import { times } from '../soak/scale.ts';

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

  it('one request in flight too many is busy, and the next is taken when another has ended', async () => {
    const line = rawInProcess(served.server);
    const session = await readySession(served.client);
    for (let id = 0; id < limits.pendingRequests; id++) line.say({ id, ...waitIn(session) });
    const refused = await line.ask('one too many', 'session.list');
    expect(refused).toMatchObject({
      id: 'one too many',
      error: {
        code: -32000,
        data: { reason: 'busy', limit: 'pendingRequests', max: limits.pendingRequests },
      },
    });
    line.say({ method: '$/cancelRequest', params: { id: 17 } });
    expect(await line.reply()).toMatchObject({ id: 17, error: { code: -32005 } });
    expect(await line.ask('again', 'session.info', { session })).toMatchObject({
      id: 'again',
      result: { pending_waits: limits.pendingRequests - 1 },
    });
  });

  it(`${times(300_000, 1_000_000)} requests more than there is room for cost no memory`, async () => {
    const apart = await runOnSocket();
    const session = await readySession(apart.client);
    const line = await rawOnSocket(apart.path);
    for (let id = 0; id < limits.pendingRequests; id++) line.say({ id, ...waitIn(session) });
    // A round that warms the server up, so that its own growth is not counted.
    await refuse(line, 20_000);
    const before = residentBytes(apart.process.pid!);
    for (let left = times(280_000, 980_000); left > 0; left -= 10_000) await refuse(line, 10_000);
    expect(residentBytes(apart.process.pid!) - before).toBeLessThan(64 * 1024 * 1024);
    line.stream.destroy();
    await apart.close();
  });

  async function refuse(line: RawLine, count: number): Promise<void> {
    for (let id = 0; id < count; id++) line.say({ id: `r${id}`, method: 'session.list' });
    for (let id = 0; id < count; id++)
      expect(await line.reply()).toMatchObject({ id: `r${id}`, error: { code: -32000 } });
  }

  it('one wait too many in the whole server is busy, whichever connection asks', async () => {
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

  it('a time-out of 0 still sees what is there', async () => {
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
