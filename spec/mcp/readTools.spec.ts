import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { call, type Listening, listening, script } from './clients.ts';

let server: Listening;

let client: McpClient;

beforeAll(async () => {
  server = await listening();
  client = await server.connect();
});

afterAll(() => server.close());

const start = async (text: string, more = {}) =>
  (await call(client, 'start', { ...script(text), ...more })).structured;

describe('read', () => {
  it('returns styles', async () => {
    const { session } = await start('printf "plain \\033[7mchosen\\033[0m \\033[1;31mred\\033[0m"; exec cat');
    const { structured } = await call(client, 'read', { session, what: 'styled' });
    expect(structured.styles).toMatchObject({
      0: ['0:plain', '6:chosen inverse', expect.any(String), expect.stringContaining('13:red')],
    });
  });

  it('returns the scrollback, in parts', async () => {
    const { session } = await start('seq 500; exec cat', { rows: 10 });
    const { structured } = await call(client, 'read', { session, what: 'scrollback', from: 0 });
    expect(structured).toMatchObject({ rows: { 0: '1', 199: '200' }, next: 200, total: expect.any(Number) });
    const newest = await call(client, 'read', { session, what: 'scrollback' });
    expect(newest.structured.next).toBeUndefined();
  });

  it('returns the transcript, and later the output since then', async () => {
    const { session } = await start('printf "\\033[31mone\\033[0m\\n"; exec cat');
    const first = await call(client, 'read', { session, what: 'transcript' });
    expect(first.structured).toMatchObject({ text: 'one\n' });
    const parts = await call(client, 'read', { session, what: 'transcript', from: 0, max_bytes: 1024 });
    expect(parts.structured.text).toContain('one');
  });

  it('returns a long transcript in parts', async () => {
    const { session } = await start('seq 3000; exec cat');
    let text = '';
    let next: number | undefined = 0;
    while (next !== undefined) {
      const reply: Awaited<ReturnType<typeof call>> = await call(client, 'read', {
        session,
        what: 'transcript',
        from: next,
      });
      expect(reply.bytes).toBeLessThanOrEqual(limits.mcpReplyBytes);
      text += reply.structured.text;
      next = reply.structured.next as number | undefined;
    }
    expect(text.split('\n').slice(0, 3000)).toEqual(Array.from({ length: 3000 }, (_, at) => String(at + 1)));
  });

  it('returns a picture', async () => {
    const { session } = await start('echo here; exec cat');
    const { content } = await client.callTool({ name: 'picture', arguments: { session } });
    expect(content[0]).toMatchObject({
      type: 'image',
      mimeType: 'image/png',
      data: expect.stringMatching(/^iVBOR/),
    });
  });
});

describe('list', () => {
  it('that was cut continues with the same plugin', async () => {
    const cut = await call(client, 'list', { plugin: 'claude-code' });
    const { next } = cut.structured as { readonly next?: number };
    expect(next).toBeGreaterThan(0);
    expect(cut.text).toContain(`list {"plugin":"claude-code","from":${next}}`);
  });
});
