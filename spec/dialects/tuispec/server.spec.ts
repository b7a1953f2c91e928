/** Batches of tuispec. */
import { describe, expect, it } from 'vitest';
import { start } from './running.ts';

describe('a batch', () => {
  const ping = { method: 'server.ping', params: {} };
  it('runs its steps in order, and stops at the first failure', async () => {
    const { client } = start();
    expect(await client.call('batch', { steps: [ping, ping] })).toMatchObject({ ok: true, completed: 2 });
    const failing = { method: 'currentView', params: {} };
    expect(await client.call('batch', { steps: [ping, failing, ping] })).toMatchObject({
      ok: false,
      completed: 1,
      results: [{ pong: true }],
      errorStep: 2,
      error: { code: -32001 },
    });
    const inner = await client.call('batch', { steps: [{ method: 'server.shutdown', params: {} }] });
    expect(inner.error).toMatchObject({
      code: -32020,
      message: 'batch step cannot call server.shutdown',
    });
  });
});
