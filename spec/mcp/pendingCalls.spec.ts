import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Listening, listening, script, typed } from './clients.ts';

let server: Listening;

let client: McpClient;

beforeAll(async () => {
  server = await listening();
  client = await server.connect();
});

afterAll(() => server.close());

const start = async (text: string, more = {}) =>
  (await call(client, 'start', { ...script(text), ...more })).structured;

describe('a call that takes long', () => {
  it('becomes pending, and wait returns its reply', async () => {
    const { session } = await start('echo first; read go; read on; echo ready; exec cat');
    const matcher = { type: 'contains_text', value: 'ready' };
    const acted = await call(client, 'act', { session, actions: typed('go'), matcher, reply_within_ms: 0 });
    const { pending } = acted.structured;
    expect(acted.text).toContain(`wait {"pending":"${pending}"}`);
    await call(client, 'act', { session, actions: typed('on') });
    const { structured } = await call(client, 'wait', { pending });
    expect(structured).toMatchObject({ session, hit: { text: 'ready' } });
    expect(await call(client, 'wait', { pending })).toMatchObject({ failed: true });
  });

  it('stays pending until it is over', async () => {
    const { session } = await start('echo first; exec cat');
    const matcher = { type: 'contains_text', value: 'ready' };
    const { pending } = (await call(client, 'wait', { session, matcher, reply_within_ms: 0 })).structured;
    const again = (await call(client, 'wait', { pending, reply_within_ms: 0 })).structured;
    expect(again).toEqual({ session, pending });
    await call(client, 'act', { session, actions: typed('ready') });
    expect((await call(client, 'wait', { pending })).structured).toMatchObject({ hit: { text: 'ready' } });
  });

  it('reports progress while it waits', async () => {
    const { session } = await start('echo first; read go; echo one; read on; echo two; exec cat');
    const matcher = { type: 'contains_text', value: 'two' };
    let waiting: Promise<unknown> | undefined;
    const message = await new Promise((resolve) => {
      waiting = call(
        client,
        'act',
        { session, actions: typed('go'), matcher },
        { onprogress: (progress) => resolve(progress.message) },
      );
    });
    expect(message).toContain(`${session}: the screen has changed`);
    await call(client, 'act', { session, actions: typed('on') });
    await waiting;
  });

  it('is cancelled with its request', async () => {
    const { session } = await start('echo first; exec cat');
    const cancelled = new AbortController();
    const matcher = { type: 'contains_text', value: 'never' };
    const own = server.world.sessions.get(session);
    const changed = () => new Promise<void>((resolve) => own.waits.onChange(() => resolve()));
    const started = changed();
    const waiting = call(client, 'wait', { session, matcher }, { signal: cancelled.signal });
    await started;
    expect(own.waits.size).toBe(1);
    const ended = changed();
    cancelled.abort();
    await expect(waiting).rejects.toThrow();
    await ended;
    expect(own.waits.size).toBe(0);
  });
});
