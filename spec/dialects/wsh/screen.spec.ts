import { describe, expect, it } from 'vitest';
import { createSessions, follow } from './drawing.ts';
import { wshServers } from './running.ts';

const running = wshServers();
const sessions = createSessions(running);

describe('idle', () => {
  it('is reported with the screen and a generation', async () => {
    const { client, draw } = await sessions();
    await draw('!');
    const first = await client.call('await_quiesce', { timeout_ms: 100, format: 'plain' }, 'dev');
    expect(first).toMatchObject({
      scrollback_lines: 0,
      screen: { lines: expect.arrayContaining(['ready!']) },
    });
    const again = await client.call('await_quiesce', { timeout_ms: 100 }, 'dev');
    expect(again.generation).toBe(first.generation);
    const waiting = client.call(
      'await_quiesce',
      { timeout_ms: 20, last_generation: first.generation },
      'dev',
    );
    await draw('?');
    expect((await waiting).generation).toBeGreaterThan(first.generation);
  });

  it('with `fresh` is counted from the call', async () => {
    const { client } = await sessions();
    await client.call('await_quiesce', { timeout_ms: 50 }, 'dev');
    expect(
      await client.code('await_quiesce', { timeout_ms: 3000, fresh: true, max_wait_ms: 20 }, 'dev'),
    ).toBe('quiesce_timeout');
    expect(await client.call('await_quiesce', { timeout_ms: 10, fresh: true }, 'dev')).toHaveProperty(
      'generation',
    );
  });

  it.each([
    ['document', 'await_quiesce', 'quiesce_timeout'],
    ['document', 'await_idle', 'idle_timeout'],
    ['client', 'await_quiesce', 'idle_timeout'],
  ] as const)('that is not reached in time, %s %s', async (wire, method, code) => {
    const { client } = await sessions({ wire });
    expect(await client.code(method, { timeout_ms: 60_000, max_wait_ms: 1 }, 'dev')).toBe(code);
  });

  it('is waited for once at a time', async () => {
    const { client } = await sessions();
    const long = client.code('await_quiesce', { timeout_ms: 3_000_000 }, 'dev');
    const short = client.call('await_idle', { timeout_ms: 10 }, 'dev');
    expect(await long).toBe('idle_superseded');
    expect(await short).toHaveProperty('generation');
  });

  it('is sent to subscribers, each time', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['activity'], { quiesce_ms: 30 });
    await draw('a');
    const { generation: ran } = await client.event('running');
    const idle = await client.event('idle', ({ generation }) => generation >= ran);
    expect(idle.screen.lines[0]).toBe('readya');
    await draw('b');
    await client.event('idle', ({ generation }) => generation > idle.generation);
    await client.event('sync', ({ screen }) => screen.lines[0] === 'readyab');
  });
});
