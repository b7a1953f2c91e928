import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
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

describe('a reply', () => {
  it('has at most 8 KB, is cut at a row, and explains how to continue', async () => {
    const { session, ...started } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%03d %0150d\\n" $i 7; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const visible = { ...started.rows };
    let { next } = started as { next?: number };
    expect(next).toBeTypeOf('number');
    while (next !== undefined) {
      const reply = await call(client, 'read', { session, from: next });
      expect(reply.bytes).toBeLessThanOrEqual(limits.mcpReplyBytes);
      Object.assign(visible, reply.structured.rows);
      next = reply.structured.next as number | undefined;
    }
    expect(Object.keys(visible)).toHaveLength(60);
    for (const [row, text] of Object.entries(visible))
      expect(text).toBe(`${row.padStart(3, '0')} ${'7'.padStart(150, '0')}`);
  });

  it('lists rows that were cut off among the changes of the next call', async () => {
    const { session, ...started } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%0150d\\n" $i; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const { structured } = await call(client, 'act', { session, actions: typed('x') });
    expect(Object.keys(structured.rows)[0]).toBe(String((started as { next?: number }).next));
  });

  it('can be larger on request', async () => {
    const { session } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%0150d\\n" $i; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const { structured } = await call(client, 'read', { session, max_bytes: 65_536 });
    expect(Object.keys(structured.rows)).toHaveLength(60);
    expect(structured.next).toBeUndefined();
  });
});
