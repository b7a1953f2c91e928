/** What a client that watches all sessions receives: the sessions and their pending waits. */
import { expect, it } from 'vitest';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

const everything = { enabled: true, output: false, waits: true, lifecycle: true } as const;

it('reports a session from its creation to its close', async () => {
  const { client, close } = runInProcess();
  try {
    const events: string[] = [];
    for (const event of ['session.opened', 'session.exited', 'session.closed', 'session.output'] as const)
      client.on(event, () => events.push(event));
    const gone = new Promise((resolve) => client.on('session.closed', resolve));
    await client.calls.server.set_notifications(everything);
    const { session } = await client.calls.session.create(program('prints-ready'));
    await client.calls.session.kill({ session });
    await client.calls.session.close({ session });
    await gone;
    expect(events).toEqual(['session.opened', 'session.exited', 'session.closed']);
  } finally {
    await close();
  }
});

it('reports the name and tags to subscribers', async () => {
  const { client, close, connect } = runInProcess();
  try {
    const { session } = await client.calls.session.create(program('prints-ready'));
    const other = await connect();
    const news: unknown[] = [];
    other.on('session.labelled', (received) => news.push(received));
    await other.calls.server.set_notifications({ enabled: true, output: false });
    const nextLabel = () => new Promise((resolve) => client.on('session.labelled', resolve));
    await client.calls.server.set_notifications(everything);
    const renamed = nextLabel();
    await other.calls.session.rename({ session, name: 'prod' });
    expect(await renamed).toEqual({ session, name: 'prod', tags: [] });
    const tagged = nextLabel();
    await other.calls.session.rename({ session, tags: ['web', 'db'] });
    expect(await tagged).toEqual({ session, name: 'prod', tags: ['web', 'db'] });
    await other.calls.session.list({});
    expect(news).toEqual([]);
  } finally {
    await close();
  }
});

it('describes pending waits without secrets, until they end', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const { session } = await calls.session.create(program('asks-name'));
    await calls.server.set_notifications(everything);
    const numbers: number[] = [];
    const next = () => new Promise<number>((resolve) => listeners.push(resolve));
    const listeners: ((pending: number) => void)[] = [];
    client.on('session.waiting', ({ pending_waits }) => {
      numbers.push(pending_waits);
      listeners.shift()?.(pending_waits);
    });
    const begun = next();
    const wait = calls.session.wait({
      session,
      wait_id: 'w',
      timeout_ms: 60_000,
      matcher: {
        type: 'any',
        value: [
          { type: 'contains_text', value: 'api_key=sk-ant-REDACTED', rows: { from: -3 } },
          { type: 'all', value: [{ type: 'process_exited' }, { type: 'alternate_screen', value: true }] },
        ],
      },
    });
    wait.catch(() => {});
    await begun;
    const { waits } = await calls.session.info({ session });
    expect(waits).toMatchObject([{ timeout_ms: 60_000 }]);
    expect(waits[0]!.waits_for).toMatch(
      /^the screen to show .* in row 3 from the bottom or the program to end and the alternate screen$/,
    );
    expect(waits[0]!.waits_for).not.toContain('abcdefghij');
    const ended = next();
    await calls.session.cancel_wait({ wait_id: 'w' });
    await ended;
    expect(numbers).toEqual([1, 0]);
    expect(await calls.session.info({ session })).toMatchObject({ waits: [], pending_waits: 0 });
  } finally {
    await close();
  }
});
